import type { PickedFile } from './picked-file.ts';

/** A file with its bytes, and where it waits. */
export interface KeptFile extends PickedFile {
  /** The box it was added to; '' once its message was sent. */
  readonly draftOf: string;
  readonly blob: Blob;
  readonly keptAt: number;
}

/**
 * Bytes of files that are not on the server yet, where a reload does not lose them. Where the browser
 * keeps nothing they live in memory: only a reload loses them.
 */
export interface KeptFiles {
  put(file: KeptFile): Promise<void>;
  load(id: string): Promise<KeptFile | undefined>;
  /** What was added to this box and not sent, in the order in which it was. */
  drafts(draftOf: string): Promise<KeptFile[]>;
  /** They belong to a message now. */
  markSent(ids: readonly string[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

const STORE = 'files';
/** The server forgets what was begun and not sent after a day. */
const KEPT_MS = 2 * 24 * 60 * 60 * 1000;

export function browserFiles(): KeptFiles {
  const memory = memoryFiles();
  let opened: Promise<IDBDatabase | undefined> | undefined;
  const open = () => (opened ??= openDatabase().catch(() => undefined));

  /** In the browser's database, or in memory where that fails. */
  async function ask<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T> | undefined,
  ): Promise<T | undefined> {
    const database = await open();
    if (!database) throw new Error('This browser keeps nothing');
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      const fail = () => reject(transaction.error ?? new Error('Not kept'));
      transaction.addEventListener('complete', () => resolve(request?.result));
      transaction.addEventListener('abort', fail);
      transaction.addEventListener('error', fail);
    });
  }

  // What was picked in this tab is at hand at once, whatever the browser's database takes.
  return {
    async put(file) {
      await memory.put(file);
      await ask('readwrite', (store) => store.put(file)).catch(() => {});
    },
    async load(id) {
      const found = await memory.load(id);
      return found ?? ask<KeptFile>('readonly', (store) => store.get(id)).catch(() => undefined);
    },
    async drafts(draftOf) {
      const stored = await ask<KeptFile[]>('readonly', (store) => store.getAll()).catch(() => []);
      const here = await memory.drafts(draftOf);
      const ids = new Set(here.map(({ id }) => id));
      return select([...here, ...(stored ?? []).filter(({ id }) => !ids.has(id))], draftOf);
    },
    async markSent(ids) {
      await memory.markSent(ids);
      for (const id of ids) {
        const file = await ask<KeptFile>('readonly', (store) => store.get(id)).catch(
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

export function memoryFiles(): KeptFiles {
  const files = new Map<string, KeptFile>();
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

function select(files: readonly KeptFile[], draftOf: string): KeptFile[] {
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

/** What nobody sent or took back, such as in a tab that was closed for good. */
function forgetOld(database: IDBDatabase): void {
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  const request = store.openCursor();
  request.addEventListener('success', () => {
    const cursor = request.result;
    if (!cursor) return;
    if ((cursor.value as KeptFile).keptAt < Date.now() - KEPT_MS) cursor.delete();
    cursor.continue();
  });
}
