import { USUAL_LIMITS, type FileLimits } from '../../conversation/wire/files.ts';
import type { FileUploads } from './file-uploads.ts';
import { sortFiles, type GivenFile, type PickedFile } from './picked-file.ts';

export interface AttachmentsState {
  /** In the order in which they were added. */
  readonly files: readonly PickedFile[];
  /** What was not taken, and why. */
  readonly problems: readonly string[];
}

interface Options {
  readonly conversationId: string;
  readonly uploads: FileUploads;
  readonly readLimits: () => Promise<FileLimits>;
}

/** The files that wait in a box for their message: added, sent ahead, taken away, kept through a reload. */
export class Attachments {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #limits = USUAL_LIMITS;
  #state: AttachmentsState = { files: [], problems: [] };

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): AttachmentsState => this.#state;

  /** Brings back what was added before a reload, but what goes with a message that is being sent. */
  async restore(sentIds: readonly string[]): Promise<void> {
    const { uploads } = this.#options;
    void this.#readLimits();
    const kept = await uploads.kept.drafts(this.#draftOf());
    const known = new Set([...sentIds, ...this.#state.files.map(({ id }) => id)]);
    const missing = kept.filter(({ id }) => !known.has(id)).map(toPicked);
    if (missing.length === 0) return;
    this.#change({ files: [...missing, ...this.#state.files] });
    for (const file of missing) this.#begin(file);
  }

  /** Takes what fits; of the rest it says why not. At once: whoever picks may press Enter next. */
  add(given: readonly GivenFile[]): void {
    const { taken, problems } = sortFiles(given, this.#state.files.length, this.#limits);
    const now = Date.now();
    const picked = taken.map((blob, index) => ({
      // Their order is that of the time they were kept at.
      keptAt: now + index,
      id: crypto.randomUUID(),
      name: blob.name,
      size: blob.size,
      type: blob.type,
      draftOf: this.#draftOf(),
      blob,
    }));
    this.#change({ files: [...this.#state.files, ...picked.map(toPicked)], problems });
    for (const file of picked) {
      void this.#options.uploads.kept.put(file);
      this.#begin(toPicked(file));
    }
  }

  remove(id: string): void {
    const { conversationId, uploads } = this.#options;
    uploads.cancel(
      conversationId,
      this.#state.files.filter((file) => file.id === id),
    );
    this.#change({ files: this.#state.files.filter((file) => file.id !== id) });
  }

  retry(id: string): void {
    const file = this.#state.files.find((one) => one.id === id);
    if (file) this.#begin(file);
  }

  /** The line may be back. */
  retryAll(): void {
    const states = this.#options.uploads.getStates();
    for (const file of this.#state.files) if (states.get(file.id)?.canRetry) this.#begin(file);
  }

  dismissProblems(): void {
    this.#change({ problems: [] });
  }

  /** Those that a message can carry: the refused ones stay where they are, with the reason. */
  sendable(): readonly PickedFile[] {
    const states = this.#options.uploads.getStates();
    return this.#state.files.filter(({ id }) => {
      const state = states.get(id);
      return state?.reason === undefined || state.canRetry === true;
    });
  }

  /** Hands over what the message that is being sent carries. */
  take(): readonly PickedFile[] {
    const taken = this.sendable();
    const ids = new Set(taken.map(({ id }) => id));
    void this.#options.uploads.kept.markSent([...ids]);
    this.#change({ files: this.#state.files.filter(({ id }) => !ids.has(id)), problems: [] });
    return taken;
  }

  #begin(file: PickedFile): void {
    const { conversationId, uploads } = this.#options;
    // Its state says what became of it.
    uploads.complete(conversationId, file).catch(() => {});
  }

  #draftOf(): string {
    return this.#options.uploads.draftOf(this.#options.conversationId);
  }

  /** Until the server has said, the usual ones hold; it refuses by name, too. */
  async #readLimits(): Promise<void> {
    try {
      this.#limits = await this.#options.readLimits();
    } catch {
      // Without a connection nothing is sent either.
    }
  }

  #change(change: Partial<AttachmentsState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

function toPicked({ id, name, size, type }: PickedFile): PickedFile {
  return { id, name, size, type };
}
