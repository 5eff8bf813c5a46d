import { ApiError } from '../../platform/api-client.ts';
import type { KeptFiles } from './kept-files.ts';
import type { PickedFile } from './picked-file.ts';
import { say } from '../../platform/say.ts';
import { inOneTab } from '../../ui/in-one-tab.ts';

/** How far a file is. One of which nothing is known waits. */
export interface UploadState {
  readonly sent: number;
  readonly isComplete: boolean;
  /** Why it is not sent at the moment, in words. */
  readonly reason?: string;
  /** Whether the same may succeed later; otherwise it has to go. */
  readonly canRetry?: boolean;
}

type SendFile = typeof import('../../platform/files/send-file.ts').sendFile;

interface Options {
  /** Whose door: '/chat' or '/agentchat'. */
  readonly side: string;
  readonly kept: KeptFiles;
  /** Loads the protocol's client; with the first file, not before. */
  readonly load: () => Promise<{ readonly sendFile: SendFile }>;
}

interface Running {
  readonly done: Promise<void>;
  readonly ending: AbortController;
}

/** So many at once: ten files of one message, and there is still a line for the words. */
const AT_ONCE = 3;

const NOT_HERE = (name: string) =>
  say('“{name}” is not in this browser any more. Please add it again.', { name });
const NOT_LOADED = 'No connection. It is sent when you are back online.';

/** Files on their way to the server, each sent once however often it is asked for. */
export class FileUploads {
  readonly #options: Options;
  readonly #running = new Map<string, Running>();
  readonly #waiting: (() => void)[] = [];
  readonly #listeners = new Set<() => void>();
  #states: ReadonlyMap<string, UploadState> = new Map();
  #places = AT_ONCE;

  constructor(options: Options) {
    this.#options = options;
  }

  get kept(): KeptFiles {
    return this.#options.kept;
  }

  /** What drafts of this conversation's box are kept under. */
  draftOf(conversationId: string): string {
    return `${this.#options.side} ${conversationId}`;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getStates = (): ReadonlyMap<string, UploadState> => this.#states;

  /** Resolves when the server has all of it; rejects with an {@link ApiError}. */
  complete(conversationId: string, file: PickedFile): Promise<void> {
    if (this.#states.get(file.id)?.isComplete) return Promise.resolve();
    const known = this.#running.get(file.id);
    if (known) return known.done;
    const ending = new AbortController();
    const done = this.#send(conversationId, file, ending.signal)
      .then(() => this.#put(file.id, { sent: file.size, isComplete: true }))
      .catch((error: unknown) => this.#onError(file, error, ending.signal))
      .finally(() => this.#running.delete(file.id));
    // Whoever waits for it is told; where nobody does, its state says it.
    done.catch(() => {});
    this.#running.set(file.id, { done, ending });
    return done;
  }

  /** All of a message's files; of several that fail, the first in their order is told. */
  async completeAll(conversationId: string, files: readonly PickedFile[]): Promise<void> {
    const results = await Promise.allSettled(
      files.map((file) => this.complete(conversationId, file)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Ends what is under way and takes back what is on the server. */
  cancel(conversationId: string, files: readonly PickedFile[]): void {
    for (const { id } of files) {
      this.#running.get(id)?.ending.abort();
      // What is not taken back here is swept there after a day.
      void fetch(`${this.#address(conversationId)}/${id}`, {
        method: 'DELETE',
        headers: { 'Tus-Resumable': '1.0.0' },
      }).catch(() => {});
    }
    this.release(files);
  }

  /** The server is asked again how far it is, the next time they are wanted. */
  recheck(files: readonly PickedFile[]): void {
    const states = new Map(this.#states);
    for (const { id } of files) if (!this.#running.has(id)) states.delete(id);
    this.#tell(states);
  }

  /** Their message is saved: their bytes need not be kept here. */
  release(files: readonly PickedFile[]): void {
    const ids = files.map(({ id }) => id);
    void this.kept.remove(ids);
    const states = new Map(this.#states);
    for (const id of ids) states.delete(id);
    this.#tell(states);
  }

  async #send(conversationId: string, file: PickedFile, signal: AbortSignal): Promise<void> {
    this.#put(file.id, { sent: 0, isComplete: false });
    await this.#takePlace();
    try {
      const kept = await this.kept.load(file.id);
      if (!kept) throw new ApiError(410, NOT_HERE(file.name));
      const { sendFile } = await this.#options.load().catch(() => {
        throw new ApiError(0, NOT_LOADED);
      });
      // Two tabs that sent the same file would take it out of each other's hands.
      await inOneTab(`chat_file:${file.id}`, () =>
        sendFile({
          file,
          blob: kept.blob,
          address: this.#address(conversationId),
          signal,
          onProgress: (sent) => this.#put(file.id, { sent, isComplete: false }),
        }),
      );
    } finally {
      this.#givePlace();
    }
  }

  #onError({ id }: PickedFile, error: unknown, signal: AbortSignal): never {
    if (!(error instanceof ApiError)) throw error;
    const { message, canRetry } = error;
    const { sent = 0 } = this.#states.get(id) ?? {};
    if (!signal.aborted) this.#put(id, { sent, isComplete: false, reason: message, canRetry });
    throw error;
  }

  async #takePlace(): Promise<void> {
    if (this.#places > 0) this.#places -= 1;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  #givePlace(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#places += 1;
  }

  #address(conversationId: string): string {
    return `${this.#options.side}/conversations/${conversationId}/files`;
  }

  #put(id: string, state: UploadState): void {
    this.#tell(new Map(this.#states).set(id, state));
  }

  #tell(states: ReadonlyMap<string, UploadState>): void {
    this.#states = states;
    for (const listener of this.#listeners) listener();
  }
}
