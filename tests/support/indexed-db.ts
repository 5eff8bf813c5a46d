import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb';
import { vi } from 'vitest';

/** Gives the test an empty IndexedDB until `vi.unstubAllGlobals()`. */
export function stubIndexedDb(): void {
  const globals = {
    indexedDB: new IDBFactory(),
    IDBCursor,
    IDBDatabase,
    IDBIndex,
    IDBObjectStore,
    IDBRequest,
    IDBTransaction,
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
}
