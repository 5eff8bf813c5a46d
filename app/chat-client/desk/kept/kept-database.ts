// What the agent's app keeps in this browser. `public/service-worker.js` opens the same database: the
// names, the version and the keys are to be the same there.

const DATABASE = 'agent_app';
const STORES = ['desk', 'threads', 'replies', 'shared'] as const;

/** `desk` are lists and whose they are, `threads` opened threads, `replies` what is not sent yet. */
export type StoreName = (typeof STORES)[number];

/** Asks the browser's database; rejects where the browser keeps nothing. */
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
