// The worker of the agent's app. Its scope is the dashboard alone (/agentchat): it never sees a request
// of a visitor's page. It shows pushes and sends the replies written on them, keeps the dashboard's page
// and built files for when there is no network, and takes what other apps share.
//
// What is kept lies in one database (app/chat/inbox/offline/kept-database.ts) and in caches named by
// the build; both are forgotten when somebody signs out.

const DASHBOARD = '/agentchat';
const SHARE = '/agentchat/share';
const DATABASE = 'agent_app';
const STORES = ['desk', 'threads', 'replies', 'shared'];
const REPLIES = 'replies';
const CACHES = 'desk-';
/** A page that was kept longer ago is fetched anew while there is a network … */
const PAGE_FRESH_MS = 60 * 60 * 1000;
/** … and forgotten after so long without one. */
const PAGE_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** A network that says nothing for so long is none. */
const PATIENCE_MS = 8000;
const SHARED_FILES = 20;
const SHARED_TEXT = 4000;
const SHARED_BYTES = 250 * 1024 * 1024;
const KEPT_FILES = 400;

/** No page of ours may be there to say these, so they are here, by the language of whoever is told. */
const WORDS = {
  en: {
    reply: 'Reply',
    writeReply: 'Write a reply',
    isKept: 'Your reply is kept',
    isKeptUntil: 'It is sent as soon as there is a connection.',
    signIn: 'Sign in to send your reply',
    signInUntil: 'It is kept on this device until then.',
    notSent: 'Your reply was not sent',
    notTaken: 'The server did not take it.',
    findAgain: 'Open the conversation to find it again.',
    offline: 'Offline',
    notKept:
      'There is no connection, and the dashboard was not opened on this device since somebody signed in.',
    tryAgain: 'Try again',
  },
  es: {
    reply: 'Responder',
    writeReply: 'Escribe una respuesta',
    isKept: 'Tu respuesta está guardada',
    isKeptUntil: 'Se envía en cuanto haya conexión.',
    signIn: 'Inicia sesión para enviar tu respuesta',
    signInUntil: 'Hasta entonces queda guardada en este dispositivo.',
    notSent: 'Tu respuesta no se envió',
    notTaken: 'El servidor no la aceptó.',
    findAgain: 'Abre la conversación para encontrarla.',
    offline: 'Sin conexión',
    notKept:
      'No hay conexión, y el panel no se ha abierto en este dispositivo desde que alguien inició sesión.',
    tryAgain: 'Intentar de nuevo',
  },
};
const wordsIn = (language) => WORDS[language] ?? WORDS.en;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A reply that a worker left which ended too soon goes along with the next push.
self.addEventListener('push', (event) =>
  event.waitUntil(show(event.data).then(() => sendReplies())),
);

self.addEventListener('notificationclick', (event) => {
  const { notification, action, reply } = event;
  notification.close();
  const text = (reply ?? '').trim();
  // Where the system has no field for it, the button opens the thread.
  if (action === 'reply' && text !== '') event.waitUntil(answer(notification.data, text));
  else event.waitUntil(open(notification.data?.path));
});

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

// Told by browsers that know it when the network is back, also when no page of ours is open.
self.addEventListener('sync', (event) => {
  if (event.tag === REPLIES) event.waitUntil(sendReplies({ mustFinish: true }));
});

self.addEventListener('message', (event) => {
  const { kind, ...what } = event.data ?? {};
  if (kind === 'keep') event.waitUntil(keep(what));
  if (kind === 'send') event.waitUntil(sendReplies());
});

// A registration of former versions had the whole site as its scope: it answers no requests.
if (new URL(self.registration.scope).pathname === DASHBOARD) {
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (origin !== self.location.origin) return;
    if (request.mode === 'navigate') {
      if (request.method === 'GET' && pathname === DASHBOARD) event.respondWith(openPage(request));
      if (request.method === 'POST' && pathname === SHARE) event.respondWith(takeShared(request));
    } else if (request.method === 'GET' && isBuilt(pathname)) {
      event.respondWith(readBuilt(request));
    }
  });
}

// Notifications

async function show(data) {
  const { title, body, tag, path, number, unread, ...more } = data.json();
  // A push that tells nothing newer than what is on the screen takes its place without a sound.
  const shown = await self.registration.getNotifications({ tag });
  const isNews = !shown.some((notification) => notification.data?.number >= number);
  if (typeof unread === 'number') await setBadge(unread);
  const { conversationId, memberId, language } = more;
  const words = wordsIn(language);
  const canReply = typeof conversationId === 'string' && typeof memberId === 'string';
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: isNews,
    silent: !isNews,
    icon: '/icon-192.png',
    data: { path, number, ...(canReply ? { conversationId, memberId, language } : {}) },
    ...(canReply
      ? {
          actions: [
            { action: 'reply', type: 'text', title: words.reply, placeholder: words.writeReply },
          ],
        }
      : {}),
  });
}

/** The app's icon says what the dashboard says: how many messages are unread. */
async function setBadge(unread) {
  try {
    if (unread > 0) await navigator.setAppBadge?.(unread);
    else await navigator.clearAppBadge?.();
  } catch {
    // Not every system has badges.
  }
}

async function open(path) {
  const url = new URL(path ?? DASHBOARD, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const fitting = tabs.filter((tab) => new URL(tab.url).pathname === url.pathname);
  const tab = fitting.find((one) => one.visibilityState === 'visible') ?? fitting[0];
  if (!tab) {
    await self.clients.openWindow(url.href);
    return;
  }
  // Told before it is focused: a browser that refuses the focus shows the conversation all the same.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's tabs are of its origin
  tab.postMessage({ path });
  await tab.focus();
}

// The push service gave the browser another address: the old one would be answered with 410.
async function renew(event) {
  const subscription =
    event.newSubscription ??
    (await self.registration.pushManager.subscribe(event.oldSubscription.options));
  await fetch('/notifications/subscription', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(subscription),
  });
}

// Replies: written down with their name first, then sent as often as it takes. The server keeps one.

async function answer({ conversationId, memberId, path, number, language }, text) {
  const reply = {
    clientId: crypto.randomUUID(),
    conversationId,
    author: memberId,
    text,
    writtenAt: new Date().toISOString(),
    state: 'waiting',
    hasFiles: false,
    isFromNotice: true,
    path,
    number,
    language,
  };
  await ask(REPLIES, 'readwrite', (store) => store.put(reply));
  await tellTabs();
  await sendReplies();
}

/** One at a time in each conversation, in the order written; throws where some wait and must not. */
async function sendReplies({ mustFinish = false } = {}) {
  const isLeft = await navigator.locks.request('agent_app', async () => {
    const waiting = await ask(REPLIES, 'readonly', (store) => store.getAll());
    const stopped = new Set();
    waiting.sort((one, other) => (one.writtenAt < other.writtenAt ? -1 : 1));
    for (const { clientId, conversationId, state, hasFiles } of waiting) {
      if (state !== 'waiting' || stopped.has(conversationId)) continue;
      // Files are sent by the page; what was written after them waits for it.
      const isDone =
        !hasFiles &&
        // The page's own lock (app/chat/client/outbox.ts): the two never send at once.
        (await navigator.locks.request(`chat_outbox:${conversationId}:`, () => send(clientId)));
      if (!isDone) stopped.add(conversationId);
    }
    return stopped.size > 0;
  });
  await tellTabs();
  if (!isLeft) return;
  if (mustFinish) throw new Error('Some replies wait for a connection');
  await self.registration.sync?.register(REPLIES).catch(() => {});
}

/** False when it has to wait, and everything written after it. */
async function send(clientId) {
  // Meanwhile a page may have sent or discarded it.
  const reply = await ask(REPLIES, 'readonly', (store) => store.get(clientId));
  if (!reply) return true;
  const { conversationId, author, text } = reply;
  const words = wordsIn(reply.language);
  const response = await post(`${DASHBOARD}/conversations/${conversationId}/messages`, {
    clientId,
    text,
    author,
  });
  if (!response || response.status === 429 || response.status >= 500) {
    await note(reply, words.isKept, words.isKeptUntil);
    return false;
  }
  if (response.status === 401) {
    await note(reply, words.signIn, words.signInUntil);
    return false;
  }
  if (response.ok) {
    await ask(REPLIES, 'readwrite', (store) => store.delete(clientId));
    if (reply.isFromNotice) await settle(reply);
    return true;
  }
  const { error } = await response.json().catch(() => ({}));
  const reason = error?.message ?? words.notTaken;
  await ask(REPLIES, 'readwrite', (store) => store.put({ ...reply, state: 'refused', reason }));
  await note(reply, words.notSent, `${reason} ${words.findAgain}`);
  return true;
}

/** Whoever replies to a notification has read what it said. */
async function settle({ clientId, conversationId, number }) {
  for (const shown of await self.registration.getNotifications({ tag: `reply-${clientId}` })) {
    shown.close();
  }
  await post(`${DASHBOARD}/conversations/${conversationId}/read`, { number });
  const counts = await fetch(`${DASHBOARD}/counts`).catch(() => undefined);
  if (counts?.ok) await setBadge((await counts.json()).unread);
}

/** What becomes of a reply is told where it was written. */
async function note({ isFromNotice, clientId, path }, title, body) {
  if (!isFromNotice) return;
  await self.registration.showNotification(title, {
    body,
    tag: `reply-${clientId}`,
    silent: true,
    icon: '/icon-192.png',
    data: { path },
  });
}

async function tellTabs() {
  for (const tab of await self.clients.matchAll({ type: 'window' })) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's tabs are of its origin
    tab.postMessage({ replies: true });
  }
}

function post(path, body) {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined);
}

// Without a network

/** The network first: what was kept is shown where there is none, or it says nothing. */
async function openPage(request) {
  const kept = await readPage();
  const answered = fetch(request);
  if (!kept) return answered.catch(sayOffline);
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  return Promise.race([answered, late]).catch(() => kept);
}

async function readPage() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHES)) continue;
    const cache = await caches.open(name);
    const page = await cache.match(DASHBOARD, { ignoreVary: true });
    if (page && ageOf(page) < PAGE_KEPT_MS) return page;
    if (page) await cache.delete(DASHBOARD, { ignoreVary: true });
  }
  return undefined;
}

function sayOffline() {
  // Who will sign in here is not known.
  const language = navigator.language.startsWith('es') ? 'es' : 'en';
  const { offline, notKept, tryAgain } = wordsIn(language);
  const page =
    `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${offline}</title>` +
    `<h1>${offline}</h1><p>${notKept} <a href="/agentchat">${tryAgain}</a></p></html>`;
  return new Response(page, {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}

/** Built files carry a hash in their names, and a colour's style its colour: a kept one is right for ever. */
function isBuilt(pathname) {
  return /^\/(?:assets|brand)\/[\w./-]+$/.test(pathname);
}

async function readBuilt(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/**
 * Keeps the dashboard's page of this build and the files that it needs, all of them or none; the builds
 * before are forgotten once this one is whole.
 */
async function keep({ build, owner, paths }) {
  if (!/^[\w.-]{1,80}$/.test(build)) return;
  const name = `${CACHES}${build}`;
  await navigator.locks
    .request('agent_app:keep', async () => {
      const cache = await caches.open(name);
      const known = await cache.match(DASHBOARD, { ignoreVary: true });
      const wanted = new Set(paths.filter(isBuilt));
      if (!isFresh(known, owner)) {
        const page = await fetch(DASHBOARD, {
          headers: { Accept: 'text/html' },
          redirect: 'error',
        });
        if (!page.ok || !page.headers.get('Content-Type')?.startsWith('text/html')) return;
        const text = await page.text();
        for (const [path] of text.matchAll(/\/(?:assets|brand)\/[\w./-]+/g)) wanted.add(path);
        await keepFiles(cache, wanted);
        const headers = new Headers(page.headers);
        headers.set('Kept-At', new Date().toISOString());
        headers.set('Kept-For', owner);
        // Signed out meanwhile: nothing is to be left behind.
        const [held] = await ask('desk', 'readonly', (store) => store.getAll('owner'));
        if (held?.owner !== owner) return;
        await cache.put(DASHBOARD, new Response(text, { headers }));
      } else await keepFiles(cache, wanted);
      for (const other of await caches.keys()) {
        if (other.startsWith(CACHES) && other !== name) await caches.delete(other);
      }
    })
    .catch(() => {});
}

function isFresh(page, owner) {
  return page?.headers.get('Kept-For') === owner && ageOf(page) < PAGE_FRESH_MS;
}

function ageOf(page) {
  return Date.now() - Date.parse(page.headers.get('Kept-At'));
}

async function keepFiles(cache, wanted) {
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...wanted].filter((path) => !kept.has(path)).slice(0, KEPT_FILES - kept.size);
  await Promise.all(missing.map((path) => cache.add(path)));
}

// What other apps share

/**
 * Kept for the page, which asks to whom; the next one takes its place. Nothing is sent from here. A system
 * that shares names no origin. A page that hides its own can still offer files here, which the agent sees
 * and discards.
 */
async function takeShared(request) {
  const to = (query) => Response.redirect(`${DASHBOARD}?shared=${query}`, 303);
  const origin = request.headers.get('Origin') ?? 'null';
  if (origin !== 'null' && origin !== self.location.origin) return to('lost');
  try {
    const form = await request.formData();
    const given = form.getAll('files').filter((file) => file instanceof File && file.name !== '');
    const files = given.slice(0, SHARED_FILES);
    if (files.reduce((sum, { size }) => sum + size, 0) > SHARED_BYTES) return to('lost');
    const text = ['title', 'text', 'url']
      .map((name) => form.get(name))
      .filter((one) => typeof one === 'string' && one.trim() !== '')
      .join('\n')
      .slice(0, SHARED_TEXT);
    const shared = { id: 'shared', at: Date.now(), files, text };
    await ask('shared', 'readwrite', (store) => store.put(shared));
    return to('waiting');
  } catch {
    return to('lost');
  }
}

// The database

function ask(name, mode, work) {
  return openDatabase().then(
    (database) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(name, mode);
        const request = work(transaction.objectStore(name));
        const end = (settle) => () => {
          database.close();
          settle();
        };
        transaction.addEventListener(
          'complete',
          end(() => resolve(request.result)),
        );
        transaction.addEventListener(
          'abort',
          end(() => reject(transaction.error)),
        );
      }),
  );
}

function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      for (const name of STORES) {
        request.result.createObjectStore(name, { keyPath: name === REPLIES ? 'clientId' : 'id' });
      }
    });
    request.addEventListener('error', () => reject(request.error));
    request.addEventListener('success', () => resolve(request.result));
  });
}
