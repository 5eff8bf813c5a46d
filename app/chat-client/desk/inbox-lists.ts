import { ApiError, getJson } from '../../platform/api-client.ts';
import type { InboxEntry, InboxView } from '../../conversation/wire/views.ts';
import {
  knownEntry,
  putInLists,
  putPage,
  removeFromLists,
  type Cursor,
  type Lists,
  type ListsUpdate,
  type ViewList,
} from './inbox-views.ts';
import { UnreadTotal } from './unread-total.ts';

export interface ListsState {
  readonly view: InboxView;
  readonly lists: Lists;
  readonly isLoading: boolean;
  /** The server's count of what is unread in all own conversations. */
  readonly unread: number;
}

export interface InboxListsOptions {
  readonly agentId: string;
  readonly views: readonly InboxView[];
  /** What the page came with. */
  readonly initial: ListsState;
  onChange(change: Partial<ListsState>): void;
  onError(error: unknown): void;
  /** The server was asked about one visitor; without an entry they may not be seen any longer. */
  onRefreshed(visitorId: string, entry: InboxEntry | undefined): Promise<void> | void;
}

/** The lists of the dashboard, and what is asked of the server to keep them true. */
export class InboxLists {
  readonly #options: InboxListsOptions;
  readonly #unread: UnreadTotal;
  #state: ListsState;

  constructor(options: InboxListsOptions) {
    this.#options = options;
    this.#state = options.initial;
    this.#unread = new UnreadTotal({
      onCounted: (unread) => this.#change({ unread }),
      onError: (error) => options.onError(error),
    });
  }

  get lists(): Lists {
    return this.#state.lists;
  }

  /** Shows another list; what it holds is loaded anew each time. */
  async show(view: InboxView): Promise<void> {
    this.#change({ view });
    await this.#loadFirstPage(view).catch((error: unknown) => this.#options.onError(error));
  }

  /** After every doubt about the hints: the first pages anew. */
  async catchUp(): Promise<void> {
    const loaded = this.#options.views.filter((view) => view === 'queue' || this.lists[view]);
    await Promise.all(loaded.map((view) => this.#loadFirstPage(view)));
    this.recountUnread();
  }

  async loadMore(): Promise<void> {
    const { view, isLoading } = this.#state;
    const list = this.lists[view];
    if (!list?.hasMore || isLoading) return;
    this.#change({ isLoading: true });
    try {
      const page = await readPage(view, list.end);
      this.set(putPage(this.lists, view, page, false));
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#change({ isLoading: false });
    }
  }

  /** Takes an entry from the server. */
  put(entry: InboxEntry): void {
    this.set(putInLists(this.lists, entry, this.#options.agentId));
  }

  remove(visitorId: string, from?: InboxView): void {
    this.set(removeFromLists(this.lists, visitorId, from));
  }

  set(lists: Lists): void {
    this.#change({ lists });
  }

  /** Takes what a hint changed; resolves when what it left open has been asked. */
  async take(update: ListsUpdate): Promise<void> {
    this.set(update.lists);
    if (update.staleVisitorId) await this.refresh(update.staleVisitorId);
  }

  async refresh(visitorId: string, isRepeated = false): Promise<void> {
    try {
      const { entry } = await getJson<{ entry: InboxEntry }>(
        `/agentchat/visitors/${visitorId}/entry`,
      );
      const known = knownEntry(this.lists, visitorId);
      // Read before a message that was counted here meanwhile: who has the visitor is asked again.
      if (known && known.messageCount > entry.messageCount && !isRepeated) {
        await this.refresh(visitorId, true);
        return;
      }
      this.put(entry);
      await this.#options.onRefreshed(visitorId, entry);
    } catch (error) {
      // No connection: the next list says what is true.
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 404) return;
      this.remove(visitorId);
      await this.#options.onRefreshed(visitorId, undefined);
    }
  }

  /** Something unread may have changed: asked of the server where the own list does not say it. */
  recountUnread(): void {
    if (this.lists.mine.hasMore) void this.#unread.ask();
  }

  async #loadFirstPage(view: InboxView): Promise<void> {
    const page = await readPage(view);
    const held = this.lists[view];
    // Further pages that were scrolled to stay; with none the first page is the whole truth.
    const isFresh = !held || held.entries.length <= page.entries.length || !page.hasMore;
    const end = isFresh ? page : { ...held, entries: page.entries };
    this.set(putPage(this.lists, view, end, isFresh));
  }

  #change(change: Partial<ListsState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(change);
  }
}

function readPage(view: InboxView, after?: Cursor): Promise<ViewList> {
  return getJson<ViewList>(`/agentchat/inbox?${new URLSearchParams({ view, ...after })}`);
}
