import { ApiError } from '../../platform/api-client.ts';
import { inboxApi } from './inbox-api.ts';
import type { ViewCounts } from '../protocol/entry-state.ts';
import type { MessageEvent, ReadEvent } from '../protocol/events.ts';
import type { InboxEntry } from '../protocol/views.ts';
import { isUnreachable } from './is-unreachable.ts';
import type { PersistedList } from './offline/offline-inbox.ts';
import {
  applyMessage,
  applyRead,
  applySeen,
  clearUnread,
  putEntry,
  type EntriesUpdate,
  applyMessageToList,
  goesBeyond,
  putFirstPage,
  putFurtherPage,
  putInList,
  putPage,
  removeFromList,
  type Cursor,
  type ViewList,
} from './inbox-entries.ts';
import type { Figures } from '../protocol/inbox-figures.ts';
import { InboxFigures } from './inbox-figures.ts';
import { isSameQuery, type InboxQuery } from './inbox-query.ts';

export interface ListsState extends Omit<Figures, 'counts'> {
  readonly counts: ViewCounts | null;
  readonly query: InboxQuery;
  readonly list: ViewList | null;
  /** The entry of the open conversation, which may be missing from the list. */
  readonly opened: InboxEntry | null;
  readonly isLoading: boolean;
}

export interface InboxListsOptions {
  readonly agentId: string;
  readonly initial: ListsState;
  onChange(change: Partial<ListsState>): void;
  onError(error: unknown): void;
  onRoleChanged(): void;
  /** Returns this device's saved copy of a list, for use while the server is unreachable. */
  kept?(query: InboxQuery): Promise<PersistedList | undefined>;
  /** Runs after a visitor was requested. Without an entry the agent may no longer see the visitor. */
  onRefreshed(visitorId: string, inboxEntry: InboxEntry | undefined): Promise<void> | void;
}

export class InboxLists {
  readonly #options: InboxListsOptions;
  readonly #figures: InboxFigures;
  /** The entry that was requested last, which may be in no list. */
  readonly #asked = new Map<string, InboxEntry>();
  /** Visitors of other agents. Managers receive all messages and must not request an entry for each. */
  readonly #notOurs = new Set<string>();
  #state: ListsState;

  constructor(options: InboxListsOptions) {
    this.#options = options;
    this.#state = options.initial;
    this.#figures = new InboxFigures({
      scopeOf: () => this.#state.query.scope,
      onCounted: (figures) => {
        this.#change(figures);
        if (figures.role !== options.initial.role) options.onRoleChanged();
      },
      onError: (error) => options.onError(error),
    });
  }

  get query(): InboxQuery {
    return this.#state.query;
  }

  /** Switches to another list, which is loaded again each time. */
  async show(query: InboxQuery): Promise<void> {
    if (isSameQuery(query, this.#state.query)) return;
    const isOtherScope = query.scope !== this.#state.query.scope;
    this.#change({ query, list: null, ...(isOtherScope ? { counts: null } : {}) });
    this.count();
    await this.#loadFirstPage().catch(async (error: unknown) => {
      this.#options.onError(error);
      if (isUnreachable(error)) await this.showPersisted();
    });
  }

  /** Shows the list saved on this device; without a saved copy the current list stays. */
  async showPersisted(): Promise<void> {
    const { query } = this.#state;
    const persisted = await this.#options.kept?.(query);
    if (persisted && query === this.#state.query)
      this.#change({ ...persisted.figures, list: persisted.list });
  }

  /**
   * Reloads the first page whenever hints may have been lost. After a longer disconnect (`wasAway`) the
   * further pages that were scrolled to are reloaded too.
   */
  async catchUp({ wasAway = false } = {}): Promise<void> {
    this.count();
    const { query } = this.#state;
    let page = await this.#loadFirstPage();
    if (!wasAway) return;
    while (query === this.#state.query) {
      const { list } = this.#state;
      const before = page.entries.at(-1);
      if (!list || !before || !goesBeyond(list, query, page)) return;
      // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ends
      page = await readPage(query, page.end);
      if (query !== this.#state.query || !this.#state.list) return;
      this.#change({ list: putFurtherPage(this.#state.list, query, before, page) });
    }
  }

  async loadMore(): Promise<void> {
    const { query, list, isLoading } = this.#state;
    if (!list?.hasMore || isLoading) return;
    this.#change({ isLoading: true });
    try {
      const page = await readPage(query, list.end);
      if (query === this.#state.query) {
        this.#change({ list: putPage(this.#state.list, query, page, false) });
      }
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#change({ isLoading: false });
    }
  }

  known(visitorId: string | null): InboxEntry | undefined {
    const { list, opened } = this.#state;
    return (
      list?.entries.find((inboxEntry) => inboxEntry.visitorId === visitorId) ??
      (opened?.visitorId === visitorId ? opened : undefined)
    );
  }

  /** Sets the entry to update besides those of the list. */
  follow(opened: InboxEntry | null): void {
    this.#change({ opened });
  }

  put(inboxEntry: InboxEntry): void {
    const { list, query } = this.#state;
    if (list) this.#change({ list: putInList(list, query, inboxEntry, this.#options.agentId) });
    this.#changeOpened((opened) =>
      opened[0]?.visitorId === inboxEntry.visitorId ? putEntry(opened, inboxEntry) : opened,
    );
  }

  remove(visitorId: string): void {
    const { list } = this.#state;
    if (list) this.#change({ list: removeFromList(list, visitorId) });
  }

  async takeMessage(event: MessageEvent): Promise<InboxEntry | undefined> {
    const { list, query } = this.#state;
    if (query.scope === 'mine' && this.#notOurs.has(event.visitorId)) return undefined;
    this.count();
    const isKnown = this.known(event.visitorId) !== undefined;
    const update = list && applyMessageToList(list, query, event, this.#options.agentId);
    if (update) this.#change({ list: update.list });
    let isStale = !isKnown || update?.staleVisitorId !== undefined;
    this.#changeOpened((opened) => {
      if (opened[0]?.visitorId !== event.visitorId) return opened;
      const followed = applyMessage(opened, event);
      isStale ||= followed.staleVisitorId !== undefined;
      return followed.entries;
    });
    if (isStale) await this.refresh(event.visitorId);
    return this.known(event.visitorId) ?? this.#asked.get(event.visitorId);
  }

  async takeRead(event: ReadEvent): Promise<void> {
    this.count();
    await this.#changeAll((entries) => applyRead(entries, event), event.visitorId);
  }

  takeSeen(conversationId: string, number: number): void {
    void this.#changeAll((entries) => ({ entries: applySeen(entries, conversationId, number) }));
  }

  clearUnread(visitorId: string): void {
    void this.#changeAll((entries) => ({ entries: clearUnread(entries, visitorId) }));
  }

  async refresh(visitorId: string, isRepeated = false): Promise<void> {
    try {
      const { entry } = await inboxApi.get('/agentchat/visitors/:id/entry', { id: visitorId });
      const known = this.known(visitorId);
      // The entry was read before a message that was counted meanwhile, so it is requested again.
      if (known && known.messageCount > entry.messageCount && !isRepeated) {
        await this.refresh(visitorId, true);
        return;
      }
      this.#noteWhose(entry);
      this.put(entry);
      await this.#options.onRefreshed(visitorId, entry);
    } catch (error) {
      // There is no connection; the next list is correct again.
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 404) return;
      this.remove(visitorId);
      await this.#options.onRefreshed(visitorId, undefined);
    }
  }

  count(): void {
    void this.#figures.ask();
  }

  /** Forgets what is known about the visitor's agent, who may have changed. */
  forget(visitorId: string): void {
    this.#notOurs.delete(visitorId);
    this.#asked.delete(visitorId);
  }

  #noteWhose(inboxEntry: InboxEntry): void {
    this.#asked.clear();
    this.#asked.set(inboxEntry.visitorId, inboxEntry);
    if (inboxEntry.agentId === this.#options.agentId) this.#notOurs.delete(inboxEntry.visitorId);
    else this.#notOurs.add(inboxEntry.visitorId);
  }

  async #loadFirstPage(): Promise<ViewList> {
    const { query } = this.#state;
    const page = await readPage(query);
    if (query === this.#state.query) {
      this.#change({ list: putFirstPage(this.#state.list, query, page) });
    }
    return page;
  }

  async #changeAll(
    change: (entries: readonly InboxEntry[]) => EntriesUpdate,
    visitorId?: string,
  ): Promise<void> {
    const { list } = this.#state;
    const inList = list && change(list.entries);
    if (inList) this.#change({ list: { ...list, entries: inList.entries } });
    let isStale = inList?.staleVisitorId !== undefined;
    this.#changeOpened((opened) => {
      const followed = change(opened);
      isStale ||= followed.staleVisitorId !== undefined;
      return followed.entries;
    });
    if (isStale && visitorId) await this.refresh(visitorId);
  }

  #changeOpened(change: (opened: readonly InboxEntry[]) => readonly InboxEntry[]): void {
    const { opened } = this.#state;
    if (opened) this.#change({ opened: change([opened])[0] ?? null });
  }

  #change(change: Partial<ListsState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(change);
  }
}

function readPage({ scope, view, order }: InboxQuery, after?: Cursor): Promise<ViewList> {
  const { at, visitorId, isWaiting } = after ?? {};
  const place =
    at && visitorId ? { at, visitorId, ...(isWaiting ? { isWaiting: 'true' } : {}) } : {};
  return inboxApi.get('/agentchat/inbox', {}, { query: { scope, view, order, ...place } });
}
