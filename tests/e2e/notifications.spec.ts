import type { Page } from '@playwright/test';
import type { PushPayload } from '../../app/chat/protocol/conversation-notice.ts';
import { expectAccessible } from '../support/axe.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { messagesOf, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { browserKeys, openPush } from '../support/push.ts';
import { accept, openReceiver, type Answer, type Receiver } from '../support/receiver.ts';
import { WHOLE_BROWSER } from '../support/whole-browser.ts';

test.use({ launchOptions: WHOLE_BROWSER });
const receivers: Receiver[] = [];
test.afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

/**
 * A push service of our own: those of browsers are on the Internet. The browser subscribes to it
 * with real keys; everything else, the worker and its notifications, is the browser's.
 */
async function usePushService(page: Page, answer: Answer = accept) {
  const service = await openReceiver(answer);
  receivers.push(service);
  const { keys, secret, subscription } = browserKeys(service.url);
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript((json) => {
    const stored = 'test-subscription';
    const subscribed = () =>
      Object.assign(Object.create(PushSubscription.prototype) as PushSubscription, {
        toJSON: () => json,
        unsubscribe: () => {
          localStorage.removeItem(stored);
          return Promise.resolve(true);
        },
      });
    PushManager.prototype.subscribe = (options) => {
      const key = options?.applicationServerKey;
      // Without the server's key there is no subscription.
      localStorage.setItem(stored, typeof key === 'string' ? key : '');
      return Promise.resolve(subscribed());
    };
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(localStorage.getItem(stored) ? subscribed() : null);
  }, subscription);
  return {
    service,
    /** What the browser would have read of the newest push. */
    readNewest: () => {
      const { bytes = Buffer.alloc(0) } = service.received.at(-1) ?? {};
      return JSON.parse(openPush(bytes, keys, secret)) as PushPayload;
    },
  };
}

async function turnOn(page: Page): Promise<void> {
  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByRole('button', { name: 'Turn off notifications' })).toBeVisible();
  await expect(page.getByTestId('device')).toContainText('This browser');
}

/** Hands the worker pushes, as the browser does when its push service has one. */
async function openDelivery(page: Page, origin: string) {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (one) found(one.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (payload: PushPayload): Promise<void> => {
    const data = JSON.stringify(payload);
    await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

/** As much of a service worker's globals as is used here. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly NotificationEvent: new (
    type: string,
    init: { readonly notification: Notification },
  ) => Event;
}

const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/agentchat');
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body }) => `${title}: ${body}`);
  });

test('an unread message reaches the device of an agent who is away, and a click leads to it', async ({
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const { service, readNewest } = await usePushService(maya);
  await turnOn(maya);
  await maya.getByLabel('Show previews').check();
  await maya.getByRole('button', { name: 'Save' }).click();
  await expect(maya.getByText('Notification settings saved.')).toBeVisible();
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Is anybody there?');
  await service.count(1);
  const payload = readNewest();
  expect(payload).toMatchObject({
    title: `New message from ${VISITORS.elena}`,
    body: 'Is anybody there?',
  });
  const { authorization, ttl } = service.received[0]?.headers ?? {};
  expect(authorization).toMatch(/^vapid t=.+, k=.+$/);
  expect(ttl).toBe('14400');

  const deliver = await openDelivery(maya, server.origin);
  const notice = `New message from ${VISITORS.elena}: Is anybody there?`;
  // Once in a while the browser takes what the protocol hands it and shows nothing: handed over
  // again, it takes its own place.
  await expect(async () => {
    await deliver(payload);
    await expect.poll(() => shownOn(maya), { timeout: 3000 }).toEqual([notice]);
  }).toPass({ timeout: 15_000 });
  // The same conversation again takes its place.
  await deliver({ ...payload, body: 'Hello?', number: 2 });
  await expect.poll(() => shownOn(maya)).toEqual([`New message from ${VISITORS.elena}: Hello?`]);

  const dashboard = await maya.context().newPage();
  // Its live connection opens when its scripts run; what a click tells it is heard from then on.
  const isLive = dashboard.waitForEvent('websocket');
  await dashboard.goto('/agentchat');
  await isLive;
  const [worker] = maya.context().serviceWorkers();
  if (!worker) throw new Error('There is no service worker');
  await worker.evaluate(async () => {
    const { registration, NotificationEvent } = globalThis as unknown as WorkerScope;
    const [notification] = await registration.getNotifications();
    if (!notification) throw new Error('Nothing is shown');
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
  await expect(messagesOf(dashboard)).toHaveText([/Is anybody there/]);
  await expect.poll(() => shownOn(maya)).toEqual([]);
});

test('a link to a thread opens it, after signing in where that is needed', async ({
  signIn,
  visit,
}) => {
  const leo = await signIn('leo');
  const visitor = await visit();
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'Hello from Priya');
  const entries = await leo.request.get('/agentchat/inbox');
  const {
    entries: [entry],
  } = (await entries.json()) as { entries: { visitorId: string }[] };
  const fresh = await visit(`/agentchat?visitor=${entry?.visitorId}`);
  await fresh.getByLabel('Email').fill(CAST.leo.email);
  await fresh.getByLabel('Password', { exact: true }).fill(CAST.leo.password);
  await fresh.getByRole('button', { name: 'Sign In' }).click();
  await expect(messagesOf(fresh)).toHaveText([/Hello from Priya/]);
  await expect(fresh).toHaveURL(/\/agentchat\?c=conv_/);
});

test('the test says of each way what happened to it', async ({ signIn }) => {
  const sam = await signIn('sam');
  let status = 201;
  const { service, readNewest } = await usePushService(
    sam,
    (response) => void response.writeHead(status).end(),
  );
  await sam.goto('/notifications');
  const results = sam.getByTestId('test-result');
  await sam.getByRole('button', { name: 'Test my notifications' }).click();
  await expect(results).toHaveText([/^Push.*Not set up$/, /outbox folder.*Not set up$/]);
  await turnOn(sam);
  await sam.getByRole('button', { name: 'Test my notifications' }).click();
  await expect(results).toHaveText([/^Push to Chrome on \w+ ?The push.*Sent$/, /Not set up$/]);
  expect(service.received).toHaveLength(1);
  expect(readNewest()).toMatchObject({ title: 'Notifications from Embarka work' });
  await expect(sam.getByTestId('device')).toContainText('Last notified');

  status = 403;
  await sam.getByRole('button', { name: 'Test my notifications' }).click();
  await expect(results.first()).toHaveText(/rejected the server's key \(403\).*Rejected$/);
  await expect(sam.getByTestId('device')).toContainText("rejected the server's key");
  await expectAccessible(sam);
  status = 410;
  await sam.getByRole('button', { name: 'Test my notifications' }).click();
  await expect(results.first()).toHaveText(/removed from your devices.*Rejected$/);
  await expect(sam.getByTestId('device')).toHaveCount(0);
  await expect(sam.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
});

test('a device is turned off here, removed from elsewhere, and gone when one signs out', async ({
  signIn,
}) => {
  const ines = await signIn('ines');
  await usePushService(ines);
  await turnOn(ines);
  await ines.getByRole('button', { name: 'Turn off notifications' }).click();
  await expect(ines.getByTestId('device')).toHaveCount(0);
  await turnOn(ines);

  const other = await signIn('ines', '/notifications');
  await expect(other.getByTestId('device')).not.toContainText('This browser');
  await other.getByRole('button', { name: /^Remove Chrome/ }).click();
  await expect(other.getByTestId('device')).toHaveCount(0);

  await turnOn(ines);
  await ines.getByRole('button', { name: 'Menu', exact: true }).click();
  await ines.getByRole('button', { name: 'Logout' }).click();
  await ines.waitForURL('**/login');
  await other.reload();
  await expect(other.getByTestId('device')).toHaveCount(0);
});

test('a browser that refuses, or cannot, says what to do', async ({ signIn }) => {
  const henrik = await signIn('henrik');
  await henrik.addInitScript(() => {
    const state = sessionStorage.getItem('state');
    if (state === 'unsupported') Reflect.deleteProperty(globalThis, 'PushManager');
    else Object.defineProperty(Notification, 'permission', { value: state ?? 'default' });
  });
  for (const [state, words] of [
    ['denied', 'Your browser blocks notifications from this site.'],
    ['unsupported', "This browser doesn't support notifications from websites."],
  ] as const) {
    await henrik.evaluate((next) => sessionStorage.setItem('state', next), state);
    await henrik.goto('/notifications');
    await expect(henrik.getByText(words)).toBeVisible();
    await expect(henrik.getByRole('button', { name: /Turn o/ })).toHaveCount(0);
    await expectAccessible(henrik);
  }
  // The push service cannot be reached from here: that is said, and nothing is half on.
  await henrik.context().grantPermissions(['notifications']);
  await henrik.evaluate(() => sessionStorage.setItem('state', 'granted'));
  await henrik.goto('/notifications');
  await henrik.evaluate(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('', 'AbortError'));
  });
  await henrik.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(henrik.getByRole('alert')).toContainText(
    "Couldn't reach this browser's push service.",
  );
  await expect(henrik.getByTestId('device')).toHaveCount(0);
});

test('what one is told is chosen without scripts too, and found on the way', async ({
  browser,
  server,
  signIn,
}) => {
  const sam = await signIn('sam');
  await sam.getByRole('button', { name: 'Menu', exact: true }).click();
  await sam.getByRole('link', { name: 'Notifications' }).click();
  await expect(sam.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  const context = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: false,
    storageState: await sam.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto('/notifications');
  await plain.getByLabel('By email').selectOption('daily');
  await plain.getByLabel('Also notify me when a visitor is waiting in the queue').uncheck();
  await plain.getByRole('button', { name: 'Save' }).click();
  await expect(plain.getByText('Notification settings saved.')).toBeVisible();
  await context.close();
  await sam.reload();
  await expect(sam.getByLabel('By email')).toHaveValue('daily');
  await expect(sam.getByLabel('By email')).toContainText('Daily at 8:00 (America/New York)');
  await expect(
    sam.getByLabel('Also notify me when a visitor is waiting in the queue'),
  ).not.toBeChecked();
});
