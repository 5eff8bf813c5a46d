import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { MAIL_SECRET } from '../support/answered-chat.ts';
import { openImapPeer } from '../support/imap-peer.ts';
import type { ImapPeer } from '../support/mailbox.ts';
import { KILLED_STORES } from '../support/killed-stores.ts';
import { countBegun, MailedChat, MailProvider } from '../support/mail-load.ts';
import { mime, plain } from '../support/mime.ts';
import type { TestServer } from '../support/server.ts';
import { random } from '../support/seed.ts';

const { FAULT_KILLS = '10' } = process.env;
const KILLS = Number(FAULT_KILLS);
/** A busy computer may take long until a mail is read. */
const PATIENT = { timeout: 60_000, interval: 20 };
/** Longer than a process that died holds the mailbox. */
const LEASE_MS = 61_000;
const OWN_ADDRESS = 'support@shop.example';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0).reverse()) await work();
});

interface Moment {
  /** What the mail server hears before the process dies … */
  readonly heard: string;
  /** … so much later at most; at once, it does not hear it either. */
  readonly withinMs: number;
}

/** Between a mail's bytes and the commit, between that and its mark as read, and anywhere. */
const MOMENTS: readonly Moment[] = [
  { heard: 'BODY', withinMs: 40 },
  { heard: 'STORE', withinMs: 0 },
  { heard: 'FETCH', withinMs: 400 },
];

/** The server dies over the mail with this number, once. */
function killOver(
  server: TestServer,
  peer: ImapPeer,
  uid: number,
  { heard, withinMs }: Moment,
): void {
  const isOfMail = new RegExp(`^UID (?:FETCH|STORE) ${uid} `);
  peer.onCommand = (command) => {
    if (!isOfMail.test(command) || !command.includes(heard)) return;
    peer.onCommand = () => {};
    if (withinMs > 0) {
      setTimeout(() => void server.kill(), random.next() * withinMs);
      return;
    }
    void server.kill();
    throw new Error('The connection ends before this is done');
  };
}

for (const [engine, start] of Object.entries(KILLED_STORES)) {
  test(`${engine}: a server killed ${KILLS} times over mails says each of them once, in its order and with its files`, async () => {
    const peer = await openImapPeer();
    cleanUp.push(() => peer.close());
    const { server, open } = await start(
      {
        IMAP_URL: peer.url,
        REPLY_ADDRESS: OWN_ADDRESS,
        MAIL_WEBHOOK_SECRET: MAIL_SECRET,
        CONVERSATIONS_BY_MAIL: 'on',
        TRUSTED_PROXIES: '127.0.0.1',
      },
      cleanUp,
    );
    const chat = new MailedChat();
    const provider = new MailProvider(server);
    await chat.begin(server);
    await provider.chat.begin(server);
    provider.begin();
    const strangers: string[] = [];
    for (let count = 0; count < KILLS; count += 1) {
      const moment = MOMENTS[count % MOMENTS.length];
      if (moment) killOver(server, peer, peer.mails.length + 1, moment);
      // Every fourth is from somebody who begins a conversation by it.
      if (count % 4 === 3) {
        const from = `${randomUUID().slice(0, 8)}-stranger@fleet.example`;
        strangers.push(from);
        peer.put(mime({ from, to: OWN_ADDRESS, subject: 'Logo', body: plain('How much?') }));
      } else peer.put(chat.write());
      await expect.poll(() => server.isRunning, PATIENT).toBe(false);
      await server.shiftClock((count + 1) * LEASE_MS);
      await server.restart();
    }
    const unread = () => peer.mails.filter(({ flags }) => !flags.has('\\Seen')).length;
    await expect.poll(unread, PATIENT).toBe(0);
    await provider.end();
    await chat.compare(server);
    await provider.chat.compare(server);
    await server.kill();
    expect(await countBegun(await open(), strangers)).toEqual(
      expect.arrayContaining(strangers.map((email) => ({ email, conversations: 1, messages: 1 }))),
    );
    console.log(
      `${engine}: ${KILLS} kills, ${peer.mails.length} mails in the mailbox and ${provider.acknowledged} posted, ` +
        `0 lost, 0 doubled; ${provider.answers.get(0) ?? 0} posts without an answer`,
    );
    expect(provider.acknowledged).toBeGreaterThan(0);
    expect(provider.answers.get(500)).toBeUndefined();
  });
}
