import type { PickedFile } from './picked-file.ts';

export interface PersistedFile extends PickedFile {
  /** The key of the composer that the file was added to; '' once its message was sent. */
  readonly draftOf: string;
  readonly blob: Blob;
  readonly keptAt: number;
}

/**
 * Stores files that are not uploaded yet, so that a reload does not lose them. Without browser storage the
 * files stay in memory, and a reload loses them.
 */
export interface PersistedFiles {
  put(file: PersistedFile): Promise<void>;
  load(id: string): Promise<PersistedFile | undefined>;
  /** Returns the unsent files of this composer in the order they were added. */
  drafts(draftOf: string): Promise<PersistedFile[]>;
  markSent(ids: readonly string[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

const STORE = 'files';
/** The server deletes unfinished uploads after a day, so older copies are useless. */
const CACHE_MS = 2 * 24 * 60 * 60 * 1000;

export function browserFiles(): PersistedFiles {
  const memory = memoryFiles();
  let opened: Promise<IDBDatabase | undefined> | undefined;
  const open = () => (opened ??= openDatabase().catch(() => undefined));

  async function ask<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T> | undefined,
  ): Promise<T | undefined> {
    const database = await open();
    if (!database) throw new Error('This browser does not store files');
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      const fail = () => reject(transaction.error ?? new Error('Not kept'));
      transaction.addEventListener('complete', () => resolve(request?.result));
      transaction.addEventListener('abort', fail);
      transaction.addEventListener('error', fail);
    });
  }

  // Files picked in this tab are also in memory, so that they are available without waiting for the database.
  return {
    async put(file) {
      await memory.put(file);
      await ask('readwrite', (store) => store.put(file)).catch(() => {});
    },
    async load(id) {
      const found = await memory.load(id);
      return (
        found ?? ask<PersistedFile>('readonly', (store) => store.get(id)).catch(() => undefined)
      );
    },
    async drafts(draftOf) {
      const stored = await ask<PersistedFile[]>('readonly', (store) => store.getAll()).catch(
        () => [],
      );
      const here = await memory.drafts(draftOf);
      const ids = new Set(here.map(({ id }) => id));
      return select([...here, ...(stored ?? []).filter(({ id }) => !ids.has(id))], draftOf);
    },
    async markSent(ids) {
      await memory.markSent(ids);
      for (const id of ids) {
        const file = await ask<PersistedFile>('readonly', (store) => store.get(id)).catch(
          () => undefined,
        );
        if (file) await ask('readwrite', (store) => store.put({ ...file, draftOf: '' }));
      }
    },
    async remove(ids) {
      await memory.remove(ids);
      await ask('readwrite', (store) => {
        for (const id of ids) store.delete(id);
        return undefined;
      }).catch(() => {});
    },
  };
}

export function memoryFiles(): PersistedFiles {
  const files = new Map<string, PersistedFile>();
  return {
    async put(file) {
      files.set(file.id, file);
    },
    load: (id) => Promise.resolve(files.get(id)),
    drafts: (draftOf) => Promise.resolve(select([...files.values()], draftOf)),
    async markSent(ids) {
      for (const id of ids) {
        const file = files.get(id);
        if (file) files.set(id, { ...file, draftOf: '' });
      }
    },
    async remove(ids) {
      for (const id of ids) files.delete(id);
    },
  };
}

function select(files: readonly PersistedFile[], draftOf: string): PersistedFile[] {
  return files
    .filter((file) => file.draftOf === draftOf)
    .sort((one, other) => one.keptAt - other.keptAt);
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('chat_files', 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(STORE, { keyPath: 'id' }),
    );
    request.addEventListener('error', () => reject(request.error ?? new Error('Not opened')));
    request.addEventListener('success', () => {
      forgetOld(request.result);
      resolve(request.result);
    });
  });
}

/** Deletes abandoned files, for example of a tab that was closed for good. */
function forgetOld(database: IDBDatabase): void {
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  const request = store.openCursor();
  request.addEventListener('success', () => {
    const cursor = request.result;
    if (!cursor) return;
    if ((cursor.value as PersistedFile).keptAt < Date.now() - CACHE_MS) cursor.delete();
    cursor.continue();
  });
}
