import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { newConversationId } from '../../app/conversation/wire/rules.ts';
import type { MessageView } from '../../app/conversation/wire/views.ts';
import { TestClient, type Door } from './cluster.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const PIECE_BYTES = 96 * 1024;
/** Then the next chat is begun: what one takes in an hour is limited. */
const MESSAGES_OF_A_CHAT = 20;
const PAUSE_MS = 50;

interface SentFile {
  readonly id: string;
  readonly digest: string;
}

interface Chat {
  readonly client: TestClient;
  readonly id: string;
  /** By the name of the message: what it carried, and its number once that was acknowledged. */
  readonly sent: Map<string, { readonly files: readonly SentFile[]; number?: number }>;
  /** Files that were acknowledged and not sent yet. */
  readonly stored: SentFile[];
}

/** Visitors who send messages with files, whatever becomes of the server, and what it gave its word on. */
export class FileLoad {
  readonly #door: Door;
  readonly #over = new AbortController();
  readonly #chats: Chat[] = [];
  #work: Promise<unknown>[] = [];
  /** How often each status came back; 0 is no answer. */
  readonly answers = new Map<number, number>();

  constructor(door: Door) {
    this.#door = door;
  }

  get acknowledged(): number {
    return this.#chats.flatMap(({ sent }) => [...sent.values()]).filter(({ number }) => number)
      .length;
  }

  begin(writers: number): void {
    this.#work = Array.from({ length: writers }, () => this.#write());
  }

  async end(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#work);
  }

  /** Every file and message that was acknowledged is there, whole, once and in its place. */
  async compare(): Promise<void> {
    for (const { client, id, sent, stored } of this.#chats) {
      const messages = await readAll(client, this.#door, id);
      expect(messages.map(({ number }) => number)).toEqual(messages.map((_, index) => index + 1));
      const byName = new Map(messages.map((message) => [message.clientId, message]));
      expect(byName.size).toBe(messages.length);
      for (const [clientId, { files, number }] of sent) {
        const message = byName.get(clientId);
        if (!message && number === undefined) continue;
        if (number !== undefined) expect(message?.number).toBe(number);
        expect(message?.files?.map((file) => file.id)).toEqual(files.map((file) => file.id));
        for (const file of files) await this.#compareBytes(client, file);
      }
      for (const file of stored) await this.#compareBytes(client, file);
    }
  }

  async #compareBytes(client: TestClient, { id, digest }: SentFile): Promise<void> {
    const response = await client.fetch(this.#door, `/chat/files/${id}`);
    expect(response.status, `file ${id}`).toBe(200);
    expect(digestOf(Buffer.from(await response.arrayBuffer()))).toBe(digest);
  }

  async #write(): Promise<void> {
    while (this.#goesOn) {
      const chat = await this.#startChat();
      if (!chat) continue;
      for (let count = 0; count < MESSAGES_OF_A_CHAT && this.#goesOn; count += 1) {
        await this.#sendMessage(chat, 1 + (count % 3));
      }
    }
  }

  async #startChat(): Promise<Chat | undefined> {
    const client = new TestClient();
    const id = newConversationId(new Date());
    const email = `files-${randomUUID().slice(0, 8)}@fleet.example`;
    const start = JSON.stringify({ id, email, topic: 'Sales Inquiry', service: null });
    const answer = await this.#ask(() =>
      client.fetch(this.#door, '/chat/conversations', {
        method: 'POST',
        body: start,
        headers: { 'Content-Type': 'application/json' },
      }),
    );
    if (answer?.status !== 200) return undefined;
    const chat: Chat = { client, id, sent: new Map(), stored: [] };
    this.#chats.push(chat);
    return chat;
  }

  async #sendMessage(chat: Chat, count: number): Promise<void> {
    const files: SentFile[] = [];
    for (let index = 0; index < count; index += 1) {
      const file = await this.#upload(chat);
      if (!file) return;
      chat.stored.push(file);
      files.push(file);
    }
    const clientId = randomUUID();
    const entry: { files: readonly SentFile[]; number?: number } = { files };
    chat.sent.set(clientId, entry);
    const body = JSON.stringify({ clientId, text: '', fileIds: files.map(({ id }) => id) });
    while (this.#goesOn && entry.number === undefined) {
      const answer = await this.#ask(() =>
        chat.client.fetch(this.#door, `/chat/conversations/${chat.id}/messages`, {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json' },
        }),
      );
      if (answer?.status !== 200) continue;
      const { message } = (await answer.json()) as { message: MessageView };
      entry.number = message.number;
      chat.stored.length = 0;
    }
  }

  /** As the protocol's client does it: asks how far it is, sends the next piece, until all is there. */
  async #upload({ client, id: conversationId }: Chat): Promise<SentFile | undefined> {
    const id = randomUUID();
    // Letters, so that it is text and stays as it is.
    const bytes = Buffer.from(
      randomBytes(20_000 + Math.floor(Math.random() * 150_000)).toString('hex'),
    );
    const address = `/chat/conversations/${conversationId}/files`;
    const encode = (text: string) => Buffer.from(text).toString('base64');
    while (this.#goesOn) {
      const head = await this.#ask(() =>
        client.fetch(this.#door, `${address}/${id}`, { method: 'HEAD', headers: TUS }),
      );
      if (head?.status === 404) {
        await this.#ask(() =>
          client.fetch(this.#door, address, {
            method: 'POST',
            headers: {
              ...TUS,
              'Upload-Length': String(bytes.byteLength),
              'Upload-Metadata': `id ${encode(id)},name ${encode(`${id}.txt`)}`,
            },
          }),
        );
        continue;
      }
      if (head?.status !== 200) continue;
      const offset = Number(head.headers.get('Upload-Offset'));
      if (offset === bytes.byteLength) return { id, digest: digestOf(bytes) };
      await this.#ask(() =>
        client.fetch(this.#door, `${address}/${id}`, {
          method: 'PATCH',
          body: bytes.subarray(offset, offset + PIECE_BYTES).toString(),
          headers: {
            ...TUS,
            'Upload-Offset': String(offset),
            'Content-Type': 'application/offset+octet-stream',
          },
        }),
      );
    }
    return undefined;
  }

  get #goesOn(): boolean {
    return !this.#over.signal.aborted;
  }

  /** Undefined where nobody answered. */
  async #ask(work: () => Promise<Response>): Promise<Response | undefined> {
    const answer = await work().catch(() => undefined);
    const status = answer?.status ?? 0;
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (status === 0 || status >= 400) await setTimeout(PAUSE_MS);
    return answer;
  }
}

async function readAll(client: TestClient, door: Door, id: string): Promise<MessageView[]> {
  const all: MessageView[] = [];
  for (let hasMore = true; hasMore;) {
    const path = `/chat/conversations/${id}/messages?after=${all.length}`;
    const response = await client.fetch(door, path);
    expect(response.status).toBe(200);
    const page = (await response.json()) as { messages: MessageView[]; hasMore: boolean };
    all.push(...page.messages);
    hasMore = page.hasMore;
  }
  return all;
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
