import { ApiError } from '../platform/api-client.ts';
import {
  addPending,
  discardPending,
  EMPTY_LIST,
  hasGap,
  lastNumber,
  markFailed,
  markSending,
  prepend,
  receive,
  type MessageList,
} from './message-list.ts';
import type { Outbox } from './outbox.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from './rules.ts';
import type { MessageView } from './views.ts';

/** The two calls a conversation needs; visitor and agent have doors of their own. */
export interface ConversationApi {
  readAfter(
    conversationId: string,
    after: number,
  ): Promise<{ messages: MessageView[]; hasMore: boolean }>;
  send(conversationId: string, clientId: string, text: string): Promise<{ message: MessageView }>;
}

interface ChannelOptions {
  readonly conversationId: string;
  readonly api: ConversationApi;
  readonly outbox: Outbox;
  /** Where a list that was loaded elsewhere starts from. */
  readonly initial?: MessageList;
  onChange(list: MessageList): void;
}

/**
 * One conversation on one screen: sends in the order written, one at a time, and catches up. The
 * same on both sides; it knows nothing of sockets, of React or of who is using it.
 */
export class ConversationChannel {
  readonly conversationId: string;
  readonly #options: ChannelOptions;
  #list: MessageList;
  #isCatchingUp = false;
  #mustCatchUpAgain = false;
  #isSending = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.conversationId = options.conversationId;
    this.#list = {
      ...(options.initial ?? EMPTY_LIST),
      pending: options.outbox.load(options.conversationId),
    };
  }

  get list(): MessageList {
    return this.#list;
  }

  /** A hint from the server. A number that skips one means that another hint was lost. */
  hint(message: MessageView): void {
    this.#change(receive(this.#list, [message]));
    if (hasGap(this.#list)) void this.catchUp();
  }

  /** Asks for everything after the last number held, and sends what waits. Never rejects. */
  async catchUp(): Promise<void> {
    if (this.#isCatchingUp) {
      this.#mustCatchUpAgain = true;
      return;
    }
    this.#isCatchingUp = true;
    try {
      let hasMore = true;
      while (hasMore || this.#mustCatchUpAgain) {
        this.#mustCatchUpAgain = false;
        const page = await this.#options.api.readAfter(this.conversationId, lastNumber(this.#list));
        this.#change(receive(this.#list, page.messages));
        hasMore = page.hasMore;
      }
    } catch (error) {
      // The next wake-up asks again; until then the screen shows what it has.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      this.#isCatchingUp = false;
    }
    this.#retryWhatWaits();
    await this.#sendNext();
  }

  /** Shows the message at once and sends it when its turn comes. Blank text is ignored. */
  send(text: string, now: Date): void {
    const trimmed = text.trim();
    if (trimmed === '') return;
    const clientId = crypto.randomUUID();
    const message = {
      clientId,
      text: trimmed,
      writtenAt: now.toISOString(),
      state: 'sending',
    } as const;
    this.#change(addPending(this.#list, message));
    if (trimmed.length > MESSAGE_MAX_LENGTH) {
      this.#change(markFailed(this.#list, clientId, MESSAGE_TOO_LONG, false));
    }
    void this.#sendNext();
  }

  /** A page of what was said before the first message held. */
  addEarlier(messages: readonly MessageView[]): void {
    this.#change(prepend(this.#list, messages));
  }

  retry(clientId: string): void {
    this.#change(markSending(this.#list, clientId));
    void this.#sendNext();
  }

  discard(clientId: string): void {
    this.#change(discardPending(this.#list, clientId));
  }

  #retryWhatWaits(): void {
    for (const message of this.#list.pending) {
      if (message.state === 'failed' && message.canRetry) {
        this.#change(markSending(this.#list, message.clientId));
      }
    }
  }

  async #sendNext(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let next = this.#nextToSend(); next; next = this.#nextToSend()) {
        const { clientId, text } = next;
        try {
          const { message } = await this.#options.api.send(this.conversationId, clientId, text);
          this.#change(receive(this.#list, [message]));
          if (hasGap(this.#list)) void this.catchUp();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          this.#change(markFailed(this.#list, clientId, error.message, error.canRetry));
          // What was written later must not overtake it; the next wake-up tries again.
          if (error.canRetry) return;
        }
      }
    } finally {
      this.#isSending = false;
    }
  }

  #nextToSend() {
    const [first] = this.#list.pending.filter(
      (message) => message.state === 'sending' || message.canRetry,
    );
    return first?.state === 'sending' ? first : undefined;
  }

  #change(list: MessageList): void {
    this.#list = list;
    this.#options.outbox.save(this.conversationId, list.pending);
    this.#options.onChange(list);
  }
}
