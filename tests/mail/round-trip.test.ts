import { randomBytes } from 'node:crypto';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterEach, expect, test } from 'vitest';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
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

/** A server whose mails Exim carries and Dovecot keeps, those to visitors, too. */
async function openShop(env: Readonly<Record<string, string>>) {
  const mailbox = await openDovecot();
  cleanUp.push(() => mailbox.close());
  const smtp = await mailbox.openSmtp();
  const server = await TestServer.start(process.env.FAULT_TEMPLATE, {
    env: { IMAP_URL: mailbox.url, SMTP_URL: smtp, ...env },
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
    const askForLink = () => client.post(server, `/chat/conversations/${id}/link`, {});
    await askForLink();
    return { askForLink, said: () => readAll(client, server, id) };
  };
  const delivered = (pattern: RegExp) => () => pattern.exec(plain(mailbox.read().join('\n')))?.[1];
  return { mailbox, send, begin, delivered };
}

test('what is mailed is answered by mail: once, with its file, and nothing that a mail server wrote', async () => {
  const { mailbox, send, begin, delivered } = await openShop({
    MAIL_FROM: 'Embarka <support@shop.example>',
  });

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

test('a thread goes on in the mail program of who writes, and in their conversation', async () => {
  const { mailbox, send, begin } = await openShop({
    MAIL_FROM: 'support@shop.example',
    BRAND_NAME: 'Müller & Söhne, Druck',
  });
  const chat = await begin(VISITORS.elena);
  /** The mails to the visitor, as they arrived. */
  const arrived = async () => {
    const mails = await Promise.all(mailbox.read().map((raw) => PostalMime.parse(raw)));
    return mails.filter(({ to }) => to?.[0]?.address === VISITORS.elena);
  };
  await expect.poll(async () => (await arrived()).length).toBe(1);
  const [first] = await arrived();
  expect(first?.from).toMatchObject({
    name: 'Müller & Söhne, Druck',
    address: 'support@shop.example',
  });
  expect(first?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');

  // Not at the secret address, and twice with one Message-ID.
  const answer = {
    from: `Elena <${VISITORS.elena}>`,
    to: 'support@shop.example',
    subject: 'AW: Grüße aus Köln',
    messageId: '<always-the-same@carrier.example>',
    headers: [`In-Reply-To: ${first?.messageId ?? ''}`],
  };
  for (const words of ['The blue one.', 'And the invoice is wrong.']) {
    await send(mime({ ...answer, body: text(words) }), 'support@shop.example');
    await expect.poll(async () => (await chat.said()).at(-1)?.text).toBe(words);
  }
  // Relayed once more, with a footer.
  const again = mime({ ...answer, body: text('The blue one.\n-- \nScanned by the relay.') });
  await send(again, 'support@shop.example');
  // A stranger who knows the thread.
  const stranger = { ...answer, from: VISITORS.kofi, body: text('Mine!') };
  await send(mime(stranger), 'support@shop.example', VISITORS.kofi);

  await chat.askForLink();
  await expect.poll(async () => (await arrived()).length).toBe(2);
  const second = (await arrived()).find(({ messageId }) => messageId !== first?.messageId);
  expect(second?.inReplyTo).toBe('<always-the-same@carrier.example>');
  expect(second?.references).toContain(first?.messageId);
  const written = (await chat.said()).filter(({ isAgent }) => !isAgent);
  expect(written.map((one) => one.text)).toEqual(['The blue one.', 'And the invoice is wrong.']);
});
