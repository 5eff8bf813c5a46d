import { ApiError, getJson, postJson } from '../../platform/api-client.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConversationChannel, type ConversationApi } from '../conversation-channel.ts';
import type { MessageEvent } from '../events.ts';
import { openLiveConnection, type LiveConnection } from '../live-connection.ts';
import { lastNumber, startFrom, type MessageList } from '../message-list.ts';
import { localOutbox } from '../outbox.ts';
import type { InboxEntry, ThreadConversation, ThreadView } from '../views.ts';
import { applyMessage, clearUnread, putEntry, removeEntry } from './inbox-entries.ts';

const TYPING_SHOWN_MS = 4000;
const TYPING_SENT_EVERY_MS = 2000;
/** SPEC §9. */
const TOAST_SHOWN_MS = 4000;
const TOAST_TEXT_LENGTH = 50;

export interface OpenThread {
  readonly visitorId: string;
  readonly conversations: readonly ThreadConversation[];
  /** By conversation; the current one is written to, the others only read. */
  readonly lists: Readonly<Record<string, MessageList>>;
}

export interface Toast {
  readonly id: string;
  readonly visitorId: string;
  readonly email: string;
  readonly text: string;
}

export interface InboxState {
  readonly entries: readonly InboxEntry[];
  readonly isLoading: boolean;
  readonly isConnected: boolean;
  readonly openVisitorId: string | null;
  readonly thread: OpenThread | null;
  readonly isVisitorTyping: boolean;
  readonly toasts: readonly Toast[];
  readonly problem: string | null;
}

const api: ConversationApi = {
  readAfter: (id, after) => getJson(`/agentchat/conversations/${id}/messages?after=${after}`),
  send: (id, clientId, text) =>
    postJson(`/agentchat/conversations/${id}/messages`, { clientId, text }),
};

/** An agent's dashboard in one tab: the list, the open thread, and what is new. */
export class InboxStore {
  readonly #clock: Clock;
  readonly #agentId: string;
  readonly #listeners = new Set<() => void>();
  readonly #channels = new Map<string, ConversationChannel>();
  #state: InboxState;
  #live: LiveConnection | null = null;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #typingSentAt = 0;

  constructor(clock: Clock, agentId: string, entries: readonly InboxEntry[]) {
    this.#clock = clock;
    this.#agentId = agentId;
    this.#state = {
      entries,
      isLoading: false,
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

  /** Opens the live connection; returns the function that closes it. */
  connect(onSignedOut: () => void): () => void {
    this.#live = openLiveConnection(
      { as: 'agent' },
      {
        subscribe: (socket) => {
          socket.on('message', (event) => this.#onMessage(event));
          socket.on('entry', (entry) =>
            this.#change({ entries: putEntry(this.#state.entries, entry) }),
          );
          socket.on('unassigned', ({ visitorId }) =>
            this.#change({ entries: removeEntry(this.#state.entries, visitorId) }),
          );
          socket.on('typing', ({ conversationId, isAgent }) => {
            if (!isAgent && this.#channels.has(conversationId)) this.#showTyping();
          });
        },
        onWake: () => void this.#catchUp(onSignedOut),
        onStatus: (isConnected) => this.#change({ isConnected }),
        onRefused: onSignedOut,
      },
    );
    return () => this.#live?.close();
  }

  async open(visitorId: string): Promise<void> {
    if (this.#state.openVisitorId === visitorId && this.#state.thread) return;
    this.#channels.clear();
    this.#change({ openVisitorId: visitorId, thread: null, isVisitorTyping: false, problem: null });
    try {
      const { thread } = await getJson<{ thread: ThreadView }>(`/agentchat/visitors/${visitorId}`);
      if (this.#state.openVisitorId === visitorId) this.#show(thread);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#change({ problem: error.message });
    }
  }

  close(): void {
    this.#channels.clear();
    this.#change({ openVisitorId: null, thread: null });
  }

  /** Sends to the visitor's current conversation; without one nothing is sent (SPEC §5). */
  send(text: string): void {
    const channel = this.#currentChannel();
    const entry = this.#openEntry();
    if (!channel || !entry || text.trim() === '') return;
    channel.send(text, this.#clock.now());
    this.#change({ entries: putEntry(this.#state.entries, { ...entry, needsWelcome: false }) });
  }

  retry(conversationId: string, clientId: string): void {
    this.#channels.get(conversationId)?.retry(clientId);
  }

  typing(): void {
    const now = this.#clock.now().getTime();
    const channel = this.#currentChannel();
    if (!channel || now - this.#typingSentAt < TYPING_SENT_EVERY_MS) return;
    this.#typingSentAt = now;
    this.#live?.typing(channel.conversationId);
  }

  dismissToast(id: string): void {
    this.#change({ toasts: this.#state.toasts.filter((toast) => toast.id !== id) });
  }

  #show(thread: ThreadView): void {
    const outbox = localOutbox(localStorage);
    for (const { id } of thread.conversations) {
      if (this.#channels.has(id)) continue;
      const messages = thread.messages.filter((message) => message.conversationId === id);
      const channel = new ConversationChannel({
        conversationId: id,
        api,
        outbox,
        initial: startFrom(messages),
        onChange: (list) => this.#onList(id, list),
      });
      this.#channels.set(id, channel);
    }
    const lists = Object.fromEntries(
      [...this.#channels].map(([id, channel]) => [id, channel.list] as const),
    );
    this.#change({
      entries: putEntry(this.#state.entries, { ...thread.entry, unreadCount: 0 }),
      thread: { visitorId: thread.entry.visitorId, conversations: thread.conversations, lists },
    });
    this.#markRead();
    void this.#currentChannel()?.catchUp();
  }

  #onList(conversationId: string, list: MessageList): void {
    const { thread } = this.#state;
    if (!thread || !this.#channels.has(conversationId)) return;
    this.#change({ thread: { ...thread, lists: { ...thread.lists, [conversationId]: list } } });
  }

  #onMessage(event: MessageEvent): void {
    const { visitorId, conversationId, message } = event;
    const isOpen =
      this.#state.openVisitorId === visitorId && document.visibilityState === 'visible';
    const known = this.#state.entries.find((entry) => entry.visitorId === visitorId);
    this.#change({
      entries: applyMessage(this.#state.entries, event, { agentId: this.#agentId, isOpen }),
    });
    if (this.#state.openVisitorId === visitorId) {
      const channel = this.#channels.get(conversationId);
      // A conversation that began after the thread was opened: read the thread again.
      if (channel) channel.hint(message);
      else void this.#reloadThread(visitorId);
      if (!message.isAgent) this.#change({ isVisitorTyping: false });
      if (isOpen) this.#markRead();
    }
    if (!known || message.isAgent || isOpen) return;
    this.#toast({
      id: message.id,
      visitorId,
      email: known.email,
      text:
        message.text.length > TOAST_TEXT_LENGTH
          ? `${message.text.slice(0, TOAST_TEXT_LENGTH)}...`
          : message.text,
    });
  }

  #toast(toast: Toast): void {
    if (this.#state.toasts.some(({ id }) => id === toast.id)) return;
    this.#change({ toasts: [...this.#state.toasts, toast] });
    setTimeout(() => this.dismissToast(toast.id), TOAST_SHOWN_MS);
  }

  async #catchUp(onSignedOut: () => void): Promise<void> {
    try {
      const { entries } = await getJson<{ entries: InboxEntry[] }>('/agentchat/inbox');
      this.#change({ entries });
      const { openVisitorId } = this.#state;
      if (openVisitorId) await this.#reloadThread(openVisitorId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) onSignedOut();
    }
  }

  async #reloadThread(visitorId: string): Promise<void> {
    await Promise.all([...this.#channels.values()].map((channel) => channel.catchUp()));
    const { thread } = await getJson<{ thread: ThreadView }>(`/agentchat/visitors/${visitorId}`);
    if (this.#state.openVisitorId === visitorId) this.#show(thread);
  }

  #markRead(): void {
    const { openVisitorId, entries } = this.#state;
    if (!openVisitorId || document.visibilityState !== 'visible') return;
    this.#change({ entries: clearUnread(entries, openVisitorId) });
    for (const [id, channel] of this.#channels) {
      const number = lastNumber(channel.list);
      // Read marks are a convenience; the next one carries what a lost one would have said.
      if (number > 0)
        void postJson(`/agentchat/conversations/${id}/read`, { number }).catch(() => {});
    }
  }

  #showTyping(): void {
    this.#change({ isVisitorTyping: true });
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => this.#change({ isVisitorTyping: false }), TYPING_SHOWN_MS);
  }

  #openEntry(): InboxEntry | undefined {
    return this.#state.entries.find((entry) => entry.visitorId === this.#state.openVisitorId);
  }

  #currentChannel(): ConversationChannel | undefined {
    return this.#channels.get(this.#openEntry()?.conversationId ?? '');
  }

  #change(change: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
