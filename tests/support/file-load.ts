import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import type { MessageView } from '../../app/chat/protocol/views.ts';
import { TestClient, type EntryProcess } from './cluster.ts';
import { digestOf, uploadText, type SentFile } from './sent-file.ts';

/** Then the next chat is begun: what one takes in an hour is limited. */
const MESSAGES_OF_A_CHAT = 20;
const PAUSE_MS = 50;

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
  readonly #entryProcess: EntryProcess;
  readonly #over = new AbortController();
  readonly #chats: Chat[] = [];
  #work: Promise<unknown>[] = [];
  /** How often each status came back; 0 is no answer. */
  readonly answers = new Map<number, number>();

  constructor(entryProcess: EntryProcess) {
    this.#entryProcess = entryProcess;
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
      const messages = await readAll(client, this.#entryProcess, id);
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
    const response = await client.fetch(this.#entryProcess, `/chat/files/${id}`);
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
    const email = `${randomUUID().slice(0, 8)}-files@fleet.example`;
    const start = JSON.stringify({ id, email, topic: 'Sales Inquiry', service: null });
    const answer = await this.#ask(() =>
      client.fetch(this.#entryProcess, '/chat/conversations', {
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
      const file = await uploadText(`/chat/conversations/${chat.id}/files`, {
        ask: (path, init) => this.#ask(() => chat.client.fetch(this.#entryProcess, path, init)),
        goesOn: () => this.#goesOn,
      });
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
        chat.client.fetch(this.#entryProcess, `/chat/conversations/${chat.id}/messages`, {
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

/** All messages of a conversation, page by page. */
export async function readAll(
  client: TestClient,
  entryProcess: EntryProcess,
  id: string,
): Promise<MessageView[]> {
  const all: MessageView[] = [];
  for (let hasMore = true; hasMore;) {
    const path = `/chat/conversations/${id}/messages?after=${all.length}`;
    const response = await client.fetch(entryProcess, path);
    expect(response.status).toBe(200);
    const page = (await response.json()) as { messages: MessageView[]; hasMore: boolean };
    all.push(...page.messages);
    hasMore = page.hasMore;
  }
  return all;
}
