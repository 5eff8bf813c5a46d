// The IndexedDB database of the agents' app. `public/service-worker.js` opens the same database, so names,
// version and keys must match there.

const DATABASE = 'agent_app';
const STORES = ['desk', 'threads', 'replies', 'shared'] as const;

/**
 * `desk` has lists and their owner, `threads` opened conversations, `replies` unsent messages, and `shared`
 * content from other apps.
 */
export type StoreName = (typeof STORES)[number];

export async function askKept<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode);
    const request = work(transaction.objectStore(name));
    transaction.addEventListener('complete', () => {
      database.close();
      resolve(request.result);
    });
    transaction.addEventListener('abort', () => {
      database.close();
      reject(transaction.error ?? new Error('Not kept'));
    });
  });
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      for (const name of STORES) {
        request.result.createObjectStore(name, { keyPath: name === 'replies' ? 'clientId' : 'id' });
      }
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('Not opened')));
    request.addEventListener('success', () => resolve(request.result));
  });
}
