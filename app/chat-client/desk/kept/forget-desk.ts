import { setBadge } from '../badge.ts';
import { findWorker } from '../worker.ts';
import { askKept, type StoreName } from './kept-database.ts';

/** Of those who wrote them: unsent words stay until their author signs in again. */
const PRIVATE: readonly StoreName[] = ['desk', 'threads', 'shared'];

/**
 * Forgets what was kept of visitors in this browser: when somebody signs out, is signed out, or somebody
 * else signs in. Notifications name visitors, too.
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
    // What waits to be sent says so until it is.
    if (!notice.tag.startsWith('reply-')) notice.close();
  }
}
