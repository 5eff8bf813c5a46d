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
  #limits: Promise<FileLimits> | undefined;
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
    const kept = await uploads.kept.drafts(this.#draftOf());
    const known = new Set([...sentIds, ...this.#state.files.map(({ id }) => id)]);
    const missing = kept.filter(({ id }) => !known.has(id)).map(toPicked);
    if (missing.length === 0) return;
    this.#change({ files: [...missing, ...this.#state.files] });
    for (const file of missing) this.#begin(file);
  }

  /** Takes what fits; of the rest it says why not. */
  async add(given: readonly GivenFile[]): Promise<void> {
    const limits = await this.#readLimits();
    const { taken, problems } = sortFiles(given, this.#state.files.length, limits);
    const now = Date.now();
    const picked = taken.map((blob) => ({
      id: crypto.randomUUID(),
      name: blob.name,
      size: blob.size,
      type: blob.type,
    }));
    this.#change({ files: [...this.#state.files, ...picked], problems });
    for (const [index, file] of picked.entries()) {
      const blob = taken[index];
      // One after the other: the order is that of the time they were kept at.
      if (blob) {
        const kept = { ...file, draftOf: this.#draftOf(), blob, keptAt: now + index };
        // oxlint-disable-next-line no-await-in-loop -- said above
        await this.#options.uploads.kept.put(kept);
      }
      this.#begin(file);
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

  /** Asked for once; until they are known the usual ones hold. */
  async #readLimits(): Promise<FileLimits> {
    this.#limits ??= this.#options.readLimits();
    try {
      return await this.#limits;
    } catch {
      this.#limits = undefined;
      return USUAL_LIMITS;
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
