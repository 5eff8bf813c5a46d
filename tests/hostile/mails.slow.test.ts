import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readMessagesAfter } from '../../app/chat/server/read/read-messages.server.ts';
import { MAIL_MAX_BYTES } from '../../app/inbound-email/rules.ts';
import { answeredChat, MAIL_SECRET } from '../support/answered-chat.ts';
import { useDatabase } from '../support/database.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { attachment, mime, multipart, plain } from '../support/mime.ts';

const store = useDatabase();
const MIB = 1024 * 1024;
/** Short enough for a test that waits until a limit is reached, and long enough for a large mail. */
const QUICK = { headersMs: 5000, requestMs: 5000, checkMs: 50 };
const BEARER = { Authorization: `Bearer ${MAIL_SECRET}`, 'Content-Type': 'message/rfc822' };

let server: LiveServer;
let chat: Awaited<ReturnType<typeof answeredChat>>;

beforeEach(async () => {
  chat = await answeredChat(store.db);
  server = await openLiveServer(store.db, chat.services, {
    env: { MAIL_WEBHOOK_SECRET: MAIL_SECRET, REPLY_ADDRESS: 'support@shop.example' },
    limits: QUICK,
  });
});
afterEach(() => server.close());

const mail = (text: string) => mime({ to: chat.replyTo, body: plain(text) });
const large = (text: string, bytes: number) => {
  const file = attachment(
    'words.txt',
    'words '.repeat(bytes / 6 + 1).slice(0, bytes),
    'text/plain',
  );
  return mime({ to: chat.replyTo, body: multipart('mixed', plain(text), file) });
};
/** As a mail provider does, which is no page of ours. */
const post = (
  sent: Uint8Array | ReadableStream<Uint8Array>,
  headers: Record<string, string> = BEARER,
) =>
  fetch(`${server.origin}/webhooks/mail`, {
    method: 'POST',
    body: sent instanceof Uint8Array ? sent.slice() : sent,
    headers,
    duplex: 'half',
  } as RequestInit);
const messages = () => readMessagesAfter(store.db, chat.elena.id, 0);

/** Sends a part of a mail of this length and no more of it. */
async function beginPosting(length: number, headers: Record<string, string> = BEARER) {
  const socket = connect({ port: server.port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const lines = Object.entries({ Host: 'localhost', 'Content-Length': String(length), ...headers });
  socket.write(
    `POST /webhooks/mail HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\nSubject: `,
  );
  const ended = once(socket, 'close');
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString())).on('error', () => {});
  return { said: () => said, ended, stop: () => socket.destroy() };
}

describe('what says that it comes from a mail provider', () => {
  test('is believed with its secret alone, and without it nobody reads what it sends', async () => {
    for (const Authorization of ['', 'Bearer ', `Bearer ${MAIL_SECRET}x`, `Basic ${MAIL_SECRET}`]) {
      const forged = { ...BEARER, Authorization };
      expect((await post(mail('Let me in'), forged)).status).toBe(401);
      const waiting = await beginPosting(25 * MIB, forged);
      await expect.poll(waiting.said).toMatch(/^HTTP\/1\.1 401 /);
      waiting.stop();
    }
    expect(await messages()).toEqual([]);
  });

  test('is one message, however often and at what moment it is posted', async () => {
    const one = mail('Yes, please.');
    const answers = await Promise.all([post(one), post(one), post(one)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await (await post(one)).json()).toEqual({ outcome: 'repeat' });
    expect((await messages()).map(({ text }) => text)).toEqual(['Yes, please.']);
  });

  test('brings a file of 25 MB whole', async () => {
    const answer = await post(large('The manuscript.', 25 * MIB));
    expect([answer.status, await answer.json()]).toEqual([200, { outcome: 'message' }]);
    const [message] = await messages();
    expect(message).toMatchObject({ text: 'The manuscript.', files: [{ size: 25 * MIB }] });
  });

  test('is refused when it is larger than any mail, whether it says so or not', async () => {
    const waiting = await beginPosting(MAIL_MAX_BYTES + 1);
    await expect.poll(waiting.said).toMatch(/^HTTP\/1\.1 413 [^]*The limit is 36 MB/);
    waiting.stop();
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(MIB).fill(sent === 0 ? 65 : 66));
        sent += MIB;
        if (sent > 2 * MAIL_MAX_BYTES) controller.close();
      },
    });
    const status = await post(endless).then(
      (answer) => answer.status,
      // It is told before it has said all, and may be cut off over that.
      () => 413,
    );
    expect(status).toBe(413);
    expect(sent).toBeLessThan(2 * MAIL_MAX_BYTES);
    expect(await messages()).toEqual([]);
  });

  test('over a slow line holds up no other mail but large ones, and those only until it is cut off', async () => {
    const slow = await beginPosting(20 * MIB);
    expect((await post(mail('A word in between.'))).status).toBe(200);
    const second = await post(large('Another manuscript.', 2 * MIB));
    expect(second.status).toBe(503);
    expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0);
    await slow.ended;
    expect((await post(large('Another manuscript.', 2 * MIB))).status).toBe(200);
    expect((await messages()).map(({ text }) => text)).toEqual([
      'A word in between.',
      'Another manuscript.',
    ]);
  });
});
