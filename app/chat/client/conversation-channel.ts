import { t } from '../../i18n/translate.ts';
import type { PickedFile } from './files/picked-file.ts';
import { ApiError } from '../../platform/api-client.ts';
import { isBlank, trimText } from '../../platform/shown-text.ts';
import { systemTimers, type Timers } from '../../platform/clock.ts';
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
import { MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../protocol/rules.ts';
import type { MessageView } from '../protocol/views.ts';

/** The first retry comes within a second, later retries within 30. */
const RETRY_FIRST_MS = 1000;
const RETRY_MOST_MS = 30_000;

/** Defines the API calls of a conversation. Visitors and agents have separate endpoints. */
export interface ConversationApi {
  /** Returns the messages after number `after` and the messages unsent after `removedAfter`. */
  readAfter(conversationId: string, after: number, removedAfter: number): Promise<MessagesPage>;
  send(
    conversationId: string,
    clientId: string,
    text: string,
    fileIds?: readonly string[],
  ): Promise<{ message: MessageView }>;
  unsend(conversationId: string, number: number): Promise<{ message: MessageView }>;
}

export interface MessagesPage {
  readonly messages: readonly MessageView[];
  readonly removed?: readonly MessageView[];
  readonly hasMore: boolean;
}

/** Uploads the files of messages (`files/file-uploads.ts`). */
export interface FileSender {
  /** Resolves when the server has all files; rejects with an {@link ApiError}. */
  completeAll(conversationId: string, files: readonly PickedFile[]): Promise<void>;
  cancel(conversationId: string, files: readonly PickedFile[]): void;
  /** Asks the server again for each file's progress, because the known progress may be stale. */
  recheck(files: readonly PickedFile[]): void;
  release(files: readonly PickedFile[]): void;
}

export interface Sent {
  readonly isWelcome?: boolean;
  readonly files?: readonly PickedFile[];
}

interface ChannelOptions {
  readonly conversationId: string;
  readonly api: ConversationApi;
  readonly outbox: Outbox;
  /** Undefined where messages carry no files. */
  readonly uploads?: FileSender;
  readonly initial?: MessageList;
  readonly timers?: Timers;
  readonly random?: () => number;
  onChange(list: MessageList): void;
  /** Runs after every request and tells if the server answered. */
  onReach?(wasReached: boolean): void;
  /** The server no longer grants access to this conversation. */
  onGone?(): void;
  /** The session has ended. The unsent messages are sent after the next sign-in. */
  onSignedOut?(): void;
}

/**
 * Synchronizes one conversation on one screen: sends messages in the order written, one at a time, retries
 * failures, and catches up. Visitors and agents share this class, which knows nothing of sockets or React.
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
  /** The server sent a Retry-After time. Until then only a retry by the author may send sooner. */
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

  get nextClientId(): string {
    return this.#nextClientId;
  }

  /** Handles a message from a server hint. A skipped number means that another hint was lost. */
  hint(message: MessageView): void {
    this.#change(receive(this.#list, [message]));
    const isBehind = missesRemovals(this.#list, message.removalNumber ?? 0);
    if (hasGap(this.#list) || isBehind) void this.catchUp();
  }

  /** Unsends an own message; rejects with an {@link ApiError} when the server refuses. */
  async unsend(number: number): Promise<void> {
    const { message } = await this.#options.api.unsend(this.conversationId, number);
    this.hint(message);
  }

  /**
   * Requests everything after the last number held, then sends the pending messages. Never rejects; resolves
   * to true when the list is up to date.
   */
  catchUp(): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    if (this.#catchingUp) this.#mustCatchUpAgain = true;
    else {
      this.#catchingUp = this.#readAll().then((isCurrent) => {
        this.#catchingUp = null;
        // Another call asked for a catch-up after the last page was read.
        if (isCurrent && this.#mustCatchUpAgain && !this.#isClosed) void this.catchUp();
        return isCurrent;
      });
    }
    return this.#catchingUp;
  }

  /** Shows the message immediately and queues it for sending. A message without text and files is ignored. */
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
      this.#change(markFailed(this.#list, clientId, t(MESSAGE_TOO_LONG), false));
    }
    void this.#sendAll();
  }

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
    void this.#sendAll();
  }

  /**
   * Reloads the pending messages after another tab changed the outbox. The catch-up finds out what happened
   * to those that are gone.
   */
  syncOutbox(): void {
    this.#list = syncPending(this.#list, this.#options.outbox.load(this.conversationId), false);
    if (!this.#isClosed) this.#options.onChange(this.#list);
    void this.catchUp();
  }

  /** Stops retries and change notifications. Unsent messages stay in the outbox. */
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
        this.#change(receivePage(this.#list, page));
        const isFurther = lastNumber(this.#list) > after || this.#list.removals.upTo > upTo;
        hasMore = page.hasMore && isFurther;
      }
      if (this.#isClosed) return false;
      this.#options.onReach?.(true);
      // This must come after the catch-up: a message that another tab sent is in the list before it leaves
      // the pending messages.
      const stored = this.#options.outbox.load(this.conversationId);
      this.#change(syncPending(this.#list, stored, true));
      isCurrent = true;
    } catch (error) {
      // The next wake-up retries; until then the screen keeps its list.
      this.#onError(error);
    }
    void this.#sendAll();
    return isCurrent;
  }

  /** Sends pending messages, oldest first, until the outbox is empty or a message has to wait. */
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
        // While a retry is scheduled, messages that came in meanwhile wait for it too.
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
        // The message was discarded meanwhile, in this tab or another.
        if (files && this.#nextToSend()?.clientId !== clientId) continue;
        const fileIds = files?.map(({ id }) => id);
        const { message } = await api.send(this.conversationId, clientId, text, fileIds);
        this.#failures = 0;
        this.#options.onReach?.(true);
        this.#change(receive(this.#list, [message]));
        if (hasGap(this.#list)) void this.catchUp();
      } catch (error) {
        const { status, message, canRetry, retryAfterMs } = this.#onError(error);
        // The message itself is fine, so it stays pending until its author signs in again.
        if (status === 401) return;
        this.#change(markFailed(this.#list, clientId, message, canRetry));
        // Later messages must not overtake this one.
        if (canRetry) {
          this.#retryLater(retryAfterMs);
          return;
        }
      }
    }
  }

  /**
   * Uses full jitter, so that thousands of clients do not reconnect to a restarted server at once. If the
   * server sent a Retry-After time, the retry waits exactly that long: an earlier one would be refused again.
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
    // If the message is gone from the outbox, another tab has sent or discarded it, and the catch-up shows
    // which.
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

  /** Returns a time strictly after that of the previous pending message, so that the outbox keeps the order. */
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

function receivePage(list: MessageList, { messages, removed = [] }: MessagesPage): MessageList {
  const upTo = removed.at(-1)?.removalNumber ?? 0;
  return knowRemovals(receive(list, [...messages, ...removed]), upTo);
}
