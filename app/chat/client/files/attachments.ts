import {
  describeTooManyFiles,
  sortFiles,
  USUAL_LIMITS,
  type FileLimits,
} from '../../protocol/files.ts';
import { FileUploads } from './file-uploads.ts';
import type { GivenFile, PickedFile } from './picked-file.ts';
import { browserFiles } from './persisted-files.ts';
import { Listeners } from '../../../ui/listeners.ts';

export interface AttachmentsState {
  readonly files: readonly PickedFile[];
  readonly problems: readonly string[];
}

interface Options {
  readonly conversationId: string;
  /** The member who adds the files. They are not restored for another one at the same browser. */
  readonly author?: string | undefined;
  readonly uploads: FileUploads;
  readonly readLimits: () => Promise<FileLimits>;
}

/** Holds the files attached to an unsent message: uploads them in advance and restores them after a reload. */
export class Attachments {
  readonly #options: Options;
  readonly #listeners = new Listeners();
  #limits = USUAL_LIMITS;
  #state: AttachmentsState = { files: [], problems: [] };

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly getState = (): AttachmentsState => this.#state;

  /** Restores the files added before a reload, except those of messages being sent. */
  async restore(sentIds: readonly string[]): Promise<void> {
    const { uploads } = this.#options;
    void this.#readLimits();
    const persistedFile = await uploads.persistedFiles.drafts(this.#draftOf());
    const known = new Set([...sentIds, ...this.#state.files.map(({ id }) => id)]);
    const missing = persistedFile.filter(({ id }) => !known.has(id)).map(toPicked);
    if (missing.length === 0) return;
    this.#change({ files: [...missing, ...this.#state.files] });
    for (const file of missing) this.#begin(file);
  }

  /**
   * Adds the accepted files and reports the others. This is synchronous, because the user may press Enter
   * right after picking files.
   */
  add(given: readonly GivenFile[]): void {
    const { files } = this.#state;
    const { taken, problems } = sortFiles(given, files.length, this.#limits, describeTooManyFiles);
    const now = Date.now();
    const picked = taken.map((blob, index) => ({
      // The database sorts files by this time, so each file needs its own.
      keptAt: now + index,
      id: crypto.randomUUID(),
      name: blob.name,
      size: blob.size,
      type: blob.type,
      draftOf: this.#draftOf(),
      blob,
    }));
    this.#change({ files: [...files, ...picked.map(toPicked)], problems });
    for (const file of picked) {
      void this.#options.uploads.persistedFiles.put(file);
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

  /** The network may be back. */
  retryAll(): void {
    const states = this.#options.uploads.getStates();
    for (const file of this.#state.files) if (states.get(file.id)?.canRetry) this.#begin(file);
  }

  dismissProblems(): void {
    this.#change({ problems: [] });
  }

  /** Returns the files that a message can have. Rejected files stay in the list with their reason. */
  sendable(): readonly PickedFile[] {
    const states = this.#options.uploads.getStates();
    return this.#state.files.filter(({ id }) => {
      const state = states.get(id);
      return state?.reason === undefined || state.canRetry === true;
    });
  }

  take(): readonly PickedFile[] {
    const taken = this.sendable();
    const ids = new Set(taken.map(({ id }) => id));
    void this.#options.uploads.persistedFiles.markSent([...ids]);
    this.#change({ files: this.#state.files.filter(({ id }) => !ids.has(id)), problems: [] });
    return taken;
  }

  #begin(file: PickedFile): void {
    const { conversationId, uploads } = this.#options;
    // The upload's state shows the error.
    uploads.complete(conversationId, file).catch(() => {});
  }

  #draftOf(): string {
    const { author, conversationId, uploads } = this.#options;
    const own = uploads.draftOf(conversationId);
    return author === undefined ? own : `${own} ${author}`;
  }

  /** Until the server's limits are loaded, the defaults apply; the server checks again. */
  async #readLimits(): Promise<void> {
    try {
      this.#limits = await this.#options.readLimits();
    } catch {
      // Without a connection nothing can be sent either.
    }
  }

  #change(change: Partial<AttachmentsState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.notify();
  }
}

function toPicked({ id, name, size, type }: PickedFile): PickedFile {
  return { id, name, size, type };
}

// Each tab has one instance per side, so that uploads continue when the screen changes.
let visitor: FileUploads | undefined;

let desk: FileUploads | undefined;

export function visitorUploads(): FileUploads {
  return (visitor ??= open('/chat'));
}

export function deskUploads(): FileUploads {
  return (desk ??= open('/agentchat'));
}

function open(side: string): FileUploads {
  return new FileUploads({
    side,
    persistedFiles: browserFiles(),
    load: () => import('../../../platform/files/send-file.ts'),
  });
}
