import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { MAIL_SECRET } from './answered-chat.ts';
import { TestClient } from './cluster.ts';
import { readAll } from './file-load.ts';
import { readMails } from './mails.ts';
import { attachment, mime, multipart, plain } from './mime.ts';
import type { TestServer } from './server.ts';
import { random } from './seed.ts';

const PAUSE_MS = 200;
/** As many in a minute as one conversation takes. */
const BETWEEN_MAILS_MS = 1000;

interface SentMail {
  readonly text: string;
  /** Of the file it carries, where there is one. */
  readonly digest?: string;
}

/** A conversation that is answered by mail, and the mails that were sent to it, in their order. */
export class MailedChat {
  readonly id = newConversationId(new Date());
  readonly sent: SentMail[] = [];
  readonly #client = new TestClient();
  readonly #email = `${randomUUID().slice(0, 8)}-mails@fleet.example`;
  #replyTo = '';

  /** Needs a server that answers: the address at which this conversation is answered comes by mail. */
  async begin(server: TestServer): Promise<void> {
    const start = { id: this.id, email: this.#email, topic: 'Sales Inquiry', service: null };
    await this.#client.post(server, '/chat/conversations', start);
    await this.#client.post(server, `/chat/conversations/${this.id}/link`, {});
    while (this.#replyTo === '') {
      await setTimeout(PAUSE_MS);
      const mail = (await readMails(server)).find((one) => one.includes(`To: ${this.#email}`));
      this.#replyTo = /^Reply-To: <?([^\n>]+)/m.exec(mail ?? '')?.[1] ?? '';
    }
  }

  /** The next mail of its visitor; every third carries a file. */
  write(): Uint8Array {
    const number = this.sent.length + 1;
    const text = `Mail ${number}`;
    const hasFile = number % 3 === 0;
    const words = randomBytes(20_000).toString('hex');
    this.sent.push({ text, ...(hasFile && { digest: digestOf(words) }) });
    const body = hasFile
      ? multipart('mixed', plain(text), attachment('words.txt', words, 'text/plain'))
      : plain(text);
    return mime({ to: this.#replyTo, from: this.#email, body });
  }

  /** Each mail is one message, whole, in its order, and there is nothing else. */
  async compare(server: TestServer): Promise<void> {
    const messages = await readAll(this.#client, server, this.id);
    expect(messages.map(({ text }) => text)).toEqual(this.sent.map(({ text }) => text));
    expect(messages.map(({ number }) => number)).toEqual(messages.map((_, index) => index + 1));
    for (const [index, { digest }] of this.sent.entries()) {
      const { files = [] } = messages[index] ?? {};
      expect(files).toHaveLength(digest === undefined ? 0 : 1);
      for (const { id } of files) {
        const file = await this.#client.fetch(server, `/chat/files/${id}`);
        expect([file.status, digestOf(await file.text())]).toEqual([200, digest]);
      }
    }
  }
}

/** A mail provider that posts mails, each again until it is taken, and some of them once more much later. */
export class MailProvider {
  readonly chat = new MailedChat();
  /** How often each status came back; 0 is no answer. */
  readonly answers = new Map<number, number>();
  readonly #server: TestServer;
  readonly #over = new AbortController();
  readonly #taken: Uint8Array[] = [];
  #work: Promise<unknown> | undefined;

  constructor(server: TestServer) {
    this.#server = server;
  }

  get acknowledged(): number {
    return this.#taken.length;
  }

  begin(): void {
    this.#work = this.#post();
    this.#work.catch(() => {});
  }

  /** The mail that is under way is posted until it is taken. */
  async end(): Promise<void> {
    this.#over.abort();
    await this.#work;
  }

  async #post(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const mail = this.chat.write();
      await this.#until(mail);
      this.#taken.push(mail);
      await this.#until(random.one(this.#taken));
      await setTimeout(BETWEEN_MAILS_MS);
    }
  }

  async #until(mail: Uint8Array): Promise<void> {
    for (;;) {
      const answer = await fetch(`${this.#server.origin}/webhooks/mail`, {
        method: 'POST',
        body: mail.slice(),
        headers: { Authorization: `Bearer ${MAIL_SECRET}`, 'Content-Type': 'message/rfc822' },
      }).catch(() => undefined);
      const status = answer?.status ?? 0;
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      if (status === 200) return;
      await setTimeout(PAUSE_MS);
    }
  }
}

/** How many messages there are in conversations that mails of these senders began, by sender. */
export async function countBegun(db: Database, senders: readonly string[]) {
  const { rows } = await db.execute<{ email: string; conversations: number; messages: number }>(sql`
    select v.email, count(distinct c.id)::int as conversations, count(m.id)::int as messages
    from visitors v
    join conversations c on c.visitor_id = v.id
    left join visitor_messages m on m.conversation_id = c.id
    where v.email in ${[...senders]}
    group by v.email`);
  return rows;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
