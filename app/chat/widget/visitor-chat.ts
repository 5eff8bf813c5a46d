import { ApiError, getJson, postJson } from '../../platform/api-client.ts';
import type { Clock } from '../../platform/clock.ts';
import { checkChatEmail } from '../chat-email.ts';
import { ConversationChannel, type ConversationApi } from '../conversation-channel.ts';
import { openLiveConnection, type LiveConnection } from '../live-connection.ts';
import { EMPTY_LIST, type MessageList } from '../message-list.ts';
import { localOutbox } from '../outbox.ts';
import { newConversationId, type Topic } from '../rules.ts';
import type { ConversationView, MessageView, ServiceContext } from '../views.ts';
import { clearStoredChat, readStoredChat, storeChat } from './stored-chat.ts';

/** SPEC §9: the connecting message comes half a second after topic or e-mail. */
const CONNECTING_DELAY_MS = 500;
const TYPING_SHOWN_MS = 4000;
const TYPING_SENT_EVERY_MS = 2000;

export type Stage = 'topic' | 'email' | 'conversation';

export interface VisitorChatState {
  readonly stage: Stage;
  readonly topic: Topic | null;
  readonly email: string | null;
  readonly service: ServiceContext | null;
  readonly conversation: ConversationView | null;
  readonly list: MessageList;
  /** The bot's answer to topic or e-mail; null until its half second is over. */
  readonly connectingText: string | null;
  readonly isBusy: boolean;
  readonly isAgentTyping: boolean;
  readonly isConnected: boolean;
  /** What went wrong with the step the visitor is at. */
  readonly problem: string | null;
}

const INITIAL: VisitorChatState = {
  stage: 'topic',
  topic: null,
  email: null,
  service: null,
  conversation: null,
  list: EMPTY_LIST,
  connectingText: null,
  isBusy: false,
  isAgentTyping: false,
  isConnected: true,
  problem: null,
};

const api: ConversationApi = {
  readAfter: (id, after) => getJson(`/chat/conversations/${id}/messages?after=${after}`),
  send: (id, clientId, text) => postJson(`/chat/conversations/${id}/messages`, { clientId, text }),
};

/** One visitor's chat in one tab: the stages of SPEC §4, as a store that React subscribes to. */
export class VisitorChat {
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #state: VisitorChatState = INITIAL;
  #channel: ConversationChannel | null = null;
  #live: LiveConnection | null = null;
  #connectingTimer: ReturnType<typeof setTimeout> | undefined;
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #typingSentAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): VisitorChatState => this.#state;

  /** Continues the chat this browser remembers, if the server still opens it. */
  async restore(): Promise<void> {
    const stored = readStoredChat(localStorage, this.#clock.now());
    if (!stored || this.#channel) return;
    this.#change({ email: stored.email, isBusy: true });
    try {
      const { conversation } = await getJson<{ conversation: ConversationView }>(
        `/chat/conversations/${stored.conversationId}`,
      );
      this.#enter(conversation, stored.email);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // 404: the cookie is gone or the conversation is. Anything else may pass.
      if (error.status === 404) clearStoredChat(localStorage);
      this.#change({ isBusy: false, problem: error.status === 404 ? null : error.message });
    }
  }

  setService(service: ServiceContext | null): void {
    if (this.#state.stage !== 'conversation') this.#change({ service });
  }

  chooseTopic(topic: Topic): void {
    this.#change({ topic, problem: null });
    if (this.#state.email === null) this.#change({ stage: 'email' });
    else
      void this.#start(
        this.#state.email,
        'Thank you for your inquiry! Connecting you with a specialist...',
      );
  }

  /** Answers with what is wrong with the address, or null when the chat goes on. */
  giveEmail(email: string): string | null {
    const problem = checkChatEmail(email);
    this.#change({ problem });
    if (!problem) void this.#start(email.trim(), 'Thank you! Connecting you with a specialist...');
    return problem;
  }

  send(text: string): void {
    this.#channel?.send(text, this.#clock.now());
    this.#remember();
  }

  retry(clientId: string): void {
    this.#channel?.retry(clientId);
  }

  /** Tells the agent, at most every two seconds. */
  typing(): void {
    const now = this.#clock.now().getTime();
    if (!this.#channel || now - this.#typingSentAt < TYPING_SENT_EVERY_MS) return;
    this.#typingSentAt = now;
    this.#live?.typing(this.#channel.conversationId);
  }

  /** Start-new-chat (SPEC §4): everything anew but the e-mail address. */
  startNew(): void {
    const { email } = this.#state;
    this.#leave();
    clearStoredChat(localStorage);
    this.#change({ ...INITIAL, email });
  }

  async #start(email: string, connectingText: string): Promise<void> {
    const { topic, service } = this.#state;
    if (!topic || this.#state.isBusy) return;
    this.#change({ isBusy: true, problem: null });
    try {
      const { conversation } = await postJson<{ conversation: ConversationView }>(
        '/chat/conversations',
        { id: newConversationId(this.#clock.now()), email, topic, service },
      );
      this.#enter(conversation, email);
      this.#connectingTimer = setTimeout(
        () => this.#change({ connectingText }),
        CONNECTING_DELAY_MS,
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isOurs = error.status === 0 || error.status >= 500;
      this.#change({
        isBusy: false,
        // From the topic step there is nothing to correct, so the bot says it (SPEC §8).
        problem: isOurs
          ? 'Sorry, there was an error starting the chat. Please try again.'
          : error.message,
      });
    }
  }

  #enter(conversation: ConversationView, email: string): void {
    this.#change({
      stage: 'conversation',
      topic: conversation.topic,
      email,
      conversation,
      isBusy: false,
      problem: null,
    });
    this.#channel = new ConversationChannel({
      conversationId: conversation.id,
      api,
      outbox: localOutbox(localStorage),
      onChange: (list) => this.#change({ list }),
    });
    this.#change({ list: this.#channel.list });
    this.#live = openLiveConnection(
      { as: 'visitor', conversationId: conversation.id },
      {
        subscribe: (socket) => {
          socket.on('message', ({ message }) => this.#onMessage(message));
          socket.on('conversation', (changed) => this.#change({ conversation: changed }));
          socket.on('typing', ({ isAgent }) => isAgent && this.#showTyping());
        },
        onWake: () => void this.#catchUp(),
        onStatus: (isConnected) => this.#change({ isConnected }),
        onRefused: () => this.#forget(),
      },
    );
    this.#remember();
    void this.#channel.catchUp();
  }

  async #catchUp(): Promise<void> {
    const channel = this.#channel;
    if (!channel) return;
    await channel.catchUp();
    try {
      const { conversation } = await getJson<{ conversation: ConversationView }>(
        `/chat/conversations/${channel.conversationId}`,
      );
      if (this.#channel === channel) this.#change({ conversation });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404 && this.#channel === channel) this.#forget();
    }
  }

  #onMessage(message: MessageView): void {
    this.#channel?.hint(message);
    if (!message.isAgent) return;
    clearTimeout(this.#typingTimer);
    const { conversation } = this.#state;
    this.#change({
      isAgentTyping: false,
      conversation: conversation && {
        ...conversation,
        agentName: message.agentName ?? conversation.agentName,
      },
    });
    this.#remember();
  }

  #showTyping(): void {
    this.#change({ isAgentTyping: true });
    clearTimeout(this.#typingTimer);
    this.#typingTimer = setTimeout(() => this.#change({ isAgentTyping: false }), TYPING_SHOWN_MS);
  }

  /** The server no longer opens this conversation to this browser: start anew, show nothing. */
  #forget(): void {
    this.#leave();
    clearStoredChat(localStorage);
    this.#change(INITIAL);
  }

  #leave(): void {
    clearTimeout(this.#connectingTimer);
    clearTimeout(this.#typingTimer);
    this.#live?.close();
    this.#live = null;
    this.#channel = null;
  }

  #remember(): void {
    const { email } = this.#state;
    if (!this.#channel || email === null) return;
    storeChat(
      localStorage,
      { email, conversationId: this.#channel.conversationId },
      this.#clock.now(),
    );
  }

  #change(change: Partial<VisitorChatState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
