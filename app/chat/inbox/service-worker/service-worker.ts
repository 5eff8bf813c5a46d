// The service worker of the agents' app, which the build bundles into /service-worker.js. It shows pushes, sends
// replies, serves the dashboard offline, and receives what other apps share (docs/decisions/046-an-agents-app.md).

import { isBuilt, keep, openPage, readBuilt } from './cached-page.ts';
import { SCOPE, SYNC_TAG, type MessageToWorker } from './contract.ts';
import { open, renewSubscription, show, type NoticeData } from './notifications.ts';
import { answer, sendReplies } from './send-replies.ts';
import { takeShared } from './take-shared.ts';

declare const self: ServiceWorkerGlobalScope;

/** TypeScript's library has neither inline replies nor background sync. */
interface ReplyEvent extends NotificationEvent {
  readonly reply?: string | null;
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A worker that the browser ended too early leaves replies, which the next push sends.
self.addEventListener('push', (event) =>
  event.waitUntil(show(event.data).then(() => sendReplies())),
);

self.addEventListener('notificationclick', (event) => {
  const { notification, action, reply } = event as ReplyEvent;
  const data = notification.data as NoticeData | null;
  notification.close();
  const text = (reply ?? '').trim();
  // Systems without a text field show a plain button, which opens the thread.
  if (action === 'reply' && text !== '' && data) event.waitUntil(answer(data, text));
  else event.waitUntil(open(data?.path));
});

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event)),
);

// Browsers with background sync send this when the network is back, even if every page is closed.
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === SYNC_TAG) (event as SyncEvent).waitUntil(sendReplies({ mustFinish: true }));
});

self.addEventListener('message', (event) => {
  const message = event.data as MessageToWorker | null;
  if (message?.kind === 'keep') event.waitUntil(keep(message));
  if (message?.kind === 'send') event.waitUntil(sendReplies());
});

// Earlier versions registered the worker for the whole site. That registration answers no requests.
if (new URL(self.registration.scope).pathname === SCOPE) {
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (origin !== self.location.origin) return;
    if (request.mode === 'navigate') {
      if (request.method === 'GET' && pathname === SCOPE) event.respondWith(openPage(request));
      if (request.method === 'POST' && pathname === `${SCOPE}/share`) {
        event.respondWith(takeShared(request));
      }
    } else if (request.method === 'GET' && isBuilt(pathname)) {
      event.respondWith(readBuilt(request));
    }
  });
}
