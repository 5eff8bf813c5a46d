import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { WHOLE_BROWSER } from '../support/whole-browser.ts';

test.use({ launchOptions: WHOLE_BROWSER });
/** Until the dashboard's page and files are kept. */
async function untilPersisted(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const names = (await caches.keys()).filter((name) => name.startsWith('desk-'));
          const page = await Promise.all(
            names.map(async (name) => (await caches.open(name)).match('/agentchat')),
          );
          return page.filter(Boolean).length;
        }),
      { timeout: 30_000 },
    )
    .toBe(1);
}

const rowsOf = (page: Page, store: string) =>
  page.evaluate(
    (name) =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open('agent_app', 1);
        opening.addEventListener('success', () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains(name)) return resolve([]);
          const asking = database.transaction(name).objectStore(name).getAll();
          asking.addEventListener('success', () => {
            database.close();
            resolve(asking.result);
          });
        });
      }),
    store,
  );

/** As much of a service worker's globals as is used here. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly NotificationEvent: new (
    type: string,
    init: { notification: Notification; action?: string; reply?: string },
  ) => Event;
}

const workerOf = (context: BrowserContext) => {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('There is no service worker');
  return worker;
};

const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/agentchat');
    return ((await registration?.getNotifications()) ?? []).map(({ title }) => title);
  });

/** Hands the worker a push, as the browser does, and answers the notification. */
async function openNotice(page: Page, origin: string) {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (one) found(one.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  return {
    async show(payload: object) {
      const data = JSON.stringify(payload);
      await expect(async () => {
        await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
        await expect
          .poll(() => shownOn(page), { timeout: 3000 })
          .toContain('New message from a visitor');
      }).toPass({ timeout: 15_000 });
    },
    answer: (text: string) =>
      workerOf(page.context()).evaluate(async (words) => {
        const { registration, NotificationEvent } = globalThis as unknown as WorkerScope;
        const [notification] = await registration.getNotifications();
        if (!notification) throw new Error('Nothing is shown');
        const event = { notification, action: 'reply', reply: words };
        dispatchEvent(new NotificationEvent('notificationclick', event));
      }, text),
  };
}

test('the dashboard can be installed, and the pages of visitors know nothing of it', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  // Former versions had the whole site as the worker's scope: that one ends.
  await maya.goto('/robots.txt');
  await maya.evaluate(async () => {
    const former = await navigator.serviceWorker.register('/service-worker.js', { scope: '/' });
    await former.update();
  });
  await maya.goto('/agentchat');
  await untilPersisted(maya);
  const scopes = () =>
    maya.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(
        ({ scope }) => new URL(scope).pathname,
      ),
    );
  await expect.poll(scopes).toEqual(['/agentchat']);
  await maya.reload();
  const cdp = await maya.context().newCDPSession(maya);
  const { url, data, errors } = await cdp.send('Page.getAppManifest');
  expect(url).toMatch(/\/agentchat\/manifest$/);
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({
    id: '/agentchat',
    scope: '/agentchat',
    start_url: '/agentchat',
    share_target: { action: '/agentchat/share' },
  });
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // A window of tests is a private one: that is all there is to say against it.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  expect(await maya.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  // Chromium hands the prompt over; the menu has it from then on.
  await maya.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve(document.documentElement.setAttribute('data-asked', '')),
    });
    dispatchEvent(event);
  });
  await maya.getByRole('button', { name: 'Menu', exact: true }).click();
  await maya.getByRole('button', { name: 'Install the app' }).click();
  await expect(maya.locator('html[data-asked]')).toHaveCount(1);

  await maya.goto('/services');
  const publicManifest = await cdp.send('Page.getAppManifest');
  expect(publicManifest.url).toMatch(/[^t]\/manifest$/);
  expect(await maya.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  const visitor = await visit('/');
  expect(
    await visitor.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
});

test('without a network what was seen is there to read, and what is written goes out once', async ({
  signIn,
  visit,
}) => {
  const visitor = await visit();
  const maya = await signIn('maya');
  // There is no icon to look at here: what it is told.
  await maya.addInitScript(() => {
    const notify = (count: number) =>
      Promise.resolve(document.documentElement.setAttribute('data-badge', String(count)));
    Object.assign(navigator, { setAppBadge: notify, clearAppBadge: () => notify(0) });
  });
  await maya.reload();
  const badge = maya.locator('html');
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Can you print on linen?');
  await expect(badge).toHaveAttribute('data-badge', '1');
  await openThread(maya, VISITORS.elena);
  await expect(badge).toHaveAttribute('data-badge', '0');
  await untilPersisted(maya);
  await expect.poll(async () => (await rowsOf(maya, 'threads')).length).toBe(1);
  await expect.poll(async () => JSON.stringify(await rowsOf(maya, 'desk'))).toContain('linen');
  const context = maya.context();
  await context.setOffline(true);
  await maya.reload();
  await expect(maya.getByText('Offline', { exact: true }).first()).toBeVisible();
  await expect(messagesOf(maya)).toHaveText([/print on linen/]);
  await expectAccessible(maya);
  await maya.goto('/agentchat');
  await expect(maya.getByRole('status').getByText('Offline', { exact: true })).toBeVisible();
  await openThread(maya, VISITORS.elena);
  await reply(maya, 'Yes, on linen and on cotton.');
  await expect(messagesOf(maya)).toHaveText([/print on linen/, /linen and on cotton/]);
  // The list of another view was never opened here: that is said, and nothing untrue.
  await maya.goto('/agentchat?view=resolved');
  await expect(maya.getByText('Not available offline')).toBeVisible();
  await expect.poll(async () => (await rowsOf(maya, 'replies')).length).toBe(1);
  await maya.close();

  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto('/agentchat');
  await expect(messagesOf(visitor)).toHaveText([/print on linen/, /linen and on cotton/], {
    timeout: 30_000,
  });
  await expect.poll(async () => (await rowsOf(again, 'replies')).length).toBe(0);
  await openThread(again, VISITORS.elena);
  await expect(messagesOf(again)).toHaveText([/print on linen/, /linen and on cotton/]);
  await expect(again.getByText('Offline', { exact: true })).toHaveCount(0);

  // Signing out leaves nothing of visitors behind.
  await again.getByRole('button', { name: 'Menu', exact: true }).click();
  await again.getByRole('button', { name: 'Logout' }).click();
  await again.waitForURL(/\/login(\?|$)/);
  for (const store of ['desk', 'threads', 'shared', 'replies']) {
    await expect.poll(() => rowsOf(again, store)).toEqual([]);
  }
  await expect
    .poll(() => again.evaluate(async () => (await caches.keys()).join(' ')))
    .not.toContain('desk-');
});

test('a notification is answered where it stands, once, offline and signed out too', async ({
  server,
  signIn,
  visit,
}) => {
  const visitor = await visit();
  const leo = await signIn('leo');
  await leo.context().grantPermissions(['notifications']);
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'Do you write menus?');
  await expect(entryOf(leo, VISITORS.priya)).toBeVisible();
  const { entries } = (await (await leo.request.get('/agentchat/inbox')).json()) as {
    entries: { email: string; visitorId: string; conversationId: string; agentId: string }[];
  };
  const entry = entries.find(({ email }) => email === VISITORS.priya);
  if (!entry) throw new Error('Priya is not in the list');
  const { visitorId, conversationId, agentId: memberId } = entry;
  await untilPersisted(leo);
  const notice = await openNotice(leo, server.origin);
  const payload = {
    title: 'New message from a visitor',
    body: 'One unread message in one conversation.',
    tag: `conversation-${conversationId}`,
    path: `/agentchat?visitor=${visitorId}`,
    number: 9,
    unread: 1,
    conversationId,
    memberId,
  };
  await notice.show(payload);
  await notice.answer('We do: wine lists, too.');
  await expect(messagesOf(visitor)).toHaveText([/menus/, /wine lists/]);
  await expect.poll(() => shownOn(leo)).toEqual([]);
  await expect.poll(() => rowsOf(leo, 'replies')).toEqual([]);

  // Without a network it is kept, and says so; the next connection sends it.
  await notice.show(payload);
  await leo.context().setOffline(true);
  await notice.answer('In two languages if you like.');
  await expect.poll(() => shownOn(leo)).toEqual(['Reply saved']);
  await leo.context().setOffline(false);
  await leo.evaluate(() => dispatchEvent(new Event('online')));
  await expect(messagesOf(visitor)).toHaveText([/menus/, /wine lists/, /two languages/]);
  await expect.poll(() => shownOn(leo)).toEqual([]);

  // Signed out: the text waits for its author, and nobody else's session sends it.
  await notice.show(payload);
  await leo.context().clearCookies();
  await notice.answer('With pictures.');
  await expect.poll(() => shownOn(leo)).toEqual(['Sign in to send your reply']);
  expect(await rowsOf(leo, 'replies')).toHaveLength(1);
  await leo.goto('/login');
  await leo.getByLabel('Email').fill(CAST.leo.email);
  await leo.getByLabel('Password', { exact: true }).fill(CAST.leo.password);
  await leo.getByRole('button', { name: 'Sign In' }).click();
  await leo.waitForURL('**/agentchat');
  await expect(messagesOf(visitor)).toHaveText([/menus/, /wine lists/, /languages/, /pictures/]);
  await expect.poll(() => shownOn(leo)).toEqual([]);
});

test('a finger resolves an entry with the way back, and scrolls and goes back as ever', async ({
  browser,
  server,
  signIn,
  visit,
}) => {
  const visitor = await visit();
  const maya = await signIn('maya');
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Still there?');
  const context = await browser.newContext({
    baseURL: server.origin,
    storageState: await maya.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  await phone.goto('/agentchat');
  const inboxRow = entryOf(phone, VISITORS.elena);
  await expect(inboxRow).toBeVisible();
  await untilHydrated(phone);
  const cdp = await context.newCDPSession(phone);
  const swipe = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    const point = (part: number) => [
      { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part },
    ];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: part === undefined ? [] : point(part),
      });
    await touch('touchStart', 0);
    for (const part of [0.1, 0.25, 0.5, 0.75, 1]) await touch('touchMove', part);
    // It rests before it leaves: a finger that is flung off makes the browser swallow the next tap.
    await phone.waitForTimeout(150);
    await touch('touchMove', 1);
    await touch('touchEnd');
  };
  const box = await inboxRow.boundingBox();
  const y = (box?.y ?? 0) + 28;
  expect(box?.height).toBe(56);
  // Down, a little to the left, to the right, and from the edge: nothing of it resolves.
  await swipe({ x: 200, y }, { x: 190, y: y + 200 });
  await swipe({ x: 200, y }, { x: 150, y });
  await swipe({ x: 100, y }, { x: 330, y });
  await swipe({ x: 386, y }, { x: 60, y });
  await expect(phone.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(inboxRow).toBeVisible();

  await swipe({ x: 330, y }, { x: 90, y });
  await expect(inboxRow).toHaveCount(0);
  await phone.getByRole('button', { name: 'Undo' }).tap();
  await expect(inboxRow).toBeVisible();
  // A tap is still a tap.
  await inboxRow.tap();
  await expect(messagesOf(phone).last()).toContainText('Still there?');
  await phone.goBack();
  await expect(inboxRow).toBeVisible();
  await context.close();
});

test('what another app shares waits for the conversation it is for', async ({ signIn, visit }) => {
  const visitor = await visit();
  const maya = await signIn('maya');
  await startChat(visitor, VISITORS.walter);
  await sendText(visitor, 'Send me the draft, please');
  await expect(entryOf(maya, VISITORS.walter)).toBeVisible();
  await untilPersisted(maya);
  await maya.reload();
  // The system posts a form, as this page does here.
  await maya.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, {
      method: 'POST',
      action: '/agentchat/share',
      enctype: 'multipart/form-data',
    });
    const text = Object.assign(document.createElement('input'), {
      name: 'text',
      value: 'The draft',
    });
    const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
    const given = new DataTransfer();
    given.items.add(new File(['Chapter one'], 'draft.txt', { type: 'text/plain' }));
    input.files = given.files;
    form.append(text, input);
    document.body.append(form);
    form.submit();
  });
  await maya.waitForURL('**/agentchat?shared=waiting');
  await expect(maya.getByText('draft.txt')).toBeVisible();
  await expectAccessible(maya);
  await openThread(maya, VISITORS.walter);
  await expect(maya.getByPlaceholder('Write a reply')).toHaveValue('The draft');
  await maya.getByRole('button', { name: 'Send reply' }).click();
  await expect(messagesOf(visitor).last()).toContainText('draft.txt');
  await expect.poll(() => rowsOf(maya, 'shared')).toEqual([]);
});

test('a page of another site can share nothing with the app', async ({ signIn }) => {
  const maya = await signIn('maya');
  await untilPersisted(maya);
  await maya.reload();
  const share = new URL('/agentchat/share', maya.url()).href;
  // A page with https would send no origin to a server without.
  await maya.route('http://foreign.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${share}" enctype="multipart/form-data">
        <input name="text" value="Pay to this account instead"><button>Win a prize</button></form>`,
    }),
  );
  await maya.goto('http://foreign.example/');
  await maya.getByRole('button', { name: 'Win a prize' }).click();
  await maya.waitForURL('**/agentchat?shared=lost');
  expect(await rowsOf(maya, 'shared')).toEqual([]);
});
