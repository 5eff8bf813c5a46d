import { t } from '../../app/i18n/translate.ts';
import type {
  LiveConnection,
  LiveSocket,
  openLiveConnection,
} from '../../app/chat/client/live-connection.ts';
import type { ServerEvents } from '../../app/chat/protocol/events.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../../app/chat/protocol/rules.ts';
import type {
  Availability,
  ConversationView,
  MessageView,
  RatingView,
} from '../../app/chat/protocol/views.ts';
import type { ChatOpening, StartChat, VisitorApi } from '../../app/chat/widget/visitor-api.ts';
import { ApiError } from '../../app/platform/api-client.ts';
import { FIRST_WORDS, topic as topicNamed } from './topics.ts';

/** What befalls the next call: lost on the way there, lost on the way back, or refused. */
export type Fault = 'lost' | 'answer lost' | ApiError;

/** Messages of one answer; small, so that tests page. */
const PAGE = 3;

/** The server as a visitor's browser sees it, in memory, with faults on demand. */
export class FakeVisitorServer implements VisitorApi {
  readonly conversations = new Map<string, ConversationView>();
  words = FIRST_WORDS;
  readonly messages = new Map<string, MessageView[]>();
  readonly faults: Fault[] = [];
  readonly calls: string[] = [];
  availability: Availability = {
    state: 'online',
    expectedMinutes: null,
    usualMinutes: null,
    opensAt: null,
  };
  /** Who a new conversation is given to. */
  agentName: string | null = 'Maya Okafor';
  isDown = false;
  #handlers: Parameters<typeof openLiveConnection>[1] | null = null;
  #listeners = new Map<string, (event: never) => void>();
  /** The names of the messages that were announced. */
  readonly typed: string[] = [];

  async start({ id, topic, service, name = null }: StartChat): Promise<ConversationView> {
    return this.#call('start', () => {
      const known = this.conversations.get(id);
      if (known) return known;
      const conversation: ConversationView = {
        id,
        topic: topicNamed(topic).name,
        service,
        agentName: this.agentName,
        agentSince: this.agentName && '2026-11-20T10:40:00.000Z',
        isAnswered: false,
        visitorName: name,
        isConfirmed: false,
        isCompleted: false,
        startedAt: '2026-11-20T10:40:00.000Z',
        lastNumber: 0,
        agentReadNumber: 0,
        queuePosition: null,
        rating: null,
        ratableUntil: null,
        visitorReadNumber: 0,
      };
      this.conversations.set(id, conversation);
      return conversation;
    });
  }

  async readConversation(id: string): Promise<ConversationView> {
    return this.#call('readConversation', () => this.#find(id));
  }

  async readEarlier(): Promise<ChatOpening> {
    return this.#call('readEarlier', () => ({
      conversations: [...this.conversations.values()].filter(
        ({ isCompleted, lastNumber }) => !isCompleted || lastNumber > 0,
      ),
      words: this.words,
    }));
  }

  async readAvailability(): Promise<Availability> {
    return this.#call('readAvailability', () => this.availability);
  }

  async markRead(id: string, number: number): Promise<void> {
    return this.#call('markRead', () => {
      const conversation = this.#find(id);
      const visitorReadNumber = Math.max(number, conversation.visitorReadNumber);
      this.conversations.set(id, { ...conversation, visitorReadNumber });
    });
  }

  async requestLink(id: string): Promise<void> {
    return this.#call('requestLink', () => void this.#find(id));
  }

  /** The code in the mail that was asked for last. */
  code: string | null = null;

  async askConfirmation(id: string): Promise<void> {
    return this.#call('askConfirmation', () => {
      this.#find(id);
      this.code = '482913';
    });
  }

  async confirm(id: string, code: string): Promise<void> {
    return this.#call('confirm', () => {
      if (code !== this.code) throw new ApiError(400, 'That is not the code.', 'code');
      this.change(id, { isConfirmed: true });
    });
  }

  async rename(id: string, name: string): Promise<void> {
    return this.#call('rename', () => void this.change(id, { visitorName: name || null }));
  }

  async readAfter(id: string, after: number, removedAfter = 0) {
    return this.#call('readAfter', () => {
      this.#find(id);
      const later = this.#messagesOf(id).filter(({ number }) => number > after);
      const removed = this.#removalsOf(id).slice(removedAfter);
      const hasMore = Math.max(later.length, removed.length) > PAGE;
      return { messages: later.slice(0, PAGE), removed: removed.slice(0, PAGE), hasMore };
    });
  }

  async unsend(id: string, number: number) {
    return this.#call('takeBack', () => ({ message: this.remove(id, number) }));
  }

  /** A message is taken back; the hint is left to the test. */
  remove(id: string, number: number): MessageView {
    const messages = this.#messagesOf(id);
    const message = messages.find((one) => one.number === number);
    if (!message) throw new ApiError(404, 'This message is not available.');
    if (message.removalNumber !== undefined) return message;
    const removalNumber = this.#removalsOf(id).length + 1;
    const removed = { ...message, text: '', removalNumber };
    this.messages.set(id, messages.with(number - 1, removed));
    return removed;
  }

  async send(id: string, clientId: string, text: string) {
    return this.#call('send', () => {
      if (text.length > MESSAGE_MAX_LENGTH) throw new ApiError(413, t(MESSAGE_TOO_LONG));
      const conversation = this.#find(id);
      const known = this.#messagesOf(id).find((message) => message.clientId === clientId);
      if (!known && conversation.isCompleted) {
        this.conversations.set(id, { ...conversation, isCompleted: false });
      }
      return { message: known ?? this.#store(id, clientId, text, null) };
    });
  }

  /** An agent's message; the hint is left to the test. */
  sendText(
    id: string,
    text: string,
    clientId = `agent-${this.#messagesOf(id).length}`,
  ): MessageView {
    return this.#store(id, clientId, text, 'Maya Okafor');
  }

  /** Changes the conversation; the hint is left to the test. */
  change(id: string, change: Partial<ConversationView>): ConversationView {
    const changed = { ...this.#find(id), ...change };
    this.conversations.set(id, changed);
    return changed;
  }

  answerOffer(): Promise<void> {
    return Promise.resolve();
  }

  async rate(id: string, rating: RatingView): Promise<ConversationView> {
    return this.#call('rate', () => {
      const conversation = { ...this.#find(id), rating };
      this.conversations.set(id, conversation);
      return conversation;
    });
  }

  /** The browser's secret is no longer known. */
  forgetBrowser(): void {
    this.conversations.clear();
    this.messages.clear();
  }

  emit<E extends keyof ServerEvents>(event: E, ...[data]: Parameters<ServerEvents[E]>): void {
    (this.#listeners.get(event) as ((event: unknown) => void) | undefined)?.(data);
  }

  setSocket(isUp: boolean): void {
    this.#handlers?.onStatus(isUp);
    if (isUp) this.#handlers?.onWake();
  }

  readonly openLive = (
    _hello: unknown,
    handlers: Parameters<typeof openLiveConnection>[1],
  ): LiveConnection => {
    this.#handlers = handlers;
    this.#listeners = new Map();
    const socket = {
      on: (event: string, listener: (event: never) => void) => this.#listeners.set(event, listener),
    };
    handlers.subscribe(socket as unknown as LiveSocket);
    return {
      writing: () => {},
      typing: (_id, clientId) => void this.typed.push(clientId),
      close: () => {
        if (this.#handlers === handlers) this.#handlers = null;
      },
    };
  };

  #removalsOf(id: string): MessageView[] {
    return this.#messagesOf(id)
      .filter(({ removalNumber }) => removalNumber !== undefined)
      .sort((a, b) => (a.removalNumber ?? 0) - (b.removalNumber ?? 0));
  }

  #messagesOf(id: string): MessageView[] {
    return this.messages.get(id) ?? [];
  }

  #store(id: string, clientId: string, text: string, agentName: string | null): MessageView {
    const known = this.#messagesOf(id);
    const message: MessageView = {
      id: `m-${id}-${known.length + 1}`,
      clientId,
      conversationId: id,
      number: known.length + 1,
      text,
      isAgent: agentName !== null,
      agentId: null,
      agentName,
      createdAt: new Date(Date.UTC(2026, 10, 20, 10, 41, known.length)).toISOString(),
    };
    this.messages.set(id, [...known, message]);
    const { isAnswered } = this.#find(id);
    this.change(id, { lastNumber: message.number, isAnswered: isAnswered || message.isAgent });
    return message;
  }

  #find(id: string): ConversationView {
    const conversation = this.conversations.get(id);
    if (!conversation) throw new ApiError(404, 'This conversation is not available.');
    return conversation;
  }

  /** Every call takes a turn of the event loop, as a real one does. */
  async #call<T>(name: string, work: () => T): Promise<T> {
    this.calls.push(name);
    await Promise.resolve();
    const fault = this.isDown ? 'lost' : this.faults.shift();
    if (fault instanceof ApiError) throw fault;
    if (fault === 'lost') throw new ApiError(0, 'No connection.');
    const answer = work();
    if (fault === 'answer lost') throw new ApiError(0, 'No connection.');
    return answer;
  }
}
