import { randomBytes } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { newConversationId } from '../../app/conversation/wire/rules.ts';
import { VISITORS } from '../support/cast.ts';
import { TestClient } from '../support/cluster.ts';
import { openDovecot } from '../support/dovecot.ts';
import { readAll } from '../support/file-load.ts';
import { plain } from '../support/mails.ts';
import { attachment, mime, multipart, plain as text } from '../support/mime.ts';
import { TestServer } from '../support/server.ts';

const MIB = 1024 * 1024;
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

test('what is mailed is answered by mail: once, with its file, and nothing that a mail server wrote', async () => {
  const mailbox = await openDovecot();
  cleanUp.push(() => mailbox.close());
  const smtp = await mailbox.openSmtp();
  const server = await TestServer.start(process.env.FAULT_TEMPLATE, {
    env: {
      IMAP_URL: mailbox.url,
      SMTP_URL: smtp,
      MAIL_FROM: 'Embarka <support@shop.example>',
    },
  });
  cleanUp.push(() => server.remove());
  const post = createTransport({ url: smtp });
  cleanUp.push(() => post.close());
  const send = (raw: Uint8Array, to: string, from: string = VISITORS.elena) =>
    post.sendMail({ raw: Buffer.from(raw), envelope: { from, to: [to] } });
  /** A conversation whose visitor is mailed a link to it. */
  const begin = async (email: string) => {
    const client = new TestClient();
    const id = newConversationId(new Date());
    const topic = { topic: 'Sales Inquiry', service: null };
    await client.post(server, '/chat/conversations', { id, email, ...topic });
    await client.post(server, `/chat/conversations/${id}/link`, {});
    return { said: () => readAll(client, server, id) };
  };
  const delivered = (pattern: RegExp) => () => pattern.exec(plain(mailbox.read().join('\n')))?.[1];

  const chat = await begin(VISITORS.elena);
  const replyTo = /^Reply-To: <?(support\+[0-9a-f]{32}@shop\.example)/m;
  await expect.poll(delivered(replyTo)).toBeDefined();
  const address = delivered(replyTo)() ?? '';

  const plan = randomBytes(3 * MIB);
  const body = multipart(
    'mixed',
    text('The blue one.'),
    attachment('plan.txt', plan.toString('hex')),
  );
  const answer = mime({ to: address, from: VISITORS.elena, body });
  await send(answer, address);
  await expect.poll(async () => (await chat.said()).at(-1)?.text).toBe('The blue one.');
  expect((await chat.said()).at(-1)?.files).toMatchObject([{ name: 'plan.txt', size: 6 * MIB }]);

  // Mailed once more by a server that did not hear it was taken; of an address that does not exist; a bounce.
  await send(answer, address);
  const guessed = address.replace(/\+\w{4}/, '+0000');
  await send(mime({ to: guessed, body: text('Guessed') }), guessed);
  await begin('ghost@northfold.example');
  await expect.poll(delivered(/^X-Failed-Recipients: (.*)/m)).toBe('ghost@northfold.example');
  mailbox.drop();
  await send(mime({ to: address, from: VISITORS.elena, body: text('And in A4.') }), address);
  await expect.poll(async () => (await chat.said()).at(-1)?.text).toBe('And in A4.');
  const written = (await chat.said()).filter(({ isAgent }) => !isAgent);
  expect(written.map((one) => one.text)).toEqual(['The blue one.', 'And in A4.']);
});
