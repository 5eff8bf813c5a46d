// The service worker of the agents' app, which the build bundles into /service-worker.js. It shows pushes, sends
// replies, serves the dashboard offline, and receives what other apps share (docs/decisions/046-an-agents-app.md).
import { SCOPE, SYNC_TAG, type MessageToWorker, CACHE_PREFIX, type Keep } from './contract.ts';
import { open, renewSubscription, show, type NoticeData } from './notifications.ts';
import { answer, sendReplies } from './send-replies.ts';
import { takeShared } from './take-shared.ts';
import { readOwner } from '../offline/offline-database.ts';
import { wordsIn } from './words.ts';
import { SOURCE_LANGUAGE, findLanguageOfTag, teamLanguageOf } from '../../../platform/languages.ts';

/** An older page is fetched again while there is a network. */
const PAGE_FRESH_MS = 60 * 60 * 1000;

/** An older page is deleted. */
const PAGE_EXPIRES_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** A network that does not answer within this time counts as none. */
const PATIENCE_MS = 8000;

const MAX_CACHED_FILES = 400;

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

/** Fetches the page, and serves the cached one if the network fails or does not answer in time. */
async function openPage(request: Request): Promise<Response> {
  const cached = await readPage();
  const answered = fetch(request);
  if (!cached) return answered.catch(createOfflineResponse);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(cached), PATIENCE_MS));
  return Promise.race([answered, late]).catch(() => cached);
}

async function readPage(): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHE_PREFIX)) continue;
    const cache = await caches.open(name);
    const page = await cache.match(SCOPE, { ignoreVary: true });
    if (page && ageOf(page) < PAGE_EXPIRES_AFTER_MS) return page;
    if (page) await cache.delete(SCOPE, { ignoreVary: true });
  }
  return undefined;
}

function createOfflineResponse(): Response {
  // The language of the agent is unknown here.
  const language = teamLanguageOf(findLanguageOfTag(navigator.language) ?? SOURCE_LANGUAGE);
  const { offline, notKept, tryAgain } = wordsIn(language);
  const page =
    `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${offline}</title>` +
    `<h1>${offline}</h1><p>${notKept} <a href="${SCOPE}">${tryAgain}</a></p></html>`;
  return new Response(page, {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}

/** These paths contain a hash or a colour, so their content never changes. */
function isBuilt(pathname: string): boolean {
  return /^\/(?:assets|brand)\/[\w./-]+$/.test(pathname);
}

async function readBuilt(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/**
 * Caches the dashboard's page of this build with all files that it needs. Earlier builds are deleted once this
 * one is complete. The dashboard works without the cache, so failures are ignored.
 */
async function keep(wanted: Keep): Promise<void> {
  if (!/^[\w.-]{1,80}$/.test(wanted.build)) return;
  await navigator.locks.request('agent_app:keep', () => fillCache(wanted)).catch(() => {});
}

async function fillCache({ build, owner, paths }: Keep): Promise<void> {
  const name = `${CACHE_PREFIX}${build}`;
  const cache = await caches.open(name);
  const known = await cache.match(SCOPE, { ignoreVary: true });
  const wanted = new Set(paths.filter(isBuilt));
  if (isFresh(known, owner)) {
    await keepFiles(cache, wanted);
  } else {
    const page = await fetch(SCOPE, { headers: { Accept: 'text/html' }, redirect: 'error' });
    if (!page.ok || !page.headers.get('Content-Type')?.startsWith('text/html')) return;
    const text = await page.text();
    for (const [path] of text.matchAll(/\/(?:assets|brand)\/[\w./-]+/g)) wanted.add(path);
    await keepFiles(cache, wanted);
    const headers = new Headers(page.headers);
    headers.set('Kept-At', new Date().toISOString());
    headers.set('Kept-For', owner);
    // The agent may have signed out meanwhile: nothing may be left behind.
    if ((await readOwner()) !== owner) return;
    await cache.put(SCOPE, new Response(text, { headers }));
  }
  for (const other of await caches.keys()) {
    if (other.startsWith(CACHE_PREFIX) && other !== name) await caches.delete(other);
  }
}

function isFresh(page: Response | undefined, owner: string): boolean {
  return page?.headers.get('Kept-For') === owner && ageOf(page) < PAGE_FRESH_MS;
}

function ageOf(page: Response): number {
  return Date.now() - Date.parse(page.headers.get('Kept-At') ?? '');
}

async function keepFiles(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...wanted]
    .filter((path) => !cached.has(path))
    .slice(0, MAX_CACHED_FILES - cached.size);
  await Promise.all(missing.map((path) => cache.add(path)));
}
