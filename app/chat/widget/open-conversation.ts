import { ApiError } from '../../platform/api-client.ts';
import { ConversationChannel } from '../client/conversation-channel.ts';
import type { PlaceEvent, SeenEvent, TypingEvent } from '../protocol/events.ts';
import type { PickedFile } from '../client/files/picked-file.ts';
import type { LiveConnection } from '../client/live-connection.ts';
import { lastNumber, savedAfter, type MessageList } from '../client/message-list.ts';
import { outboxPrefix } from '../client/outbox.ts';
import { OwnTyping, TypingOfOthers } from '../client/typing.ts';
import type { ConversationView, MessageView } from '../protocol/views.ts';
import { NO_CONVERSATION, type ConversationState } from './chat-state.ts';
import type { VisitorChatTools } from './visitor-chat-tools.ts';

/** The polling interval of an open panel without a socket. */
const POLL_MS = 5000;
const LONG_WAIT_MS = 60_000;

interface Handlers {
  onChange(change: Partial<ConversationState>): void;
  /** The server does not grant this browser access to the conversation (any more). */
  onGone(): void;
}

export class OpenConversation {
  readonly id: string;
  readonly #tools: VisitorChatTools;
  readonly #handlers: Handlers;
  readonly #channel: ConversationChannel;
  readonly #live: LiveConnection;
  #state: ConversationState & { readonly conversation: ConversationView };
  /** Counts socket events about the conversation: a response to an older request must not override them. */
  #changes = 0;
  #isAttended: boolean;
  #isSocketUp = false;
  #isClosed = false;
  readonly #ownTyping = new OwnTyping();
  readonly #agentTyping: TypingOfOthers;
  #cancelPoll: (() => void) | undefined;
  #cancelWait: (() => void) | undefined;

  constructor(
    conversation: ConversationView,
    isAttended: boolean,
    tools: VisitorChatTools,
    handlers: Handlers,
  ) {
    this.id = conversation.id;
    this.#tools = tools;
    this.#handlers = handlers;
    this.#isAttended = isAttended;
    this.#agentTyping = new TypingOfOthers(tools.timers, (isAgentTyping) =>
      this.#change({ isAgentTyping }),
    );
    this.#channel = new ConversationChannel({
      conversationId: conversation.id,
      api: tools.api,
      outbox: tools.outbox,
      ...(tools.uploads ? { uploads: tools.uploads } : {}),
      timers: tools.timers,
      random: tools.random,
      onChange: (list) => this.#onList(list),
      onReach: (isReachable) => this.#change({ isReachable }),
      onGone: () => this.#gone(),
    });
    this.#state = {
      ...NO_CONVERSATION,
      availability: null,
      conversation,
      list: this.#channel.list,
      readNumber: conversation.visitorReadNumber,
    };
    this.#live = tools.openLive(
      { as: 'visitor', conversationId: conversation.id },
      {
        subscribe: (socket) => {
          socket.on('message', ({ message }) => this.onMessage(message));
          socket.on('removed', ({ message }) => this.#channel.hint(message));
          socket.on('conversation', (changed) => this.onConversation(changed));
          socket.on('place', (event) => this.onPlace(event));
          socket.on('seen', (event) => this.onSeen(event));
          socket.on('typing', (event) => this.onTyping(event));
        },
        onWake: () => void this.catchUp(),
        onStatus: (isUp) => this.#onSocket(isUp),
        onRefused: () => this.#gone(),
      },
    );
  }

  get state(): ConversationState {
    return this.#state;
  }

  /** Loads the messages. Called once, after the owner has subscribed. */
  begin(): void {
    this.#pollLater();
    this.#watchWait(this.#restOfWait());
    void this.catchUp();
  }

  send(text: string, files: readonly PickedFile[] = []): void {
    this.#channel.send(text, this.#tools.clock.now(), { files });
  }

  /** Unsends an own message; rejects when the server refuses. */
  unsend(number: number): Promise<void> {
    return this.#channel.unsend(number);
  }

  retry(clientId: string): void {
    this.#channel.retry(clientId);
  }

  discard(clientId: string): void {
    this.#channel.discard(clientId);
  }

  typing(): void {
    const { nextClientId } = this.#channel;
    if (!this.#ownTyping.isDue(nextClientId, this.#tools.clock.now())) return;
    this.#live.typing(this.id, nextClientId);
  }

  setAttended(isAttended: boolean): void {
    this.#isAttended = isAttended;
    this.#markRead();
    if (isAttended && !this.#isSocketUp) void this.catchUp();
  }

  onStored(key: string): void {
    if (key.startsWith(outboxPrefix(this.id))) this.#channel.syncOutbox();
  }

  /** Another tab has shown these messages, so they are read in every tab. */
  onReadElsewhere(number: number): void {
    if (number > this.#state.readNumber) this.#change({ readNumber: number });
  }

  async catchUp(): Promise<void> {
    const isCurrent = await this.#channel.catchUp();
    if (!isCurrent || this.#isClosed) return;
    this.#change({ isHistoryLoaded: true });
    this.#markRead();
    await this.#refresh();
  }

  onMessage(message: MessageView): void {
    this.#channel.hint(message);
    if (!message.isAgent) return;
    const { conversation } = this.#state;
    const agentName = conversation.agentName ?? message.agentName;
    this.#change({ conversation: { ...conversation, agentName } });
  }

  onConversation(changed: ConversationView): void {
    this.#changes += 1;
    this.#adopt(changed);
  }

  onPlace({ queuePosition }: PlaceEvent): void {
    this.#changes += 1;
    this.#change({ conversation: { ...this.#state.conversation, queuePosition } });
  }

  onSeen({ number, isAgent }: SeenEvent): void {
    const { conversation } = this.#state;
    if (!isAgent || number <= conversation.agentReadNumber) return;
    this.#change({ conversation: { ...conversation, agentReadNumber: number } });
  }

  onTyping({ isAgent, clientId }: TypingEvent): void {
    if (isAgent) this.#agentTyping.announced(clientId, this.#state.list.saved);
  }

  close(): void {
    this.#isClosed = true;
    this.#channel.close();
    this.#live.close();
    this.#agentTyping.close();
    this.#cancelPoll?.();
    this.#cancelWait?.();
  }

  async #refresh(): Promise<void> {
    const before = this.#changes;
    try {
      const [conversation, availability] = await Promise.all([
        this.#tools.api.readConversation(this.id),
        this.#tools.api.readAvailability(),
      ]);
      if (this.#changes === before) this.#adopt(conversation);
      this.#change({ availability });
      this.#notifyMissedRead(conversation.visitorReadNumber);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) this.#gone();
    }
  }

  /** Read marks only move forward, whichever response arrives first. */
  #adopt(changed: ConversationView): void {
    const { conversation, readNumber } = this.#state;
    // Another agent has taken over, so the wait starts again.
    if (changed.agentName && conversation.agentName && changed.agentName !== conversation.agentName)
      this.#watchWait(LONG_WAIT_MS);
    this.#change({
      conversation: {
        ...changed,
        agentReadNumber: Math.max(changed.agentReadNumber, conversation.agentReadNumber),
        lastNumber: Math.max(changed.lastNumber, conversation.lastNumber),
      },
      readNumber: Math.max(readNumber, changed.visitorReadNumber),
    });
  }

  #onList(list: MessageList): void {
    const { conversation, isHistoryLoaded } = this.#state;
    const arrived = savedAfter(list, lastNumber(this.#state.list));
    const isLonger = lastNumber(list) > conversation.lastNumber;
    this.#change({
      list,
      ...(isLonger ? { conversation: { ...conversation, lastNumber: lastNumber(list) } } : {}),
    });
    const answers = arrived.filter(({ isAgent }) => isAgent);
    for (const message of answers) this.#agentTyping.arrived(message);
    const newest = answers.at(-1);
    // Messages from before this page was opened are not new.
    if (newest && isHistoryLoaded) this.#tools.onAnswer?.(this.id, newest.number);
    this.#markRead();
    // The visitor's message has reopened the conversation; the request covers a lost hint.
    if (isLonger && conversation.isCompleted && isHistoryLoaded) void this.#refresh();
  }

  #markRead(): void {
    const number = lastNumber(this.#state.list);
    const isSeen = this.#isAttended && this.#tools.isVisible();
    if (!isSeen || number <= this.#state.readNumber || this.#isClosed) return;
    this.#change({ readNumber: number });
    this.#tools.tabs.notifyRead(this.id, number);
    this.#notifyRead(number);
  }

  #notifyMissedRead(known: number): void {
    if (known < this.#state.readNumber) this.#notifyRead(this.#state.readNumber);
  }

  #notifyRead(number: number): void {
    this.#tools.api.markRead(this.id, number).catch((error: unknown) => {
      // The next catch-up finds the mark missing and sends it again.
      if (!(error instanceof ApiError)) throw error;
    });
  }

  #onSocket(isUp: boolean): void {
    const wasUp = this.#isSocketUp;
    this.#isSocketUp = isUp;
    // Only a request can tell if the server is down or just the socket is blocked.
    if (wasUp && !isUp) void this.catchUp();
    if (isUp) this.#cancelPoll?.();
    else if (wasUp) this.#pollLater();
  }

  #pollLater(): void {
    this.#cancelPoll?.();
    const wait = POLL_MS * (0.5 + this.#tools.random() / 2);
    this.#cancelPoll = this.#tools.timers.after(wait, () => {
      if (this.#isSocketUp || this.#isClosed) return;
      if (this.#isAttended && this.#tools.isVisible()) void this.catchUp();
      this.#pollLater();
    });
  }

  #restOfWait(): number {
    const startedAt = Date.parse(this.#state.conversation.startedAt);
    const waited = this.#tools.clock.now().getTime() - startedAt;
    // The two clocks may differ, so the result is limited to one minute.
    return Math.min(Math.max(LONG_WAIT_MS - waited, 0), LONG_WAIT_MS);
  }

  #watchWait(rest: number): void {
    this.#cancelWait?.();
    if (this.#state.isLongWait) this.#change({ isLongWait: false });
    this.#cancelWait = this.#tools.timers.after(rest, () => this.#change({ isLongWait: true }));
  }

  #gone(): void {
    if (!this.#isClosed) this.#handlers.onGone();
  }

  #change(change: Partial<ConversationState>): void {
    if (this.#isClosed) return;
    const conversation = change.conversation ?? this.#state.conversation;
    this.#state = { ...this.#state, ...change, conversation };
    this.#handlers.onChange(change);
  }
}
