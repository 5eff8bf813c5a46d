import type { PickedFile } from './files/picked-file.ts';
import { ApiError } from '../platform/api-client.ts';
import { isBlank, trimText } from '../platform/shown-text.ts';
import { systemTimers, type Timers } from '../platform/timers.ts';
import {
  addPending,
  discardPending,
  EMPTY_LIST,
  hasGap,
  isAcknowledged,
  knowRemovals,
  lastNumber,
  markFailed,
  markSending,
  missesRemovals,
  prepend,
  receive,
  syncPending,
  type MessageList,
  type PendingMessage,
} from './message-list.ts';
import type { Outbox } from './outbox.ts';
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../conversation/wire/rules.ts';
import type { MessageView } from '../conversation/wire/views.ts';

/** The first repeat of a failed sending comes within a second, later ones within 30. */
const RETRY_FIRST_MS = 1000;
const RETRY_MOST_MS = 30_000;

/** The calls a conversation needs; visitor and agent have doors of their own. */
export interface ConversationApi {
  /** What came after one number, and was taken back after the other. */
  readAfter(conversationId: string, after: number, removedAfter: number): Promise<MessagesPage>;
  send(
    conversationId: string,
    clientId: string,
    text: string,
    fileIds?: readonly string[],
  ): Promise<{ message: MessageView }>;
  takeBack(conversationId: string, number: number): Promise<{ message: MessageView }>;
}

export interface MessagesPage {
  readonly messages: readonly MessageView[];
  /** In the order in which they were taken back. */
  readonly removed?: readonly MessageView[];
  readonly hasMore: boolean;
}

/** How files of messages come to the server: `files/file-uploads.ts`. */
export interface FileSender {
  /** Resolves when the server has all of them; rejects with an {@link ApiError}. */
  completeAll(conversationId: string, files: readonly PickedFile[]): Promise<void>;
  /** Their message will not be sent. */
  cancel(conversationId: string, files: readonly PickedFile[]): void;
  /** What is known of them may be old: the server is asked again how far it is. */
  recheck(files: readonly PickedFile[]): void;
  /** Their message is saved. */
  release(files: readonly PickedFile[]): void;
}

/** What a message has besides its text. */
export interface Sent {
  readonly isWelcome?: boolean;
  readonly files?: readonly PickedFile[];
}

interface ChannelOptions {
  readonly conversationId: string;
  readonly api: ConversationApi;
  readonly outbox: Outbox;
  /** Left out where messages carry no files. */
  readonly uploads?: FileSender;
  /** Where a list that was loaded elsewhere starts from. */
  readonly initial?: MessageList;
  readonly timers?: Timers;
  readonly random?: () => number;
  onChange(list: MessageList): void;
  /** After every call: whether the server answered at all. */
  onReach?(wasReached: boolean): void;
  /** The server no longer opens this conversation to whoever is here. */
  onGone?(): void;
  /** Whoever is here has to sign in again; what is unsent goes out after that. */
  onSignedOut?(): void;
}

/**
 * One conversation on one screen: sends in the order written, one at a time, repeats what failed,
 * and catches up. The same on both sides; it knows nothing of sockets, of React or of who uses it.
 */
export class ConversationChannel {
  readonly conversationId: string;
  readonly #options: ChannelOptions;
  readonly #timers: Timers;
  readonly #random: () => number;
  #list: MessageList;
  #nextClientId = crypto.randomUUID();
  #catchingUp: Promise<boolean> | null = null;
  #mustCatchUpAgain = false;
  #isSending = false;
  #mustSendAgain = false;
  #failures = 0;
  /** The server named the second of the next attempt; until then only its author may hurry it. */
  #isHeldOff = false;
  #cancelRetry: (() => void) | undefined;
  #isClosed = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
    this.#random = options.random ?? Math.random;
    this.conversationId = options.conversationId;
    const { initial = EMPTY_LIST, outbox } = options;
    this.#list = syncPending(initial, outbox.load(options.conversationId), false);
  }

  get list(): MessageList {
    return this.#list;
  }

  /** The name that the next message written here will have. */
  get nextClientId(): string {
    return this.#nextClientId;
  }

  /** A hint from the server. A number that skips one means that another hint was lost. */
  hint(message: MessageView): void {
    this.#change(receive(this.#list, [message]));
    const isBehind = missesRemovals(this.#list, message.removalNumber ?? 0);
    if (hasGap(this.#list) || isBehind) void this.catchUp();
  }

  /** Takes one's own message back; rejects with an {@link ApiError} when that is refused. */
  async takeBack(number: number): Promise<void> {
    const { message } = await this.#options.api.takeBack(this.conversationId, number);
    this.hint(message);
  }

  /**
   * Asks for everything after the last number held, and sends what waits. Never rejects; tells
   * whether the list is up to date now.
   */
  catchUp(): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    if (this.#catchingUp) this.#mustCatchUpAgain = true;
    else {
      this.#catchingUp = this.#readAll().then((isCurrent) => {
        this.#catchingUp = null;
        // Asked for in the moment between the last page and here.
        if (isCurrent && this.#mustCatchUpAgain && !this.#isClosed) void this.catchUp();
        return isCurrent;
      });
    }
    return this.#catchingUp;
  }

  /** Shows the message at once and sends it when its turn comes. Nothing at all is ignored. */
  send(text: string, now: Date, { isWelcome = false, files = [] }: Sent = {}): void {
    const trimmed = isBlank(text) ? '' : trimText(text);
    if (trimmed === '' && files.length === 0) return;
    const clientId = this.#nextClientId;
    this.#nextClientId = crypto.randomUUID();
    this.#change(
      addPending(this.#list, {
        clientId,
        text: trimmed,
        writtenAt: this.#writtenAt(now),
        state: 'sending',
        ...(isWelcome ? { isWelcome } : {}),
        ...(files.length > 0 ? { files } : {}),
      }),
    );
    if (trimmed.length > MESSAGE_MAX_LENGTH) {
      this.#change(markFailed(this.#list, clientId, MESSAGE_TOO_LONG, false));
    }
    void this.#sendAll();
  }

  /** A page of what was said before the first message held. */
  addEarlier(messages: readonly MessageView[]): void {
    this.#change(prepend(this.#list, messages));
  }

  retry(clientId: string): void {
    this.#isHeldOff = false;
    const { files } = this.#find(clientId) ?? {};
    if (files) this.#options.uploads?.recheck(files);
    this.#change(markSending(this.#list, clientId));
    void this.#sendAll();
  }

  discard(clientId: string): void {
    this.#isHeldOff = false;
    const { files } = this.#find(clientId) ?? {};
    if (files) this.#options.uploads?.cancel(this.conversationId, files);
    this.#change(discardPending(this.#list, clientId));
    // What was written after it need not wait any longer.
    void this.#sendAll();
  }

  /** Another tab changed what is unsent: show its messages, and ask what became of those gone. */
  syncOutbox(): void {
    this.#list = syncPending(this.#list, this.#options.outbox.load(this.conversationId), false);
    if (!this.#isClosed) this.#options.onChange(this.#list);
    void this.catchUp();
  }

  /** Stops repeating and tells nobody any more; what is unsent stays in the outbox. */
  close(): void {
    this.#isClosed = true;
    this.#cancelRetry?.();
  }

  async #readAll(): Promise<boolean> {
    let isCurrent = false;
    try {
      let hasMore = true;
      while ((hasMore || this.#mustCatchUpAgain) && !this.#isClosed) {
        this.#mustCatchUpAgain = false;
        const after = lastNumber(this.#list);
        const { upTo } = this.#list.removals;
        const page = await this.#options.api.readAfter(this.conversationId, after, upTo);
        this.#change(takeIn(this.#list, page));
        // A page that brings nothing new would be asked for again without end.
        const isFurther = lastNumber(this.#list) > after || this.#list.removals.upTo > upTo;
        hasMore = page.hasMore && isFurther;
      }
      if (this.#isClosed) return false;
      this.#options.onReach?.(true);
      // Only now: what another tab sent is in the list before it leaves the pending ones.
      const stored = this.#options.outbox.load(this.conversationId);
      this.#change(syncPending(this.#list, stored, true));
      isCurrent = true;
    } catch (error) {
      // The next wake-up asks again; until then the screen shows what it has.
      this.#onError(error);
    }
    void this.#sendAll();
    return isCurrent;
  }

  /** Sends what waits, oldest first, until the outbox is empty or a message has to wait. */
  async #sendAll(): Promise<void> {
    if (this.#isHeldOff) return;
    if (this.#isSending) {
      this.#mustSendAgain = true;
      return;
    }
    this.#isSending = true;
    try {
      do {
        this.#mustSendAgain = false;
        if (!this.#nextToSend()) break;
        this.#cancelRetry?.();
        this.#cancelRetry = undefined;
        await this.#options.outbox.exclusively(this.conversationId, () => this.#sendUntilFailure());
        // With a repeat on its way, whatever came meanwhile waits for it too.
      } while (this.#mustSendAgain && !this.#cancelRetry);
    } finally {
      this.#isSending = false;
    }
  }

  async #sendUntilFailure(): Promise<void> {
    for (let next = this.#nextToSend(); next; next = this.#nextToSend()) {
      const { clientId, text, files } = next;
      const { api, uploads } = this.#options;
      try {
        if (files) await uploads?.completeAll(this.conversationId, files);
        // Taken back meanwhile, here or in another tab.
        if (files && this.#nextToSend()?.clientId !== clientId) continue;
        const fileIds = files?.map(({ id }) => id);
        const { message } = await api.send(this.conversationId, clientId, text, fileIds);
        this.#failures = 0;
        this.#options.onReach?.(true);
        this.#change(receive(this.#list, [message]));
        if (hasGap(this.#list)) void this.catchUp();
      } catch (error) {
        const { status, message, canRetry, retryAfterMs } = this.#onError(error);
        // Nothing is wrong with the message: it stays as it is until its author is back.
        if (status === 401) return;
        this.#change(markFailed(this.#list, clientId, message, canRetry));
        // What was written later must not overtake it.
        if (canRetry) {
          this.#retryLater(retryAfterMs);
          return;
        }
      }
    }
  }

  /**
   * Full jitter: a thousand clients of a restarted server do not come back at once. A server that
   * named the second is asked right then: trying sooner would only be refused again.
   */
  #retryLater(retryAfterMs: number | undefined): void {
    const longest = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#cancelRetry?.();
    if (this.#isClosed) return;
    this.#isHeldOff = retryAfterMs !== undefined;
    this.#cancelRetry = this.#timers.after(retryAfterMs ?? longest * this.#random(), () => {
      this.#isHeldOff = false;
      void this.#sendAll();
    });
  }

  #nextToSend(): PendingMessage | undefined {
    if (this.#isClosed) return undefined;
    const waiting = this.#list.pending.find(
      ({ clientId, state, canRetry }) =>
        (state === 'sending' || canRetry) && !isAcknowledged(this.#list, clientId),
    );
    // Gone from the outbox: another tab has sent or discarded it, and catching up shows which.
    const stored = waiting && this.#options.outbox.load(this.conversationId);
    return stored?.some(({ clientId }) => clientId === waiting?.clientId) ? waiting : undefined;
  }

  #find(clientId: string): PendingMessage | undefined {
    return this.#list.pending.find((message) => message.clientId === clientId);
  }

  #onError(error: unknown): ApiError {
    if (!(error instanceof ApiError)) throw error;
    if (this.#isClosed) return error;
    this.#options.onReach?.(error.wasReached);
    if (error.status === 404) this.#options.onGone?.();
    if (error.status === 401) this.#options.onSignedOut?.();
    return error;
  }

  /** Strictly after the message before it, so that the outbox keeps the order. */
  #writtenAt(now: Date): string {
    const before = this.#list.pending.at(-1)?.writtenAt;
    const earliest = before === undefined ? 0 : Date.parse(before) + 1;
    return new Date(Math.max(now.getTime(), earliest)).toISOString();
  }

  #change(list: MessageList): void {
    const before = new Map(this.#list.pending.map((message) => [message.clientId, message]));
    this.#list = list;
    for (const message of list.pending) {
      if (before.get(message.clientId) !== message) {
        this.#options.outbox.put(this.conversationId, message);
      }
      before.delete(message.clientId);
    }
    for (const { clientId, files } of before.values()) {
      this.#options.outbox.remove(this.conversationId, clientId);
      if (files) this.#options.uploads?.release(files);
    }
    if (!this.#isClosed) this.#options.onChange(list);
  }
}

/** A page as the server read it: what was taken back comes in its order, without a gap. */
function takeIn(list: MessageList, { messages, removed = [] }: MessagesPage): MessageList {
  const upTo = removed.at(-1)?.removalNumber ?? 0;
  return knowRemovals(receive(list, [...messages, ...removed]), upTo);
}
