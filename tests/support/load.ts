import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import type { ConversationView, MessageView } from '../../app/chat/protocol/views.ts';
import { CAST } from './cast.ts';
import { TestClient, type EntryProcess } from './cluster.ts';
import { Ledger, type StoredMessage } from './ledger.ts';
import { asJson } from './loaded-order.ts';

const PAGE = '/services/graphics/book-design';
/** Between two attempts of one person. */
const PAUSE_MS = 20;
/** Above a limit, or refused: what a person does then is wait. */
const REFUSED_MS = 250;

interface Chat {
  readonly client: TestClient;
  readonly id: string;
}

/**
 * Visitors who write, an agent who answers, a reviewer, and newcomers, all at once and without
 * end, whatever the server says. What it acknowledged is in the ledger.
 */
export class Load {
  readonly ledger = new Ledger();
  /** How often each status came back; 0 is no answer. */
  readonly answers = new Map<number, number>();
  readonly #over = new AbortController();
  readonly #chats: Chat[] = [];
  readonly #agent = new TestClient();
  readonly #entryProcess: EntryProcess;
  #work: Promise<unknown>[] = [];
  #newcomers = 0;

  constructor(entryProcess: EntryProcess) {
    this.#entryProcess = entryProcess;
  }

  /** Needs a server that answers. */
  async begin(visitors: number): Promise<void> {
    const { email, password } = CAST.maya;
    await this.#agent.submit(this.#entryProcess, '/login', { email, password });
    while (this.#chats.length < visitors) await this.#startChat();
    const reviewer = await this.#findReviewer();
    this.#work = [
      ...this.#chats.map((chat) => this.#write(chat)),
      this.#answerAll(),
      this.#review(reviewer),
      this.#welcomeNewcomers(),
    ];
  }

  async end(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#work);
  }

  /** What the server, or this one of several, shows to each visitor, compared with what it acknowledged. */
  async compare(entryProcess = this.#entryProcess): Promise<void> {
    for (const chat of this.#chats) {
      // What is acknowledged while the pages are read is looked at the next time.
      const acknowledged = this.ledger.acknowledgedIn(chat.id);
      this.ledger.compare(chat.id, await this.#readAll(chat, entryProcess), acknowledged);
    }
  }

  async #startChat(): Promise<void> {
    const client = new TestClient();
    const id = newConversationId(new Date());
    this.#newcomers += 1;
    const email = `${this.#newcomers}-${randomUUID().slice(0, 8)}-newcomer@fleet.example`;
    const start = { id, email, topic: 'Sales Inquiry', service: null };
    const { conversation } = await client.post<{ conversation: ConversationView }>(
      this.#entryProcess,
      '/chat/conversations',
      start,
    );
    if (conversation.agentName) this.ledger.assign(email);
    this.#chats.push({ client, id });
  }

  async #write({ client, id }: Chat): Promise<void> {
    for (let count = 0; this.#goesOn; count += 1) {
      await this.#send(client, `/chat/conversations/${id}/messages`, id, count);
    }
  }

  async #answerAll(): Promise<void> {
    for (let count = 0; this.#goesOn; count += 1) {
      const { id = '' } = this.#chats[count % this.#chats.length] ?? {};
      await this.#send(this.#agent, `/agentchat/conversations/${id}/messages`, id, count);
    }
  }

  /** One message: every second is repeated until it is acknowledged, the others are given up. */
  async #send(client: TestClient, path: string, id: string, count: number): Promise<void> {
    const clientId = randomUUID();
    this.ledger.send(id, clientId);
    const isRepeated = count % 2 === 0;
    for (let isDone = false; !isDone && this.#goesOn; isDone ||= !isRepeated) {
      const body = { clientId, text: `Message ${clientId}` };
      const answer = await this.#ask(() => client.fetch(this.#entryProcess, path, asJson(body)));
      if (answer?.status === 200) {
        const { message } = JSON.parse(answer.text) as { message: MessageView };
        this.ledger.acknowledge(id, message);
        isDone = true;
      }
    }
    await setTimeout(PAUSE_MS);
  }

  async #findReviewer(): Promise<TestClient> {
    const client = new TestClient();
    const challenge = await client.get<Challenge>(this.#entryProcess, '/captcha');
    const solution = await solveChallenge({ challenge, deriveKey });
    const captcha = btoa(JSON.stringify({ challenge, solution }));
    await client.submit(this.#entryProcess, PAGE, { ...reviewOf('The first'), captcha });
    return client;
  }

  async #review(client: TestClient): Promise<void> {
    while (this.#goesOn) {
      const text = `Review ${randomUUID()}`;
      this.ledger.postReview(text, false);
      const answer = await this.#ask(() => client.submit(this.#entryProcess, PAGE, reviewOf(text)));
      if (answer?.status === 200) this.ledger.postReview(text, true);
      await setTimeout(REFUSED_MS);
    }
  }

  async #welcomeNewcomers(): Promise<void> {
    while (this.#goesOn) {
      await this.#startChat().catch(() => {});
      await setTimeout(4 * REFUSED_MS);
    }
  }

  async #readAll({ client, id }: Chat, entryProcess: EntryProcess): Promise<StoredMessage[]> {
    const read: MessageView[] = [];
    for (let hasMore = true; hasMore;) {
      const page = await client.get<{ messages: MessageView[]; hasMore: boolean }>(
        entryProcess,
        `/chat/conversations/${id}/messages?after=${read.length}`,
      );
      read.push(...page.messages);
      ({ hasMore } = page);
    }
    return read;
  }

  async #ask(send: () => Promise<Response>): Promise<{ status: number; text: string } | undefined> {
    const answer = await send().then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined,
    );
    const status = answer?.status ?? 0;
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (status !== 200) await setTimeout(REFUSED_MS);
    return answer;
  }

  get #goesOn(): boolean {
    return !this.#over.signal.aborted;
  }
}

function reviewOf(text: string): Record<string, string> {
  return { name: 'Astrid Lund', email: 'astrid.lund@fjordbooks.example', rating: '5', text };
}
