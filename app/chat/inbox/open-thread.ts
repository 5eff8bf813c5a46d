import { getJson } from '../../platform/api-client.ts';
import { inboxApi } from './inbox-api.ts';
import { systemTimers } from '../../platform/clock.ts';
import {
  ConversationChannel,
  type ConversationApi,
  type Sent,
} from '../client/conversation-channel.ts';
import {
  lastNumber,
  missesRemovals,
  savedAfter,
  startFrom,
  type MessageList,
  type PendingMessage,
} from '../client/message-list.ts';
import { deskUploads } from '../client/files/attachments.ts';
import { outboxPrefix } from '../client/outbox.ts';
import { deskOutbox } from './offline/desk-outbox.ts';
import { TypingOfOthers } from '../client/typing.ts';
import { draftOfMessage, forgetMessage } from './draft/placed-drafts.ts';
import type { TypingEvent } from '../protocol/events.ts';
import type {
  InboxEntry,
  MessageView,
  NoteView,
  ThreadConversation,
  ThreadView,
} from '../protocol/views.ts';

export interface ThreadState {
  readonly visitorId: string;
  readonly entry: InboxEntry;
  readonly conversations: readonly ThreadConversation[];
  /** Message lists by conversation id. Only the current conversation can be written to. */
  readonly lists: Readonly<Record<string, MessageList>>;
  /** The team's private notes, oldest first. */
  readonly notes: readonly NoteView[];
  readonly hasEarlier: boolean;
  readonly isVisitorOnline: boolean;
  readonly isVisitorTyping: boolean;
  /** The visitor is assigned to another agent or was just handed over. */
  readonly isReadOnly: boolean;
  /** True if the handover happened while the conversation was open and this agent may not read it any longer. */
  readonly wasHandedOver: boolean;
  /** The agent who took over the visitor whom this agent was answering; null if nobody did. */
  readonly lostTo: LostTo | null;
}

/** `name` is null if the visitor is back in the queue, and missing if the new agent is unknown. */
export interface LostTo {
  readonly name?: string | null;
}

/** Includes the author's id, so that the server rejects messages of an agent who has signed out here. */
const apiOf = (author: string): ConversationApi => ({
  readAfter: (id, after, removedAfter) =>
    getJson(`/agentchat/conversations/${id}/messages?after=${after}&removedAfter=${removedAfter}`),
  unsend: (id, number) =>
    inboxApi.post('/agentchat/conversations/:id/take-back', { id }, { number }),
  async send(id, clientId, text, fileIds) {
    const draftId = draftOfMessage(clientId);
    const saved = await inboxApi.post(
      '/agentchat/conversations/:id/messages',
      { id },
      { clientId, text, fileIds, draftId, author },
    );
    if (draftId) forgetMessage(clientId);
    return saved;
  },
});

export interface ThreadHandlers {
  onChange(state: ThreadState): void;
  onSignedOut(): void;
  /** A message could not be saved, at the first attempt or after Retry; it stays in the list. */
  onFailed(message: PendingMessage): void;
  /** A failed message is being sent again, or was saved or discarded. */
  onFailureOver(clientId: string): void;
}

export class OpenThread {
  readonly #handlers: ThreadHandlers;
  readonly #author: string;
  readonly #channels = new Map<string, ConversationChannel>();
  /** Maps conversation ids to the last number reported to the server as read. */
  readonly #toldRead = new Map<string, number>();
  readonly #visitorTyping: TypingOfOthers;
  #state: ThreadState;
  #loading: Promise<void> | null = null;

  constructor(thread: ThreadView, author: string, handlers: ThreadHandlers) {
    this.#handlers = handlers;
    this.#author = author;
    this.#visitorTyping = new TypingOfOthers(systemTimers, (isVisitorTyping) =>
      this.#change({ isVisitorTyping }),
    );
    this.#state = {
      visitorId: thread.entry.visitorId,
      entry: thread.entry,
      conversations: thread.conversations,
      lists: {},
      notes: thread.notes,
      hasEarlier: false,
      isVisitorOnline: thread.isVisitorOnline,
      isVisitorTyping: false,
      isReadOnly: thread.access === 'read',
      wasHandedOver: false,
      lostTo: null,
    };
  }

  get isOpen(): boolean {
    return !this.#state.wasHandedOver;
  }

  has(conversationId: string): boolean {
    return this.#channels.has(conversationId);
  }

  /** Merges fresh server data. Messages that the channels already hold stay. */
  update(thread: ThreadView): void {
    const isReadOnly = thread.access === 'read';
    const isLost = isReadOnly && !this.#state.isReadOnly;
    for (const { id, readNumber, removalCount } of thread.conversations) {
      this.#toldRead.set(id, Math.max(readNumber, this.#told(id)));
      const messages = thread.messages.filter((message) => message.conversationId === id);
      const channel = this.#channels.get(id);
      if (channel) {
        messages.forEach((message) => channel.hint(message));
        if (missesRemovals(channel.list, removalCount)) void channel.catchUp();
      } else this.#addChannel(id, messages, removalCount);
    }
    this.#change({
      entry: thread.entry,
      conversations: thread.conversations,
      notes: withNotes(this.#state.notes, thread.notes),
      isVisitorOnline: thread.isVisitorOnline,
      isReadOnly,
      wasHandedOver: false,
      lostTo: isLost ? { name: thread.entry.agentName } : isReadOnly ? this.#state.lostTo : null,
    });
  }

  /** Ignores a note of a conversation that is not loaded here. */
  addNote(note: NoteView): void {
    if (this.has(note.conversationId)) {
      this.#change({ notes: withNotes(this.#state.notes, [note]) });
    }
  }

  /** Returns false for a message of a conversation that is not loaded here. */
  hint(message: MessageView): boolean {
    const channel = this.#channels.get(message.conversationId);
    channel?.hint(message);
    return channel !== undefined;
  }

  send(conversationId: string, text: string, now: Date, how: Sent): void {
    this.#channels.get(conversationId)?.send(text, now, how);
  }

  /** The client id of the next message in this conversation. */
  nextClientId(conversationId: string): string | undefined {
    return this.#channels.get(conversationId)?.nextClientId;
  }

  onTyping({ conversationId, clientId, isAgent }: TypingEvent): void {
    const list = this.#channels.get(conversationId)?.list;
    if (!isAgent && list) this.#visitorTyping.announced(clientId, list.saved);
  }

  async unsend(conversationId: string, number: number): Promise<void> {
    await this.#channels.get(conversationId)?.unsend(number);
  }

  retry(conversationId: string, clientId: string): void {
    this.#channels.get(conversationId)?.retry(clientId);
  }

  discard(conversationId: string, clientId: string): void {
    this.#channels.get(conversationId)?.discard(clientId);
  }

  /** Another tab changed local storage, so its pending and failed messages are shown here too. */
  onStored(key: string): void {
    for (const [id, channel] of this.#channels) {
      if (key.startsWith(outboxPrefix(id))) channel.syncOutbox();
    }
  }

  async catchUp(): Promise<void> {
    if (!this.isOpen) return;
    await Promise.all([...this.#channels.values()].map((channel) => channel.catchUp()));
  }

  /** Loads one earlier page, of the latest conversation that does not begin at number 1. */
  async loadEarlier(): Promise<void> {
    const [id, first] = this.#earliestGap();
    if (id !== undefined && !this.#loading) await this.#loadBefore(id, first);
  }

  /** Loads earlier pages back to this message; resolves to false for an unknown conversation. */
  async loadBackTo(conversationId: string, number: number): Promise<boolean> {
    for (;;) {
      const channel = this.#channels.get(conversationId);
      if (!channel) return false;
      const first = channel.list.saved[0]?.number ?? 1;
      if (first <= number) return true;
      await this.#loadBefore(conversationId, first);
      // Without this check, a page that brought nothing would be requested forever.
      if (channel.list.saved[0]?.number === first) return false;
    }
  }

  /** Loads one page at a time: two overlapping requests would leave a gap. */
  async #loadBefore(id: string, first: number): Promise<void> {
    while (this.#loading) await this.#loading.catch(() => {});
    this.#loading = this.#readBefore(id, first);
    try {
      await this.#loading;
    } finally {
      this.#loading = null;
    }
  }

  async #readBefore(id: string, first: number): Promise<void> {
    const { messages } = await getJson<{ messages: MessageView[] }>(
      `/agentchat/conversations/${id}/messages?before=${first}`,
    );
    this.#channels.get(id)?.addEarlier(messages);
  }

  /** Reports visitors' messages as read, each only once. */
  markRead(): void {
    for (const [id, { list }] of this.#channels) {
      if (this.#untold(id, list).some(({ isAgent }) => !isAgent)) this.#notifyRead(id, list);
    }
  }

  #told(id: string): number {
    return this.#toldRead.get(id) ?? 0;
  }

  #untold(id: string, list: MessageList): readonly MessageView[] {
    return savedAfter(list, this.#told(id));
  }

  #notifyRead(id: string, list: MessageList): void {
    const before = this.#told(id);
    const number = lastNumber(list);
    this.#toldRead.set(id, number);
    // A failed read mark is not retried, because the next one covers it.
    inboxApi.post('/agentchat/conversations/:id/read', { id }, { number }).catch(() => {
      if (this.#told(id) === number) this.#toldRead.set(id, before);
    });
  }

  setVisitorOnline(conversationId: string, isVisitorOnline: boolean): void {
    if (this.has(conversationId)) this.#change({ isVisitorOnline });
  }

  /** The visitor was handed over: loaded messages stay readable, but nothing can be sent. */
  close(holder?: string | null): void {
    const { isReadOnly, lostTo } = this.#state;
    const lost = holder === undefined ? {} : { name: holder };
    this.#change({
      isReadOnly: true,
      wasHandedOver: true,
      lostTo: lostTo?.name !== undefined || isReadOnly ? lostTo : lost,
    });
  }

  notifyHolder(name: string | null): void {
    if (this.#state.lostTo) this.#change({ lostTo: { name } });
  }

  /** Stops all retries and reports when the conversation leaves the screen. */
  dispose(): void {
    // The team's own last messages are marked as read here, because every unread count examines messages
    // after the read mark.
    for (const [id, { list }] of this.#channels) {
      const untold = this.#untold(id, list);
      if (untold.length > 0 && untold.every(({ isAgent }) => isAgent)) this.#notifyRead(id, list);
    }
    for (const channel of this.#channels.values()) channel.close();
    this.#visitorTyping.close();
  }

  #addChannel(id: string, messages: readonly MessageView[], removalCount: number): void {
    const channel = new ConversationChannel({
      conversationId: id,
      api: apiOf(this.#author),
      outbox: deskOutbox(localStorage, this.#author),
      uploads: deskUploads(),
      initial: startFrom(messages, removalCount),
      onChange: (list) => this.#onList(id, list),
      onSignedOut: () => this.#handlers.onSignedOut(),
    });
    this.#channels.set(id, channel);
    this.#state = { ...this.#state, lists: { ...this.#state.lists, [id]: channel.list } };
    if (channel.list.pending.length > 0) void channel.catchUp();
  }

  #onList(id: string, list: MessageList): void {
    const before = this.#state.lists[id];
    this.#change({ lists: { ...this.#state.lists, [id]: list } });
    for (const message of before ? savedAfter(list, lastNumber(before)) : []) {
      if (!message.isAgent) this.#visitorTyping.arrived(message);
    }
    this.#reportFailures(before?.pending ?? [], list.pending);
  }

  #reportFailures(before: readonly PendingMessage[], now: readonly PendingMessage[]): void {
    const states = new Map(now.map((message) => [message.clientId, message]));
    for (const { clientId, state } of before) {
      const message = states.get(clientId);
      if (state === 'sending' && message?.state === 'failed') this.#handlers.onFailed(message);
      if (state === 'failed' && message?.state !== 'failed') this.#handlers.onFailureOver(clientId);
    }
  }

  #earliestGap(): readonly [string | undefined, number] {
    for (const { id } of [...this.#state.conversations].reverse()) {
      const first = this.#channels.get(id)?.list.saved[0]?.number ?? 1;
      if (first > 1) return [id, first];
    }
    return [undefined, 1];
  }

  #change(change: Partial<ThreadState>): void {
    this.#state = { ...this.#state, ...change };
    this.#state = { ...this.#state, hasEarlier: this.#earliestGap()[0] !== undefined };
    this.#handlers.onChange(this.#state);
  }
}

function withNotes(known: readonly NoteView[], more: readonly NoteView[]): NoteView[] {
  const byId = new Map([...known, ...more].map((note) => [note.id, note]));
  return [...byId.values()].sort(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id),
  );
}
