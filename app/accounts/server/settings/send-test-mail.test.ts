import { expect, test } from 'vitest';
import { createLog } from '../../../platform/log.server.ts';
import type { MailMessage, MailTransport } from '../../../platform/email/mail.ts';
import { openSmtp } from '../../../platform/email/open-mail.server.ts';
import { readSettings } from '../../../platform/settings.server.ts';
import { describeMailSetup, sendTestMail } from './send-test-mail.server.ts';

const log = createLog('silent');
const settings = { brandName: 'Quayside', origin: 'https://shop.example' };
const HENRIK = 'henrik@quayside.example';

function mailThat(deliver: MailTransport['deliver'], isDelivered = true) {
  return { isDelivered, deliver };
}

const fails = (fault: object) =>
  mailThat(() => Promise.reject(Object.assign(new Error('535 for harbour:s3cret'), fault)));

test('a mail that the server took is told as that, and not as one that arrived', async () => {
  const sent: MailMessage[] = [];
  const mail = mailThat((message) => {
    sent.push(message);
    return Promise.resolve();
  });
  const { isDone, message } = await sendTestMail({ mail, log }, settings, HENRIK);
  expect({ isDone, message }).toEqual({
    isDone: true,
    message: expect.stringMatching(
      /^The mail server accepted the email to henrik@.*whether it arrives/,
    ),
  });
  expect(sent).toMatchObject([{ to: HENRIK, subject: 'Test email from Quayside' }]);
});

test('without a mail server it is said that nothing was sent', async () => {
  const mail = mailThat(() => Promise.resolve(), false);
  const { message } = await sendTestMail({ mail, log }, settings, HENRIK);
  expect(message).toMatch(/^No mail server is configured, so nothing was sent/);
});

test.each([
  [{ code: 'EAUTH', responseCode: 535 }, /didn't accept the username and password.*535/],
  [{ code: 'EDNS' }, /name of the mail server/],
  [{ code: 'ETIMEDOUT' }, /in time/],
  [{ code: 'EENVELOPE', responseCode: 550 }, /The mail server responded with 550\./],
  [{}, /See the server log for details/],
])('a refusal is told without what is secret: %o', async (fault, words) => {
  const outcome = await sendTestMail({ mail: fails(fault), log }, settings, HENRIK);
  expect(outcome.isDone).toBe(false);
  expect(outcome.message).toMatch(words);
  expect(outcome.message).not.toContain('s3cret');
});

test('a mail server that is not there is told at once, by its real error', async () => {
  const mail = openSmtp('smtp://127.0.0.1:1', () => 'desk@quayside.example');
  const { isDone, message } = await sendTestMail({ mail, log }, settings, HENRIK);
  expect({ isDone, message }).toEqual({
    isDone: false,
    message: expect.stringContaining("Couldn't reach the mail server"),
  });
  mail.close();
});

test('the set-up is shown without user name and password', () => {
  const env = { SMTP_URL: 'smtps://harbour:s3cret@mail.example:465', MAIL_FROM: 'a@b.example' };
  const setup = describeMailSetup(readSettings(env));
  expect(setup).toEqual({
    from: 'a@b.example',
    server: { address: 'mail.example:465', isEncrypted: true, hasLogin: true },
  });
  expect(describeMailSetup(readSettings({})).server).toBeNull();
});
