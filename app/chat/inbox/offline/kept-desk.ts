import type { ThreadView } from '../../protocol/views.ts';
import type { Figures } from '../inbox-figures.ts';
import type { InboxQuery } from '../inbox-query.ts';
import type { ViewList } from '../inbox-views.ts';
import { askKept, type StoreName } from './kept-database.ts';
import { forgetDesk } from './forget-desk.ts';

/** Limits the data that a lost phone can reveal, in number and age. */
export const KEPT = {
  lists: 6,
  entries: 100,
  threads: 30,
  messages: 200,
  forMs: 7 * 24 * 60 * 60 * 1000,
} as const;

export interface KeptList {
  readonly at: number;
  readonly list: ViewList;
  readonly figures: Figures;
}

interface Row {
  readonly id: string;
  readonly at: number;
}

interface ThreadRow extends Row {
  readonly thread: ThreadView;
}

export interface KeptRows {
  all<T extends Row>(name: StoreName): Promise<T[]>;
  get<T extends Row>(name: StoreName, id: string): Promise<T | undefined>;
  put(name: StoreName, row: Row & Readonly<Record<string, unknown>>): Promise<void>;
  remove(name: StoreName, id: string): Promise<void>;
}

export class KeptDesk {
  readonly #agentId: string;
  readonly #rows: KeptRows;
  readonly #now: () => number;
  #isOurs: Promise<boolean> | undefined;

  constructor(agentId: string, rows: KeptRows = browserRows, now: () => number = Date.now) {
    this.#agentId = agentId;
    this.#rows = rows;
    this.#now = now;
  }

  /** Deletes the data of another agent before anything is read or saved. */
  takeOver(): Promise<boolean> {
    return (this.#isOurs ??= this.#claim().catch(() => false));
  }

  async keepList(query: InboxQuery, list: ViewList, figures: Figures): Promise<void> {
    const entries = list.entries.slice(0, KEPT.entries);
    // Entries after the last page cannot be loaded offline.
    const kept = { entries, hasMore: false };
    await this.#keep('desk', { id: listId(query), list: kept, figures }, KEPT.lists);
  }

  async list(query: InboxQuery): Promise<KeptList | undefined> {
    return this.#read<Row & KeptList>('desk', listId(query));
  }

  async keepThread(thread: ThreadView): Promise<void> {
    const { visitorId: id } = thread.entry;
    const messages = newestOf(thread.messages);
    const kept = { ...thread, messages, isVisitorOnline: false };
    await this.#keep('threads', { id, thread: kept }, KEPT.threads);
  }

  async thread(visitorId: string): Promise<ThreadView | undefined> {
    return (await this.#read<ThreadRow>('threads', visitorId))?.thread;
  }

  /** Returns the saved visitor who has this conversation. */
  async threadWith(conversationId: string): Promise<ThreadView | undefined> {
    if (!(await this.takeOver())) return undefined;
    const rows = await this.#rows.all<ThreadRow>('threads').catch(() => []);
    const found = rows.find(
      (row) =>
        this.#isRecent(row) && row.thread.conversations.some(({ id }) => id === conversationId),
    );
    return found?.thread;
  }

  async dropThread(visitorId: string): Promise<void> {
    if (await this.takeOver()) await this.#rows.remove('threads', visitorId).catch(() => {});
  }

  async #claim(): Promise<boolean> {
    const held = await this.#rows.get<Row & { owner: string }>('desk', OWNER);
    if (held?.owner === this.#agentId) return true;
    if (held) await forgetDesk();
    await this.#rows.put('desk', { id: OWNER, at: this.#now(), owner: this.#agentId });
    return true;
  }

  /** Ignores failures, because the dashboard works without saved data. */
  async #keep(
    name: StoreName,
    row: { readonly id: string } & Readonly<Record<string, unknown>>,
    atMost: number,
  ): Promise<void> {
    if (!(await this.takeOver())) return;
    try {
      // If the agent has signed out in another tab meanwhile, this tab must not save anything.
      const held = await this.#rows.get<Row & { owner: string }>('desk', OWNER);
      if (held?.owner !== this.#agentId) return;
      await this.#rows.put(name, { ...row, at: this.#now() });
      const rows = (await this.#rows.all<Row>(name)).filter(({ id }) => id !== OWNER);
      rows.sort((one, other) => other.at - one.at);
      for (const [index, each] of rows.entries()) {
        if (index >= atMost || !this.#isRecent(each)) await this.#rows.remove(name, each.id);
      }
    } catch {
      // The dashboard works without saved data.
    }
  }

  async #read<T extends Row>(name: StoreName, id: string): Promise<T | undefined> {
    if (!(await this.takeOver())) return undefined;
    const row = await this.#rows.get<T>(name, id).catch(() => undefined);
    return row && this.#isRecent(row) ? row : undefined;
  }

  #isRecent({ at }: Row): boolean {
    return at > this.#now() - KEPT.forMs;
  }
}

const OWNER = 'owner';

const listId = ({ scope, view, order }: InboxQuery) => `list ${scope} ${view} ${order}`;

/** Keeps the newest messages across all conversations, so that each conversation still has no gap. */
function newestOf(messages: ThreadView['messages']): ThreadView['messages'] {
  if (messages.length <= KEPT.messages) return messages;
  return messages
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    .slice(-KEPT.messages);
}

const browserRows: KeptRows = {
  all: <T extends Row>(name: StoreName) =>
    askKept(name, 'readonly', (store) => store.getAll() as IDBRequest<T[]>),
  get: <T extends Row>(name: StoreName, id: string) =>
    askKept(name, 'readonly', (store) => store.get(id) as IDBRequest<T | undefined>),
  async put(name, row) {
    await askKept(name, 'readwrite', (store) => store.put(row));
  },
  async remove(name, id) {
    await askKept(name, 'readwrite', (store) => store.delete(id));
  },
};
