import { ApiError, getJson, postJson } from '../../platform/api-client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MessageEvent } from '../../conversation/wire/events.ts';
import type { LiveConnection } from '../live-connection.ts';
import type {
  AgentView,
  InboxEntry,
  InboxView,
  MessageHit,
  ThreadView,
} from '../../conversation/wire/views.ts';
import { openAgentConnection } from './agent-connection.ts';
import { DeskAgents } from './desk-agents.ts';
import { InboxSearch, NO_SEARCH, type SearchState } from './inbox-search.ts';
import { InboxLists, type ListsState } from './inbox-lists.ts';
import {
  applyMessageToLists,
  applyReadToLists,
  applySeenToLists,
  clearUnreadInLists,
  knownEntry,
  type ViewList,
} from './inbox-views.ts';
import { NoteWriter } from './note-writer.ts';
import { OpenThread, type ThreadState } from './open-thread.ts';
import { addToast, failureToast, toToast, type NewMessageToast, type Toast } from './toast.ts';
import { OwnTyping } from '../typing.ts';

export interface InboxState extends ListsState {
  readonly search: SearchState;
  /** Who answers visitors, for those who see everybody; null until it is known. */
  readonly agents: readonly AgentView[] | null;
  readonly acceptsChats: boolean;
  readonly isConnected: boolean;
  readonly openVisitorId: string | null;
  /** The message a search led to. */
  readonly target: MessageHit | null;
  readonly thread: ThreadState | null;
  readonly toasts: readonly Toast[];
  /** What could not be done, in words; shown until the next attempt. */
  readonly problem: string | null;
}

export interface InboxOptions {
  readonly clock: Clock;
  readonly agentId: string;
  /** The lists this person may see. */
  readonly views: readonly InboxView[];
  readonly mine: ViewList;
  readonly unread: number;
  readonly acceptsChats: boolean;
  onSignedOut(): void;
}

/** An agent's dashboard in one tab: the list, the open thread, and what is new. */
export class InboxStore {
  readonly #options: InboxOptions;
  readonly #listeners = new Set<() => void>();
  #state: InboxState;
  #unseen: ((toast: NewMessageToast) => void) | null = null;
  #thread: OpenThread | null = null;
  #live: LiveConnection | null = null;
  readonly #search: InboxSearch;
  readonly #lists: InboxLists;
  readonly #agents: DeskAgents;
  readonly #notes = new NoteWriter();
  readonly #ownTyping = new OwnTyping();

  constructor(options: InboxOptions) {
    this.#options = options;
    const lists: ListsState = {
      view: 'mine',
      lists: { mine: options.mine },
      isLoading: false,
      unread: options.unread,
    };
    this.#state = {
      ...lists,
      search: NO_SEARCH,
      agents: null,
      acceptsChats: options.acceptsChats,
      isConnected: true,
      openVisitorId: null,
      target: null,
      thread: null,
      toasts: [],
      problem: null,
    };
    this.#lists = new InboxLists({
      agentId: options.agentId,
      views: options.views,
      initial: lists,
      onChange: (change) => this.#change(change),
      onError: (error) => this.#report(error),
      onRefreshed: (visitorId, entry) => this.#onRefreshed(visitorId, entry),
    });
    this.#agents = new DeskAgents({
      onChange: (agents) => this.#change({ agents }),
      onError: (error) => this.#report(error),
    });
    this.#search = new InboxSearch({
      onChange: (search) => this.#change({ search }),
      onError: (error) => this.#report(error),
      viewOf: () => (this.hears('all') ? 'all' : 'mine'),
    });
  }

  get views(): readonly InboxView[] {
    return this.#options.views;
  }

  /** Whether this person may see that list, and is told of what happens in it. */
  hears(view: InboxView): boolean {
    return this.#options.views.includes(view);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): InboxState => this.#state;

  /** Calls `listener` when a visitor wrote while their thread was not in sight. */
  onUnseen(listener: (toast: NewMessageToast) => void): () => void {
    this.#unseen = listener;
    return () => {
      this.#unseen = null;
    };
  }

  /** Opens the live connection; returns the function that closes it. */
  connect(): () => void {
    this.#live = openAgentConnection({
      subscribe: (socket) => {
        socket.on('message', (event) => void this.#onMessage(event));
        socket.on('entry', (entry) => this.#onEntry(entry));
        socket.on('unassigned', ({ visitorId }) => this.#onUnassigned(visitorId));
        socket.on('changed', ({ visitorId, isWaiting }) => {
          this.#askAgentsSoon();
          const isKnown = knownEntry(this.#state.lists, visitorId) !== undefined;
          const isOpen = this.#state.openVisitorId === visitorId;
          if (isWaiting || isKnown || isOpen || this.#state.lists.all) {
            void this.#lists.refresh(visitorId);
          }
        });
        socket.on('note', ({ visitorId, note }) => {
          if (this.#state.openVisitorId === visitorId) this.#thread?.addNote(note);
        });
        socket.on('desk', () => this.#askAgentsSoon());
        socket.on('read', (event) => {
          this.#lists.recountUnread();
          void this.#lists.take(applyReadToLists(this.#state.lists, event));
        });
        socket.on('seen', ({ conversationId, number, isAgent }) => {
          if (isAgent) return;
          this.#lists.set(applySeenToLists(this.#state.lists, conversationId, number));
        });
        socket.on('presence', ({ conversationId, isOnline }) =>
          this.#thread?.setVisitorOnline(conversationId, isOnline),
        );
        socket.on('typing', (event) => this.#thread?.onTyping(event));
      },
      onWake: () => void this.#catchUp(),
      onStatus: (isConnected) => this.#change({ isConnected }),
      onRefused: () => this.#options.onSignedOut(),
    });
    const onStored = ({ key }: StorageEvent) => {
      if (key !== null) this.#thread?.onStored(key);
    };
    window.addEventListener('storage', onStored);
    return () => {
      window.removeEventListener('storage', onStored);
      this.#agents.close();
      this.#live?.close();
    };
  }

  async show(view: InboxView): Promise<void> {
    await this.#lists.show(view);
  }

  async open(visitorId: string): Promise<void> {
    if (this.#state.openVisitorId === visitorId && this.#thread) return;
    this.#leaveThread();
    this.#change({
      openVisitorId: visitorId,
      target: null,
      thread: null,
      problem: null,
      toasts: this.#state.toasts.filter(
        (toast) => toast.kind === 'failure' || toast.visitorId !== visitorId,
      ),
    });
    await this.#loadThread(visitorId);
  }

  /** Opens the thread of a message that was found, as far back as that message. */
  async openHit(hit: MessageHit): Promise<void> {
    if (this.#state.openVisitorId !== hit.visitorId || !this.#thread) {
      this.#leaveThread();
      this.#change({ openVisitorId: hit.visitorId, thread: null, problem: null });
    }
    this.#change({ target: null });
    if (!this.#thread?.has(hit.conversationId)) {
      await this.#loadThread(hit.visitorId, hit.conversationId);
    }
    if (this.#state.openVisitorId !== hit.visitorId) return;
    const isThere = await this.#thread
      ?.loadBackTo(hit.conversationId, hit.number)
      .catch((error: unknown) => this.#report(error));
    if (isThere && this.#state.openVisitorId === hit.visitorId) this.#change({ target: hit });
  }

  close(): void {
    this.#leaveThread();
    this.#change({ openVisitorId: null, target: null, thread: null });
  }

  /** Opens the next or previous visitor of the list that is shown. */
  step(by: 1 | -1): void {
    const shown = this.shownEntries();
    const at = shown.findIndex(({ visitorId }) => visitorId === this.#state.openVisitorId);
    const next = shown[at === -1 ? 0 : at + by];
    if (next) void this.open(next.visitorId);
  }

  /**
   * Sends to the visitor's current conversation. False when there is none, or the thread is not
   * loaded yet: nothing is sent then (SPEC §5), and what was written stays in the box.
   */
  send(text: string, { isWelcome = false } = {}): boolean {
    const entry = this.openEntry();
    const conversationId = entry?.conversationId;
    if (!entry || !conversationId || !this.#thread?.has(conversationId)) return false;
    this.#thread.send(conversationId, text, this.#options.clock.now(), { isWelcome });
    this.#lists.put({ ...entry, needsWelcome: false });
    return true;
  }

  /** Keeps a note beside the current conversation; false when it was not saved. */
  async writeNote(text: string): Promise<boolean> {
    const conversationId = this.openEntry()?.conversationId;
    if (!conversationId) return false;
    return this.#attempt(
      this.#notes.write(conversationId, text).then((note) => this.#thread?.addNote(note)),
    );
  }

  /** Takes the open visitor out of the queue, or over from whoever is seen to have them. */
  async take(): Promise<void> {
    const entry = this.openEntry();
    if (!entry) return;
    const { visitorId, agentId: fromAgentId } = entry;
    await this.#attempt(postJson(`/agentchat/visitors/${visitorId}/take`, { fromAgentId }));
    await this.#lists.refresh(visitorId);
  }

  retry(conversationId: string, clientId: string): void {
    this.#thread?.retry(conversationId, clientId);
  }

  discard(conversationId: string, clientId: string): void {
    this.#thread?.discard(conversationId, clientId);
  }

  loadEarlier(): void {
    void this.#thread?.loadEarlier().catch((error: unknown) => this.#report(error));
  }

  typing(): void {
    const conversationId = this.openEntry()?.conversationId;
    const clientId = conversationId && this.#thread?.nextClientId(conversationId);
    if (!clientId || !this.#ownTyping.isDue(clientId, this.#options.clock.now())) return;
    this.#live?.typing(conversationId, clientId);
  }

  /** Resolves the open conversation, or opens it again. */
  async setCompleted(isCompleted: boolean): Promise<void> {
    const entry = this.openEntry();
    if (!entry?.conversationId) return;
    await this.#attempt(
      postJson(`/agentchat/conversations/${entry.conversationId}/completed`, { isCompleted }),
    );
  }

  /** Hands the open visitor over, with a note for whoever has them next. */
  async transfer(agentId: string, note: string): Promise<boolean> {
    const visitorId = this.#state.openVisitorId;
    if (!visitorId) return false;
    return this.#attempt(postJson(`/agentchat/visitors/${visitorId}/transfer`, { agentId, note }));
  }

  async setAcceptsChats(acceptsChats: boolean): Promise<void> {
    const before = this.#state.acceptsChats;
    this.#change({ acceptsChats });
    const isDone = await this.#attempt(postJson('/agentchat/availability', { acceptsChats }));
    if (!isDone) this.#change({ acceptsChats: before });
  }

  search(text: string): void {
    this.#search.search(text);
  }

  loadMoreHits(): void {
    void this.#search.loadMore();
  }

  async loadMore(): Promise<void> {
    await this.#lists.loadMore();
  }

  dismissToast(id: string): void {
    this.#change({ toasts: this.#state.toasts.filter((toast) => toast.id !== id) });
  }

  openEntry(): InboxEntry | undefined {
    const { openVisitorId, lists, search, thread } = this.#state;
    const isOpen = (entry: InboxEntry) => entry.visitorId === openVisitorId;
    const isOfThread = thread?.visitorId === openVisitorId;
    return (
      knownEntry(lists, openVisitorId) ??
      (isOfThread ? thread.entry : undefined) ??
      search.found?.find(isOpen)
    );
  }

  /** What the list on the left shows. */
  shownEntries(): readonly InboxEntry[] {
    const { search, lists, view } = this.#state;
    return search.found ?? lists[view]?.entries ?? [];
  }

  /** Says that everything in the open thread has been read, as far as it is in sight. */
  markRead(): void {
    const { openVisitorId, lists } = this.#state;
    if (!openVisitorId || document.visibilityState !== 'visible') return;
    this.#thread?.markRead();
    this.#lists.set(clearUnreadInLists(lists, openVisitorId));
  }

  #leaveThread(): void {
    this.#thread?.dispose();
    this.#thread = null;
  }

  async #loadThread(visitorId: string, including?: string): Promise<void> {
    try {
      const query = including ? `?conversation=${including}` : '';
      const { thread } = await getJson<{ thread: ThreadView }>(
        `/agentchat/visitors/${visitorId}${query}`,
      );
      if (this.#state.openVisitorId !== visitorId) return;
      this.#thread ??= new OpenThread(thread, {
        onChange: (state) => {
          if (this.#state.openVisitorId === visitorId) this.#change({ thread: state });
        },
        onSignedOut: () => this.#options.onSignedOut(),
        onFailed: (message) => this.#showToast(failureToast(message)),
        onFailureOver: (clientId) => this.dismissToast(clientId),
      });
      this.#thread.update(thread);
      this.#lists.put(thread.entry);
      this.markRead();
    } catch (error) {
      this.#report(error);
    }
  }

  async #onMessage(event: MessageEvent): Promise<void> {
    const { visitorId, message } = event;
    const isOpen = this.#state.openVisitorId === visitorId;
    const counted = this.#lists.take(
      applyMessageToLists(this.#state.lists, event, this.hears('all')),
    );
    if (isOpen) {
      // A conversation that began after the thread was opened: read the thread again.
      if (!this.#thread?.hint(message)) void this.#loadThread(visitorId);
      this.markRead();
    }
    if (message.isAgent) return;
    // Whoever stands on a page that is not loaded comes into the list with this message.
    await counted;
    const entry = this.#state.lists.mine.entries.find((one) => one.visitorId === visitorId);
    // Managers hear every visitor; what is new to them are their own.
    if (!entry) return;
    this.#lists.recountUnread();
    const isInSight =
      this.#state.openVisitorId === visitorId && document.visibilityState === 'visible';
    if (isInSight) return;
    const toast = toToast(message, entry);
    if (this.#showToast(toast)) this.#unseen?.(toast);
  }

  /** False when it is shown already. */
  #showToast(toast: Toast): boolean {
    const toasts = addToast(this.#state.toasts, toast);
    if (toasts) this.#change({ toasts });
    return toasts !== undefined;
  }

  #onEntry(entry: InboxEntry): void {
    this.#lists.put(entry);
    this.#lists.recountUnread();
    if (this.#state.openVisitorId === entry.visitorId) void this.#loadThread(entry.visitorId);
  }

  #onUnassigned(visitorId: string): void {
    this.#lists.remove(visitorId, 'mine');
    this.#lists.recountUnread();
    if (this.#state.openVisitorId !== visitorId) return;
    // Those who see everybody read on; what the thread says is read anew.
    if (this.hears('all')) void this.#loadThread(visitorId);
    else this.#thread?.close();
  }

  /** The open thread follows the visitor to whoever has them now. */
  async #onRefreshed(visitorId: string, entry: InboxEntry | undefined): Promise<void> {
    const { thread, openVisitorId } = this.#state;
    if (!entry) {
      if (openVisitorId === visitorId) this.#thread?.close();
      return;
    }
    const hasChangedHands =
      thread?.visitorId === visitorId &&
      (thread.entry.agentId !== entry.agentId ||
        thread.entry.conversationId !== entry.conversationId);
    if (hasChangedHands) await this.#loadThread(visitorId);
  }

  /** After every doubt about the hints: the lists anew, and what the open thread missed. */
  async #catchUp(): Promise<void> {
    try {
      const { openVisitorId } = this.#state;
      await this.#lists.catchUp();
      this.#askAgentsSoon();
      await this.#thread?.catchUp();
      if (openVisitorId && this.#thread?.isOpen) await this.#loadThread(openVisitorId);
    } catch (error) {
      this.#report(error);
    }
  }

  #askAgentsSoon(): void {
    if (this.hears('all')) this.#agents.askSoon();
  }

  async #attempt(work: Promise<unknown>): Promise<boolean> {
    this.#change({ problem: null });
    try {
      await work;
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }

  #report(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) this.#options.onSignedOut();
    // Without a connection the header says so already.
    else if (error.status !== 0) this.#change({ problem: error.message });
  }

  #change(change: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
