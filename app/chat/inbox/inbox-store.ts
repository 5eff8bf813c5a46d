import { ApiError, getJson, postJson } from '../../platform/api-client.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MessageEvent } from '../events.ts';
import { openLiveConnection, type LiveConnection } from '../live-connection.ts';
import type { InboxEntry, ThreadView } from '../views.ts';
import {
  addPage,
  applyMessage,
  applyRead,
  applySeen,
  clearUnread,
  putEntry,
  removeEntry,
  type EntriesUpdate,
} from './inbox-entries.ts';
import { OpenThread, type ThreadState } from './open-thread.ts';

const TYPING_SHOWN_MS = 4000;
const TYPING_SENT_EVERY_MS = 2000;
const SEARCH_DEBOUNCE_MS = 300;
/** SPEC §9. */
const TOAST_TEXT_LENGTH = 50;
/** More would cover the thread; the badge counts the rest. */
const TOASTS_SHOWN = 3;

export interface Toast {
  readonly id: string;
  readonly visitorId: string;
  readonly email: string;
  readonly text: string;
}

export interface InboxState {
  readonly entries: readonly InboxEntry[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly search: string;
  /** What the server found for the search; null without one. */
  readonly found: readonly InboxEntry[] | null;
  readonly acceptsChats: boolean;
  readonly isConnected: boolean;
  readonly openVisitorId: string | null;
  readonly thread: ThreadState | null;
  readonly isVisitorTyping: boolean;
  readonly toasts: readonly Toast[];
  /** What could not be done, in words; shown until the next attempt. */
  readonly problem: string | null;
}

export interface InboxOptions {
  readonly clock: Clock;
  readonly agentId: string;
  readonly entries: readonly InboxEntry[];
  readonly hasMore: boolean;
  readonly acceptsChats: boolean;
  onSignedOut(): void;
}

interface InboxAnswer {
  readonly entries: InboxEntry[];
  readonly hasMore: boolean;
}

/** An agent's dashboard in one tab: the list, the open thread, and what is new. */
export class InboxStore {
  readonly #options: InboxOptions;
  readonly #listeners = new Set<() => void>();
  #state: InboxState;
  #unseen: ((toast: Toast) => void) | null = null;
  #thread: OpenThread | null = null;
  #live: LiveConnection | null = null;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #searchTimer: ReturnType<typeof setTimeout> | undefined;
  #typingSentAt = 0;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#state = {
      entries: options.entries,
      hasMore: options.hasMore,
      isLoading: false,
      search: '',
      found: null,
      acceptsChats: options.acceptsChats,
      isConnected: true,
      openVisitorId: null,
      thread: null,
      isVisitorTyping: false,
      toasts: [],
      problem: null,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): InboxState => this.#state;

  /** Calls `listener` when a visitor wrote while their thread was not in sight. */
  onUnseen(listener: (toast: Toast) => void): () => void {
    this.#unseen = listener;
    return () => {
      this.#unseen = null;
    };
  }

  /** Opens the live connection; returns the function that closes it. */
  connect(): () => void {
    this.#live = openLiveConnection(
      { as: 'agent' },
      {
        subscribe: (socket) => {
          socket.on('message', (event) => this.#onMessage(event));
          socket.on('entry', (entry) => this.#onEntry(entry));
          socket.on('unassigned', ({ visitorId }) => this.#onUnassigned(visitorId));
          socket.on('read', (event) => this.#take(applyRead(this.#state.entries, event)));
          socket.on('seen', ({ conversationId, number, isAgent }) => {
            if (isAgent) return;
            this.#change({ entries: applySeen(this.#state.entries, conversationId, number) });
          });
          socket.on('presence', ({ conversationId, isOnline }) =>
            this.#thread?.setVisitorOnline(conversationId, isOnline),
          );
          socket.on('typing', ({ conversationId, isAgent }) => {
            if (!isAgent && this.#thread?.has(conversationId)) this.#showTyping();
          });
        },
        onWake: () => void this.#catchUp(),
        onStatus: (isConnected) => this.#change({ isConnected }),
        onRefused: () => this.#options.onSignedOut(),
      },
    );
    return () => this.#live?.close();
  }

  async open(visitorId: string): Promise<void> {
    if (this.#state.openVisitorId === visitorId && this.#thread) return;
    this.#leaveThread();
    this.#change({
      openVisitorId: visitorId,
      thread: null,
      isVisitorTyping: false,
      problem: null,
      toasts: this.#state.toasts.filter((toast) => toast.visitorId !== visitorId),
    });
    await this.#loadThread(visitorId);
  }

  close(): void {
    this.#leaveThread();
    this.#change({ openVisitorId: null, thread: null, isVisitorTyping: false });
  }

  /** Opens the next or previous visitor of the list that is shown. */
  step(by: 1 | -1): void {
    const shown = this.#state.found ?? this.#state.entries;
    const at = shown.findIndex(({ visitorId }) => visitorId === this.#state.openVisitorId);
    const next = shown[at === -1 ? 0 : at + by];
    if (next) void this.open(next.visitorId);
  }

  /**
   * Sends to the visitor's current conversation. False when there is none, or the thread is not
   * loaded yet: nothing is sent then (SPEC §5), and what was written stays in the box.
   */
  send(text: string): boolean {
    const entry = this.openEntry();
    const conversationId = entry?.conversationId;
    if (!entry || !conversationId || !this.#thread?.has(conversationId)) return false;
    this.#thread.send(conversationId, text, this.#options.clock.now());
    this.#change({ entries: putEntry(this.#state.entries, { ...entry, needsWelcome: false }) });
    return true;
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
    const now = this.#options.clock.now().getTime();
    const conversationId = this.openEntry()?.conversationId;
    if (!conversationId || now - this.#typingSentAt < TYPING_SENT_EVERY_MS) return;
    this.#typingSentAt = now;
    this.#live?.typing(conversationId);
  }

  /** Resolves the open conversation, or opens it again. */
  async setCompleted(isCompleted: boolean): Promise<void> {
    const entry = this.openEntry();
    if (!entry?.conversationId) return;
    await this.#attempt(
      postJson(`/agentchat/conversations/${entry.conversationId}/completed`, { isCompleted }),
    );
  }

  async transfer(agentId: string): Promise<void> {
    const visitorId = this.#state.openVisitorId;
    if (!visitorId) return;
    await this.#attempt(postJson(`/agentchat/visitors/${visitorId}/transfer`, { agentId }));
  }

  async setAcceptsChats(acceptsChats: boolean): Promise<void> {
    const before = this.#state.acceptsChats;
    this.#change({ acceptsChats });
    const isDone = await this.#attempt(postJson('/agentchat/availability', { acceptsChats }));
    if (!isDone) this.#change({ acceptsChats: before });
  }

  search(text: string): void {
    this.#change({ search: text });
    clearTimeout(this.#searchTimer);
    if (text.trim() === '') {
      this.#change({ found: null, isLoading: false });
      return;
    }
    this.#searchTimer = setTimeout(() => void this.#runSearch(text), SEARCH_DEBOUNCE_MS);
  }

  async loadMore(): Promise<void> {
    const last = this.#state.entries.at(-1);
    if (!this.#state.hasMore || this.#state.isLoading || !last) return;
    this.#change({ isLoading: true });
    try {
      const cursor = new URLSearchParams({ updatedAt: last.updatedAt, visitorId: last.visitorId });
      const page = await getJson<InboxAnswer>(`/agentchat/inbox?${cursor}`);
      this.#change({ entries: addPage(this.#state.entries, page.entries), hasMore: page.hasMore });
    } catch (error) {
      this.#report(error);
    } finally {
      this.#change({ isLoading: false });
    }
  }

  dismissToast(id: string): void {
    this.#change({ toasts: this.#state.toasts.filter((toast) => toast.id !== id) });
  }

  openEntry(): InboxEntry | undefined {
    const { openVisitorId, entries, found, thread } = this.#state;
    const isOpen = (entry: InboxEntry) => entry.visitorId === openVisitorId;
    return entries.find(isOpen) ?? found?.find(isOpen) ?? thread?.entry;
  }

  /** Says that everything in the open thread has been read, as far as it is in sight. */
  markRead(): void {
    const { openVisitorId, entries } = this.#state;
    if (!openVisitorId || document.visibilityState !== 'visible') return;
    this.#thread?.markRead();
    this.#change({ entries: clearUnread(entries, openVisitorId) });
  }

  #leaveThread(): void {
    this.#thread?.dispose();
    this.#thread = null;
  }

  async #loadThread(visitorId: string): Promise<void> {
    try {
      const { thread } = await getJson<{ thread: ThreadView }>(`/agentchat/visitors/${visitorId}`);
      if (this.#state.openVisitorId !== visitorId) return;
      this.#thread ??= new OpenThread(thread, (state) => {
        if (this.#state.openVisitorId === visitorId) this.#change({ thread: state });
      });
      this.#thread.update(thread);
      // Somebody else's visitor, as managers see them, does not belong into the own list.
      if (thread.access === 'write') {
        this.#change({ entries: putEntry(this.#state.entries, thread.entry) });
      }
      this.markRead();
    } catch (error) {
      this.#report(error);
    }
  }

  #onMessage(event: MessageEvent): void {
    const { visitorId, message } = event;
    const isOpen = this.#state.openVisitorId === visitorId;
    this.#take(applyMessage(this.#state.entries, event, this.#options.agentId));
    if (isOpen) {
      // A conversation that began after the thread was opened: read the thread again.
      if (!this.#thread?.hint(message)) void this.#loadThread(visitorId);
      if (!message.isAgent) this.#change({ isVisitorTyping: false });
      this.markRead();
    }
    const isInSight = isOpen && document.visibilityState === 'visible';
    const entry = this.#state.entries.find((candidate) => candidate.visitorId === visitorId);
    if (message.isAgent || isInSight || !entry) return;
    this.#announce({ id: message.id, visitorId, email: entry.email, text: cut(message.text) });
  }

  #announce(toast: Toast): void {
    if (this.#state.toasts.some(({ id }) => id === toast.id)) return;
    this.#change({ toasts: [...this.#state.toasts, toast].slice(-TOASTS_SHOWN) });
    this.#unseen?.(toast);
  }

  #onEntry(entry: InboxEntry): void {
    this.#change({ entries: putEntry(this.#state.entries, entry) });
    if (this.#state.openVisitorId === entry.visitorId) void this.#loadThread(entry.visitorId);
  }

  #onUnassigned(visitorId: string): void {
    this.#change({ entries: removeEntry(this.#state.entries, visitorId) });
    if (this.#state.openVisitorId === visitorId) this.#thread?.close();
  }

  #take(update: EntriesUpdate): void {
    this.#change({ entries: update.entries });
    if (update.staleVisitorId) void this.#refreshEntry(update.staleVisitorId);
  }

  async #refreshEntry(visitorId: string): Promise<void> {
    try {
      const { entry } = await getJson<{ entry: InboxEntry }>(
        `/agentchat/visitors/${visitorId}/entry`,
      );
      this.#change({ entries: putEntry(this.#state.entries, entry) });
    } catch (error) {
      // No longer ours, or no connection: the next list says which.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** After every doubt about the hints: the first page anew, and what the open thread missed. */
  async #catchUp(): Promise<void> {
    try {
      const page = await getJson<InboxAnswer>('/agentchat/inbox');
      const isFirstPageOnly = this.#state.entries.length <= page.entries.length;
      this.#change({
        entries:
          isFirstPageOnly || !page.hasMore
            ? page.entries
            : addPage(this.#state.entries, page.entries),
        hasMore: isFirstPageOnly ? page.hasMore : this.#state.hasMore,
      });
      const { openVisitorId } = this.#state;
      await this.#thread?.catchUp();
      if (openVisitorId && this.#thread?.isOpen) await this.#loadThread(openVisitorId);
    } catch (error) {
      this.#report(error);
    }
  }

  async #runSearch(text: string): Promise<void> {
    this.#change({ isLoading: true });
    try {
      const { entries } = await getJson<InboxAnswer>(
        `/agentchat/inbox?search=${encodeURIComponent(text.trim())}`,
      );
      if (this.#state.search === text) this.#change({ found: entries });
    } catch (error) {
      this.#report(error);
    } finally {
      if (this.#state.search === text) this.#change({ isLoading: false });
    }
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

  #showTyping(): void {
    this.#change({ isVisitorTyping: true });
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => this.#change({ isVisitorTyping: false }), TYPING_SHOWN_MS);
  }

  #change(change: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function cut(text: string): string {
  const letters = Array.from(text);
  return letters.length > TOAST_TEXT_LENGTH
    ? `${letters.slice(0, TOAST_TEXT_LENGTH).join('')}...`
    : text;
}
