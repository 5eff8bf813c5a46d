import { getJson, postJson } from '../../platform/api-client.ts';
import { ConversationChannel, type ConversationApi } from '../conversation-channel.ts';
import { lastNumber, startFrom, type MessageList } from '../message-list.ts';
import { localOutbox } from '../outbox.ts';
import type { InboxEntry, MessageView, ThreadConversation, ThreadView } from '../views.ts';

export interface ThreadState {
  readonly visitorId: string;
  readonly entry: InboxEntry;
  readonly conversations: readonly ThreadConversation[];
  /** By conversation; the current one is written to, the others only read. */
  readonly lists: Readonly<Record<string, MessageList>>;
  /** Messages before the oldest that is shown. */
  readonly hasEarlier: boolean;
  readonly isVisitorOnline: boolean;
  /** The visitor is somebody else's, or has just been handed over. */
  readonly isReadOnly: boolean;
  /** True when that happened while the thread was open. */
  readonly wasHandedOver: boolean;
}

const api: ConversationApi = {
  readAfter: (id, after) => getJson(`/agentchat/conversations/${id}/messages?after=${after}`),
  send: (id, clientId, text) =>
    postJson(`/agentchat/conversations/${id}/messages`, { clientId, text }),
};

/** The thread on the screen: one channel for each conversation with the visitor. */
export class OpenThread {
  readonly #channels = new Map<string, ConversationChannel>();
  readonly #onChange: (state: ThreadState) => void;
  #state: ThreadState;
  #isLoadingEarlier = false;

  constructor(thread: ThreadView, onChange: (state: ThreadState) => void) {
    this.#onChange = onChange;
    this.#state = {
      visitorId: thread.entry.visitorId,
      entry: thread.entry,
      conversations: thread.conversations,
      lists: {},
      hasEarlier: false,
      isVisitorOnline: thread.isVisitorOnline,
      isReadOnly: thread.access === 'read',
      wasHandedOver: false,
    };
  }

  /** False once the visitor was handed to somebody else. */
  get isOpen(): boolean {
    return !this.#state.wasHandedOver;
  }

  has(conversationId: string): boolean {
    return this.#channels.has(conversationId);
  }

  /** Takes a fresh reading; what channels hold already stays. */
  update(thread: ThreadView): void {
    for (const { id } of thread.conversations) {
      const messages = thread.messages.filter((message) => message.conversationId === id);
      const channel = this.#channels.get(id);
      if (channel) messages.forEach((message) => channel.hint(message));
      else this.#addChannel(id, messages);
    }
    this.#change({
      entry: thread.entry,
      conversations: thread.conversations,
      isVisitorOnline: thread.isVisitorOnline,
      isReadOnly: thread.access === 'read',
      wasHandedOver: false,
    });
  }

  /** False when the message belongs to a conversation that this thread does not know yet. */
  hint(message: MessageView): boolean {
    const channel = this.#channels.get(message.conversationId);
    channel?.hint(message);
    return channel !== undefined;
  }

  send(conversationId: string, text: string, now: Date): void {
    this.#channels.get(conversationId)?.send(text, now);
  }

  retry(conversationId: string, clientId: string): void {
    this.#channels.get(conversationId)?.retry(clientId);
  }

  discard(conversationId: string, clientId: string): void {
    this.#channels.get(conversationId)?.discard(clientId);
  }

  async catchUp(): Promise<void> {
    if (!this.isOpen) return;
    await Promise.all([...this.#channels.values()].map((channel) => channel.catchUp()));
  }

  /** One page of what was said before: the latest conversation that does not begin at 1. */
  async loadEarlier(): Promise<void> {
    const [id, first] = this.#earliestGap();
    if (id === undefined || this.#isLoadingEarlier) return;
    this.#isLoadingEarlier = true;
    try {
      const { messages } = await getJson<{ messages: MessageView[] }>(
        `/agentchat/conversations/${id}/messages?before=${first}`,
      );
      this.#channels.get(id)?.addEarlier(messages);
    } finally {
      this.#isLoadingEarlier = false;
    }
  }

  markRead(): void {
    for (const [id, channel] of this.#channels) {
      const number = lastNumber(channel.list);
      // Read marks are a convenience; the next one carries what a lost one would have said.
      if (number > 0) postJson(`/agentchat/conversations/${id}/read`, { number }).catch(() => {});
    }
  }

  setVisitorOnline(conversationId: string, isVisitorOnline: boolean): void {
    if (this.has(conversationId)) this.#change({ isVisitorOnline });
  }

  /** The visitor was handed to somebody else: what is here stays readable, nothing is sent. */
  close(): void {
    this.#change({ isReadOnly: true, wasHandedOver: true });
  }

  /** Nothing of this thread is on the screen any longer: stop repeating and telling. */
  dispose(): void {
    for (const channel of this.#channels.values()) channel.close();
  }

  #addChannel(id: string, messages: readonly MessageView[]): void {
    const channel = new ConversationChannel({
      conversationId: id,
      api,
      outbox: localOutbox(localStorage),
      initial: startFrom(messages),
      onChange: (list) => this.#change({ lists: { ...this.#state.lists, [id]: list } }),
    });
    this.#channels.set(id, channel);
    this.#state = { ...this.#state, lists: { ...this.#state.lists, [id]: channel.list } };
    if (channel.list.pending.length > 0) void channel.catchUp();
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
    this.#onChange(this.#state);
  }
}
