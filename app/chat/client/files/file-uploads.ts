import { ApiError } from '../../../platform/api-client.ts';
import type { PersistedFiles } from './persisted-files.ts';
import type { PickedFile } from './picked-file.ts';
import { t, msg } from '../../../i18n/translate.ts';
import { inOneTab } from '../../../ui/in-one-tab.ts';
import { Listeners } from '../../../ui/listeners.ts';

/** The progress of a file. A file without a state is waiting. */
export interface UploadState {
  readonly sent: number;
  readonly isComplete: boolean;
  readonly reason?: string;
  /** True if a retry may succeed; otherwise the file must be removed. */
  readonly canRetry?: boolean;
}

type SendFile = typeof import('../../../platform/files/send-file.ts').sendFile;

interface Options {
  /** The prefix of the endpoints: '/chat' or '/agentchat'. */
  readonly side: string;
  readonly persistedFiles: PersistedFiles;
  /** Loads the upload client with the first file. */
  readonly load: () => Promise<{ readonly sendFile: SendFile }>;
}

interface Running {
  readonly done: Promise<void>;
  readonly ending: AbortController;
}

/** Limits parallel uploads, so that a message with ten files leaves a connection for text messages. */
const AT_ONCE = 3;

const NOT_HERE = (name: string) =>
  t('“{name}” is no longer in this browser. Add it again.', { name });
const NOT_LOADED = msg("No connection. The file will be sent when you're back online.");

/** Uploads files; repeated calls for the same file share one upload. */
export class FileUploads {
  readonly #options: Options;
  readonly #running = new Map<string, Running>();
  readonly #waiting: (() => void)[] = [];
  readonly #listeners = new Listeners();
  #states: ReadonlyMap<string, UploadState> = new Map();
  #places = AT_ONCE;

  constructor(options: Options) {
    this.#options = options;
  }

  get persistedFiles(): PersistedFiles {
    return this.#options.persistedFiles;
  }

  draftOf(conversationId: string): string {
    return `${this.#options.side} ${conversationId}`;
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly getStates = (): ReadonlyMap<string, UploadState> => this.#states;

  /** Resolves when the server has the whole file; rejects with an {@link ApiError}. */
  complete(conversationId: string, file: PickedFile): Promise<void> {
    if (this.#states.get(file.id)?.isComplete) return Promise.resolve();
    const known = this.#running.get(file.id);
    if (known) return known.done;
    const ending = new AbortController();
    const done = this.#send(conversationId, file, ending.signal)
      .then(() => this.#put(file.id, { sent: file.size, isComplete: true }))
      .catch((error: unknown) => this.#onError(file, error, ending.signal))
      .finally(() => this.#running.delete(file.id));
    // Callers that wait get the error; this handler only prevents an unhandled rejection.
    done.catch(() => {});
    this.#running.set(file.id, { done, ending });
    return done;
  }

  async completeAll(conversationId: string, files: readonly PickedFile[]): Promise<void> {
    const results = await Promise.allSettled(
      files.map((file) => this.complete(conversationId, file)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Aborts the uploads and deletes the files from the server. */
  cancel(conversationId: string, files: readonly PickedFile[]): void {
    for (const { id } of files) {
      this.#running.get(id)?.ending.abort();
      // If this request fails, the server deletes the unused file after a day.
      void fetch(`${this.#address(conversationId)}/${id}`, {
        method: 'DELETE',
        headers: { 'Tus-Resumable': '1.0.0' },
      }).catch(() => {});
    }
    this.release(files);
  }

  /** The next upload asks the server again how much it has received. */
  recheck(files: readonly PickedFile[]): void {
    const states = new Map(this.#states);
    for (const { id } of files) if (!this.#running.has(id)) states.delete(id);
    this.#notify(states);
  }

  /** The message is saved, so this browser can delete its copies of the files. */
  release(files: readonly PickedFile[]): void {
    const ids = files.map(({ id }) => id);
    void this.persistedFiles.remove(ids);
    const states = new Map(this.#states);
    for (const id of ids) states.delete(id);
    this.#notify(states);
  }

  async #send(conversationId: string, file: PickedFile, signal: AbortSignal): Promise<void> {
    this.#put(file.id, { sent: 0, isComplete: false });
    await this.#takePlace();
    try {
      const persistedFile = await this.persistedFiles.load(file.id);
      if (!persistedFile) throw new ApiError(410, NOT_HERE(file.name));
      const { sendFile } = await this.#options.load().catch(() => {
        throw new ApiError(0, t(NOT_LOADED));
      });
      // Two tabs that upload the same file would interrupt each other.
      await inOneTab(`chat_file:${file.id}`, () =>
        sendFile({
          file,
          blob: persistedFile.blob,
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
    this.#notify(new Map(this.#states).set(id, state));
  }

  #notify(states: ReadonlyMap<string, UploadState>): void {
    this.#states = states;
    this.#listeners.notify();
  }
}
