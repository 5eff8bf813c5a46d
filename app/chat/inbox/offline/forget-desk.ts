import { setBadge } from '../badge.ts';
import { findWorker } from '../worker.ts';
import { askKept, type StoreName } from './kept-database.ts';

/** Replies are missing here: unsent messages stay until their author signs in again. */
const PRIVATE: readonly StoreName[] = ['desk', 'threads', 'shared'];

/**
 * Deletes the data about visitors from this browser when an agent signs out, loses the session, or another
 * agent signs in. Notifications name visitors, so they are closed too.
 */
export async function forgetDesk(): Promise<void> {
  const stores = PRIVATE.map((name) => askKept(name, 'readwrite', (store) => store.clear()));
  await Promise.allSettled([...stores, forgetPages(), closeNotices(), setBadge(0)]);
}

async function forgetPages(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('desk-')).map((name) => caches.delete(name)),
  );
}

async function closeNotices(): Promise<void> {
  for (const notice of (await (await findWorker())?.getNotifications()) ?? []) {
    // A notification about an unsent reply stays until the reply is sent.
    if (!notice.tag.startsWith('reply-')) notice.close();
  }
}
