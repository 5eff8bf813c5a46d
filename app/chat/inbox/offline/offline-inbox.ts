import type { ThreadView } from '../../protocol/views.ts';
import type { Figures } from '../../protocol/inbox-figures.ts';
import type { InboxQuery } from '../inbox-query.ts';
import type { ViewList } from '../inbox-entries.ts';
import {
  OWNER,
  readOwner,
  withDatabase,
  type AgentDatabase,
  type ListRow,
  type ThreadRow,
} from './offline-database.ts';
import { forgetDesk } from './forget-desk.ts';

/** Limits the data that a lost phone can reveal, in number and age. */
export const OFFLINE_LIMITS = {
  lists: 6,
  entries: 100,
  threads: 30,
  messages: 200,
  forMs: 7 * 24 * 60 * 60 * 1000,
} as const;

export type PersistedList = Pick<ListRow, 'at' | 'list' | 'figures'>;

export class OfflineInbox {
  readonly #agentId: string;
  readonly #now: () => number;
  #isOurs: Promise<boolean> | undefined;

  constructor(agentId: string, now: () => number = Date.now) {
    this.#agentId = agentId;
    this.#now = now;
  }

  /** Deletes the data of another agent before anything is read or saved. */
  takeOver(): Promise<boolean> {
    return (this.#isOurs ??= this.#claim().catch(() => false));
  }

  async keepList(query: InboxQuery, list: ViewList, figures: Figures): Promise<void> {
    const entries = list.entries.slice(0, OFFLINE_LIMITS.entries);
    // Entries after the last page cannot be loaded offline.
    const persisted = { entries, hasMore: false };
    const row = { id: listId(query), at: this.#now(), list: persisted, figures };
    await this.#keep('desk', row, OFFLINE_LIMITS.lists);
  }

  async list(query: InboxQuery): Promise<PersistedList | undefined> {
    const row = await this.#read((database) => database.get('desk', listId(query)));
    return row && 'list' in row ? row : undefined;
  }

  async keepThread(thread: ThreadView): Promise<void> {
    const { visitorId: id } = thread.entry;
    const messages = newestOf(thread.messages);
    const persisted = { ...thread, messages, isVisitorOnline: false };
    await this.#keep('threads', { id, at: this.#now(), thread: persisted }, OFFLINE_LIMITS.threads);
  }

  async thread(visitorId: string): Promise<ThreadView | undefined> {
    return (await this.#read((database) => database.get('threads', visitorId)))?.thread;
  }

  /** Returns the saved visitor who has this conversation. */
  async threadWith(conversationId: string): Promise<ThreadView | undefined> {
    if (!(await this.takeOver())) return undefined;
    const rows = await withDatabase((database) => database.getAll('threads')).catch(() => []);
    const found = rows.find(
      (row) =>
        this.#isRecent(row) && row.thread.conversations.some(({ id }) => id === conversationId),
    );
    return found?.thread;
  }

  async dropThread(visitorId: string): Promise<void> {
    if (!(await this.takeOver())) return;
    await withDatabase((database) => database.delete('threads', visitorId)).catch(() => {});
  }

  async #claim(): Promise<boolean> {
    const owner = await readOwner();
    if (owner === this.#agentId) return true;
    if (owner !== undefined) await forgetDesk();
    const row = { id: OWNER, at: this.#now(), owner: this.#agentId } as const;
    await withDatabase((database) => database.put('desk', row));
    return true;
  }

  /** Ignores failures, because the dashboard works without saved data. */
  async #keep(name: 'desk' | 'threads', row: ListRow | ThreadRow, atMost: number): Promise<void> {
    if (!(await this.takeOver())) return;
    try {
      // If the agent has signed out in another tab meanwhile, this tab must not save anything.
      if ((await readOwner()) !== this.#agentId) return;
      await withDatabase(async (database) => {
        await database.put(name, row);
        const rows = (await database.getAll(name)).filter(({ id }) => id !== OWNER);
        rows.sort((one, other) => other.at - one.at);
        for (const [index, each] of rows.entries()) {
          if (index >= atMost || !this.#isRecent(each)) await database.delete(name, each.id);
        }
      });
    } catch {
      // The dashboard works without saved data.
    }
  }

  async #read<Row extends { readonly at: number }>(
    find: (database: AgentDatabase) => Promise<Row | undefined>,
  ): Promise<Row | undefined> {
    if (!(await this.takeOver())) return undefined;
    const row = await withDatabase(find).catch(() => undefined);
    return row && this.#isRecent(row) ? row : undefined;
  }

  #isRecent({ at }: { readonly at: number }): boolean {
    return at > this.#now() - OFFLINE_LIMITS.forMs;
  }
}

const listId = ({ scope, view, order }: InboxQuery) => `list ${scope} ${view} ${order}`;

/** Keeps the newest messages across all conversations, so that each conversation still has no gap. */
function newestOf(messages: ThreadView['messages']): ThreadView['messages'] {
  if (messages.length <= OFFLINE_LIMITS.messages) return messages;
  return messages
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    .slice(-OFFLINE_LIMITS.messages);
}
