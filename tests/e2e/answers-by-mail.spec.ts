import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test as base } from '../support/e2e.ts';
import { openImapPeer } from '../support/imap-peer.ts';
import type { ImapPeer } from '../support/mailbox.ts';
import { listMails } from '../support/mails.ts';
import { attachment, mime, multipart, plain } from '../support/mime.ts';
import { mailedLink } from '../support/mailed-links.ts';

/** Of a mail provider that posts mails besides. */
const SECRET = 'a-secret-of-a-mail-provider';

let peer: ImapPeer;
const test = base.extend<object>({
  environment: [
    async ({}, use) => {
      peer = await openImapPeer();
      await use({ IMAP_URL: peer.url, MAIL_WEBHOOK_SECRET: SECRET });
      peer.close();
    },
    { scope: 'worker' },
  ],
});

test('an answer by mail appears in the agent’s thread as it comes, and opens nothing', async ({
  server,
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Which colours are there?');
  await openThread(agent, VISITORS.elena);
  await reply(agent, 'Blue and green');
  await expect(messagesOf(visitor)).toHaveText([/Which colours/, /Blue and green/]);
  await visitor.getByRole('button', { name: 'Continue on another device' }).click();
  const link = await mailedLink(server, VISITORS.elena, /Continue your chat/);
  const [file = ''] = await listMails(server);
  const replyTo = /^Reply-To: <?([^\r\n>]+)/m.exec(await readFile(file, 'utf8'))?.[1] ?? '';
  expect(replyTo).toMatch(/^support\+[0-9a-f]{32}@shop\.example$/);

  const quoted = `On Fri, Jun 12, 2026 at 10:00 AM Embarka <${replyTo}> wrote:\n\n> Open the chat:\n> ${link}\n`;
  peer.put(
    mime({
      to: replyTo,
      from: `Priya <${VISITORS.priya}>`,
      body: multipart(
        'mixed',
        plain(`The blue one, please.\n\n${quoted}`),
        attachment('plan.txt', 'words', 'text/plain'),
      ),
    }),
  );
  const answer = messagesOf(agent).last();
  await expect(answer).toContainText('The blue one, please.');
  await expect(answer).toContainText('By email');
  await expect(answer.getByText(`Sent from ${VISITORS.priya}`)).toBeVisible();
  await expect(answer.getByText('plan.txt')).toBeVisible();
  await expect(answer.getByText('Open the chat:')).toBeHidden();
  await answer.getByText('Quoted text').press('Enter');
  await expect(answer.getByText('Open the chat:')).toBeVisible();
  await expectAccessible(agent);

  // The browser that has the chat may be anybody's: it reads what was said, and nothing around it.
  await expect(messagesOf(visitor).last()).toContainText('The blue one, please.');
  await expect(visitor.getByText('Open the chat:')).toHaveCount(0);
  await expect(visitor.getByText(VISITORS.priya)).toHaveCount(0);
  const token = /token=([\w-]{43})/.exec(link)?.[1] ?? '';
  expect(await agent.content()).not.toContain(token);

  peer.put(mime({ to: replyTo, headers: ['Auto-Submitted: auto-replied'], body: plain('Away') }));
  peer.put(mime({ to: replyTo, body: plain('And in A4.') }));
  await expect(messagesOf(agent).last()).toContainText('And in A4.');
  await expect(messagesOf(agent)).toHaveCount(4);

  // What no program can read is passed over, and not asked for again.
  const post = async (body: string) => {
    const raw = Buffer.from(mime({ to: replyTo, body })).toString('utf8');
    const answered = await fetch(`${server.origin}/webhooks/mail`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ RawEmail: raw }),
    });
    return answered.json();
  };
  const nested = Array.from(
    { length: 100 },
    (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\n\n--b${depth}`,
  ).join('\n');
  expect(await post(nested)).toEqual({ outcome: 'unreadable' });
  expect(await post(plain('On both sides.'))).toEqual({ outcome: 'message' });
  await expect(messagesOf(agent).last()).toContainText('On both sides.');
});

test('managers find the emails that became no message, with the text of those that no mailbox has', async ({
  server,
  signIn,
}) => {
  const post = (mail: Parameters<typeof mime>[0]) =>
    fetch(`${server.origin}/webhooks/mail`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'message/rfc822' },
      body: Buffer.from(mime(mail)),
    });
  await post({ from: VISITORS.kofi, subject: 'A question about covers', body: plain('How much?') });
  await post({ from: VISITORS.noor, subject: 'Away', headers: ['Auto-Submitted: auto-replied'] });
  const manager = await signIn('ines', '/team/emails');
  await expect(manager.getByRole('heading', { name: 'Skipped emails' })).toBeVisible();
  const row = manager.getByTestId('left-out-email').filter({ hasText: 'A question about covers' });
  await expect(row).toContainText('Not a reply to a conversation');
  await expect(row.getByRole('link', { name: VISITORS.kofi })).toBeVisible();
  await row.getByText('Show text').press('Enter');
  await expect(row.getByText('How much?')).toBeVisible();
  await expect(manager.getByTestId('left-out-email').filter({ hasText: 'Away' })).toContainText(
    'Automatic reply',
  );
  await expectAccessible(manager);
});

test('admins read on the settings how answers come in, and when they do not', async ({
  signIn,
}) => {
  const admin = await signIn('henrik', '/team/settings');
  const section = admin.getByRole('region', { name: 'Email replies' });
  await expect(section).toContainText('INBOX at 127.0.0.1');
  await expect(section).toContainText('Connected; last successful check');
  await expect(section.getByLabel('Conversations by mail')).toHaveValue('off');
  await expectAccessible(admin);
  peer.mood = 'refuses';
  peer.drop();
  await expect(async () => {
    await admin.reload();
    await expect(section.getByText("Email replies aren't coming in")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await expect(section).toContainText('rejected the username and password in IMAP_URL');
});
