import { setBadge } from '../badge.ts';
import { findWorker } from '../worker.ts';
import { CACHE_PREFIX, REPLY_TAG_PREFIX } from '../service-worker/contract.ts';
import { withDatabase } from './offline-database.ts';

/**
 * Deletes the data about visitors from this browser when an agent signs out, loses the session, or another
 * agent signs in. Notifications name visitors, so they are closed too.
 */
export async function forgetDesk(): Promise<void> {
  await Promise.allSettled([forgetRows(), forgetPages(), closeNotices(), setBadge(0)]);
}

/** Unsent messages stay until their author signs in again. */
async function forgetRows(): Promise<void> {
  await withDatabase((database) =>
    Promise.all([database.clear('desk'), database.clear('threads'), database.clear('shared')]),
  );
}

async function forgetPages(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)),
  );
}

async function closeNotices(): Promise<void> {
  for (const notice of (await (await findWorker())?.getNotifications()) ?? []) {
    // A notification about an unsent reply stays until the reply is sent.
    if (!notice.tag.startsWith(REPLY_TAG_PREFIX)) notice.close();
  }
}
