// Shows what is pushed while nobody looks at the dashboard. It answers no requests and keeps
// nothing: without notifications the site would be the same without it.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

async function show(data) {
  const { title, body, tag, path, number } = data.json();
  // A push that tells nothing newer than what is on the screen takes its place without a sound.
  const shown = await self.registration.getNotifications({ tag });
  const isNews = !shown.some((notification) => notification.data?.number >= number);
  await self.registration.showNotification(title, {
    body,
    tag,
    renotify: isNews,
    silent: !isNews,
    icon: '/icon-192.png',
    data: { path, number },
  });
}

async function open(path) {
  const url = new URL(path ?? '/agentchat', self.location.origin);
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
