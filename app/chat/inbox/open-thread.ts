import { getJson, postJson } from '../../platform/api-client.ts';
import { ConversationChannel, type ConversationApi } from '../conversation-channel.ts';
import { lastNumber, startFrom, type MessageList } from '../message-list.ts';
import { localOutbox, outboxPrefix } from '../outbox.ts';
import type {
  InboxEntry,
  MessageView,
  NoteView,
  ThreadConversation,
  ThreadView,
} from '../views.ts';

export interface ThreadState {
  readonly visitorId: string;
  readonly entry: InboxEntry;
  readonly conversations: readonly ThreadConversation[];
  /** By conversation; the current one is written to, the others only read. */
  readonly lists: Readonly<Record<string, MessageList>>;
  /** What the team wrote to itself, oldest first. */
  readonly notes: readonly NoteView[];
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
  readonly #onSignedOut: () => void;
  readonly #channels = new Map<string, ConversationChannel>();
  readonly #onChange: (state: ThreadState) => void;
  #state: ThreadState;
  #loading: Promise<void> | null = null;

  constructor(thread: ThreadView, onChange: (state: ThreadState) => void, onSignedOut: () => void) {
    this.#onChange = onChange;
    this.#onSignedOut = onSignedOut;
    this.#state = {
      visitorId: thread.entry.visitorId,
      entry: thread.entry,
      conversations: thread.conversations,
      lists: {},
      notes: thread.notes,
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
      notes: withNotes(this.#state.notes, thread.notes),
      isVisitorOnline: thread.isVisitorOnline,
      isReadOnly: thread.access === 'read',
      wasHandedOver: false,
    });
  }

  /** A note of a conversation that is not shown here is left out. */
  addNote(note: NoteView): void {
    if (this.has(note.conversationId)) {
      this.#change({ notes: withNotes(this.#state.notes, [note]) });
    }
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

  /** Another tab changed local storage: what it sends, or could not send, shows here as well. */
  onStored(key: string): void {
    for (const [id, channel] of this.#channels) {
      if (key.startsWith(outboxPrefix(id))) channel.syncOutbox();
    }
  }

  async catchUp(): Promise<void> {
    if (!this.isOpen) return;
    await Promise.all([...this.#channels.values()].map((channel) => channel.catchUp()));
  }

  /** One page of what was said before: the latest conversation that does not begin at 1. */
  async loadEarlier(): Promise<void> {
    const [id, first] = this.#earliestGap();
    if (id !== undefined && !this.#loading) await this.#loadBefore(id, first);
  }

  /** Loads back to this message; false when the thread has no such conversation. */
  async loadBackTo(conversationId: string, number: number): Promise<boolean> {
    for (;;) {
      const channel = this.#channels.get(conversationId);
      if (!channel) return false;
      const first = channel.list.saved[0]?.number ?? 1;
      if (first <= number) return true;
      await this.#loadBefore(conversationId, first);
      // A page that brought nothing would be asked for again and again.
      if (channel.list.saved[0]?.number === first) return false;
    }
  }

  /** One page at a time: two that overlap would leave a gap between them. */
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
      onSignedOut: () => this.#onSignedOut(),
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

function withNotes(known: readonly NoteView[], more: readonly NoteView[]): NoteView[] {
  const byId = new Map([...known, ...more].map((note) => [note.id, note]));
  return [...byId.values()].sort(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id),
  );
}
