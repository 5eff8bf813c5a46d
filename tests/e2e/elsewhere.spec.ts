import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import type { Browser, BrowserContext, FrameLocator, Page } from '@playwright/test';
import { WIDGET_INTEGRITY } from '../../app/chat/embed/widget-script.ts';
import { findViolations } from '../support/axe.ts';
import { openThread, reply } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { PARTITIONED_STORAGE } from '../support/whole-browser.ts';

test.use({ launchOptions: PARTITIONED_STORAGE });

/** Where pictures of the pages are laid for somebody who wants to look at them. */
const LOOK = process.env.EMBARKA_LOOK;

const children: ChildProcess[] = [];
const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const child of children.splice(0)) child.kill();
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** The example's site, on another origin than the shop's: 127.0.0.1 and localhost are two sites. */
async function openSite(shop: string, port: number, secret = ''): Promise<string> {
  const env = {
    ...process.env,
    EMBARKA_ORIGIN: shop,
    PORT: String(port),
    WIDGET_INTEGRITY,
    ...(secret && { WIDGET_SECRET: secret }),
  };
  const child = spawn(process.execPath, ['examples/widget/serve.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await expect.poll(() => output).toContain('The page is at');
  return `http://127.0.0.1:${port}`;
}

async function stranger(browser: Browser, device = {}): Promise<Page> {
  const context = await browser.newContext(device);
  contexts.push(context);
  return context.newPage();
}

const launcherOf = (page: Page) => page.getByRole('button', { name: /^Open chat/ });
const frameOf = (page: Page): FrameLocator => page.frameLocator('embarka-chat iframe');

/** An admin lists a site and, where it is to sign, makes its secret. */
async function listSites(admin: Page, origins: string, signing = ''): Promise<string> {
  const field = admin.getByRole('textbox', { name: 'Sites that can show the chat', exact: true });
  await field.fill(origins);
  await admin.getByRole('button', { name: 'Save changes' }).click();
  await expect(admin.getByRole('status').getByText('Sites that can show the chat')).toBeVisible();
  if (!signing) return '';
  await admin.goto('/team/api');
  await admin.getByRole('button', { name: `Create signing secret for ${signing}` }).click();
  return admin.getByLabel('New signing secret for the site').inputValue();
}

test('a site that an admin lists shows the chat, and its signed-in visitor and an agent talk', async ({
  browser,
  signIn,
  server,
}) => {
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  const henrik = await signIn('henrik', '/team/settings');
  const secret = await listSites(henrik, `${site} https://www.harbour.example`, site);
  expect(secret).toMatch(/^[\w-]{43}$/);
  if (LOOK) await henrik.screenshot({ path: `${LOOK}/api.png`, fullPage: true });
  await openSite(server.origin, port, secret);
  const maya = await signIn('maya');

  const visitor = await stranger(browser);
  const faults: string[] = [];
  visitor.on('console', (line) => void (line.type() === 'error' && faults.push(line.text())));
  const asked: string[] = [];
  visitor.on('request', (request) => asked.push(request.url()));
  await visitor.goto(`${site}/?visitor=4711`);
  await expect(launcherOf(visitor)).toBeVisible();
  // Until somebody reaches for it, the page has loaded the script and nothing else of the shop's.
  expect(asked.filter((url) => url.startsWith(server.origin))).toEqual([
    `${server.origin}/widget/3.js`,
  ]);
  expect(await visitor.context().cookies()).toEqual([]);

  // By keyboard: the focus goes into the frame, and comes back.
  await launcherOf(visitor).focus();
  await visitor.keyboard.press('Enter');
  const chat = frameOf(visitor);
  await expect(chat.getByRole('dialog')).toBeVisible();
  await visitor.keyboard.press('Escape');
  await expect(launcherOf(visitor)).toBeFocused();
  await visitor.keyboard.press('Enter');

  await chat.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  // The site said who it is: no address is asked for.
  await chat.getByPlaceholder('Write a message').fill('When do the tours begin?');
  await chat.getByPlaceholder('Write a message').press('Enter');
  await expect(chat.getByTestId('message')).toHaveText([/When do the tours begin\?.*Sent/s]);

  const email = '4711@customers.example';
  await openThread(maya, email);
  await expect(maya.getByText(`Verified by 127.0.0.1:${port}`).first()).toBeVisible();
  await expect(maya.getByText('Address not confirmed').first()).toBeAttached();
  await expect(
    maya.getByText(`Came from 127.0.0.1:${port}, section Graphics & Design.`),
  ).toBeVisible();
  await expect(maya.getByText('Customer 4711').first()).toBeVisible();
  if (LOOK) await maya.screenshot({ path: `${LOOK}/thread.png` });
  await reply(maya, 'At nine, from the pier.');
  await expect(chat.getByText('At nine, from the pier.')).toBeVisible();
  if (LOOK) await visitor.screenshot({ path: `${LOOK}/site.png` });

  // One cookie, for this site alone, that no script reads.
  const cookies = await visitor.context().cookies();
  expect(cookies).toMatchObject([
    { name: '__Host-embarka_widget', httpOnly: true, secure: true, sameSite: 'None' },
  ]);
  expect(cookies[0]?.partitionKey).toBe('http://127.0.0.1');
  const readable = await chat.locator('body').evaluate(() => document.cookie);
  expect(readable).toBe('');

  // Closed, the button counts; after another page of the site, too.
  await chat.getByRole('button', { name: 'Close chat' }).click();
  await expect(launcherOf(visitor)).toBeFocused();
  await reply(maya, 'Shall I keep you a seat?');
  await expect(launcherOf(visitor)).toHaveAccessibleName('Open chat, 1 unread message');
  await visitor.reload();
  await expect(launcherOf(visitor)).toHaveAccessibleName('Open chat, 1 unread message');
  await launcherOf(visitor).click();
  await expect(chat.getByText('Shall I keep you a seat?')).toBeVisible();
  await expect(chat.getByTestId('message')).toHaveCount(3);

  // What leads out of the chat opens in a window of its own: the shop stays unframeable.
  await chat.getByRole('dialog').evaluate((dialog) => {
    const link = Object.assign(document.createElement('a'), { href: '/terms' });
    link.textContent = 'The terms';
    dialog.prepend(link);
  });
  const popup = visitor.waitForEvent('popup');
  await chat.getByRole('link', { name: 'The terms' }).click();
  await expect(await popup).toHaveURL(`${server.origin}/terms`);
  await (await popup).close();
  expect(visitor.frames().map((frame) => new URL(frame.url()).pathname)).toEqual(['/', '/widget']);
  expect(faults).toEqual([]);

  // Somebody else signs in to the site in this browser, and finds nothing of it.
  await visitor.goto(`${site}/?visitor=12`);
  await launcherOf(visitor).click();
  await expect(chat.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
  await expect(chat.getByText('Continue your conversation')).toHaveCount(0);
  await expect(chat.getByText('At nine, from the pier.')).toHaveCount(0);
  expect(await visitor.context().cookies()).toEqual([]);
});

test('on a telephone it fills the screen; without storage the chat lasts as long as the page', async ({
  browser,
  signIn,
  server,
}) => {
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  await listSites(await signIn('henrik', '/team/settings'), site);
  await openSite(server.origin, port);
  const maya = await signIn('maya');
  const visitor = await stranger(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: 'dark',
  });
  // As a browser that keeps nothing in frames of others: no cookie, no storage, no lock.
  await visitor.addInitScript(() => {
    if (window.top === window) return;
    const denied = new DOMException('Access is denied for this document.', 'SecurityError');
    const deny = () => {
      throw denied;
    };
    Object.defineProperty(document, 'cookie', { get: () => '', set() {} });
    for (const kind of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, kind, { get: deny });
    }
    Object.defineProperty(navigator.locks, 'request', { value: () => Promise.reject(denied) });
  });
  const chat = frameOf(visitor);
  await visitor.goto(site);
  await expect(launcherOf(visitor)).toBeVisible();
  if (LOOK) await visitor.screenshot({ path: `${LOOK}/phone-page.png` });
  await launcherOf(visitor).tap();
  await expect(chat.getByText(/can't save anything for this chat here/)).toBeVisible();
  expect(await visitor.locator('embarka-chat iframe').boundingBox()).toEqual({
    x: 0,
    y: 0,
    width: 390,
    height: 844,
  });
  const email = `visitor.${crypto.randomUUID()}.x@northfold.example`;
  await chat.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await chat.getByLabel('Your email').fill(email);
  await chat.getByRole('button', { name: 'Continue' }).click();
  await chat.getByPlaceholder('Write a message').fill('Do you sail today?');
  // Enter begins a new line on a touch screen.
  await chat.getByRole('button', { name: 'Send message' }).tap();
  await expect(chat.getByTestId('message')).toHaveText([/Do you sail today\?.*Sent/s]);
  await openThread(maya, email);
  const thread = maya.getByRole('main', { name: `Conversation with ${email}` });
  await expect(thread.getByText('Address not confirmed')).toBeVisible();
  await expect(thread.getByText('Verified by')).toHaveCount(0);
  await reply(maya, 'Yes, at nine.');
  await expect(chat.getByText('Yes, at nine.')).toBeVisible();
  if (LOOK) await visitor.screenshot({ path: `${LOOK}/phone-chat.png` });
  expect(await visitor.context().cookies()).toEqual([]);

  await visitor.reload();
  await launcherOf(visitor).tap();
  await expect(chat.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
});

test('a frame that lost its storage but not its cookie opens no chat of an earlier visitor', async ({
  browser,
  signIn,
  server,
}) => {
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  const secret = await listSites(await signIn('henrik', '/team/settings'), site, site);
  await openSite(server.origin, port, secret);
  const visitor = await stranger(browser);
  await visitor.goto(`${site}/?visitor=4721`);
  await launcherOf(visitor).click();
  const chat = frameOf(visitor);
  await chat.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await chat.getByPlaceholder('Write a message').fill('Only for 4721');
  await chat.getByPlaceholder('Write a message').press('Enter');
  await expect(chat.getByTestId('message')).toHaveText([/Only for 4721.*Sent/s]);
  expect(await visitor.context().cookies()).toHaveLength(1);

  await visitor.context().addInitScript(() => {
    if (window.top === window) return;
    const deny = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const kind of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, kind, { get: deny });
    }
  });
  // The click comes while the frame, loaded for the kept chat, is still leaving it.
  const { promise: isClicked, resolve: click } = Promise.withResolvers<void>();
  await visitor.route('**/widget/leave', async (route) => {
    await isClicked;
    await route.continue();
  });
  const leaving = visitor.waitForRequest('**/widget/leave');
  await visitor.goto(`${site}/?visitor=4722`);
  await leaving;
  await launcherOf(visitor).click();
  await expect(chat.getByText('Only for 4721')).toHaveCount(0);
  click();
  await expect(chat.getByText(/can't save anything for this chat here/)).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
  await expect.poll(() => visitor.context().cookies()).toEqual([]);
  await expect(chat.getByText('Only for 4721')).toHaveCount(0);
  await expect(chat.getByText(/earlier/i)).toHaveCount(0);
});

test('a site that is not listed is shown no chat, but the way to it', async ({
  browser,
  signIn,
  server,
}) => {
  const port = await freePort();
  await listSites(await signIn('henrik', '/team/settings'), 'https://www.harbour.example');
  const site = await openSite(server.origin, port);
  const visitor = await stranger(browser);
  await visitor.goto(site);
  await launcherOf(visitor).click();
  await expect(visitor.getByText("The chat can't be shown here.")).toBeVisible({
    timeout: 20_000,
  });
  const way = visitor.getByRole('link', { name: 'Open in a window' });
  await expect(way).toBeFocused();
  await expect(way).toHaveAttribute('href', `${server.origin}/contact`);
  await expect(visitor.locator('embarka-chat iframe')).toHaveCount(0);
  expect(await findViolations(visitor, 'embarka-chat')).toEqual([]);
  if (LOOK) await visitor.screenshot({ path: `${LOOK}/refused.png` });
  await visitor.getByRole('button', { name: 'Close' }).click();
  await expect(launcherOf(visitor)).toBeFocused();
});

test('a page around the frame cannot speak for the shop, nor a stranger for the page', async ({
  browser,
  signIn,
  server,
}) => {
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  await listSites(await signIn('henrik', '/team/settings'), site);
  await openSite(server.origin, port);
  const visitor = await stranger(browser);
  await visitor.goto(site);
  await launcherOf(visitor).click();
  const chat = frameOf(visitor);
  await expect(chat.getByRole('dialog')).toBeVisible();
  const frame = visitor.frames().find((each) => each.url().includes('/widget'));

  // The page itself says what the frame would say, and the frame says it to itself: nobody hears it.
  await visitor.evaluate(() => {
    for (const type of ['close', 'unread', 'chat'])
      window.postMessage({ embarka: 1, type, count: 5, isKept: true }, '*');
  });
  await frame?.evaluate(() => window.postMessage({ embarka: 1, type: 'close' }, '*'));
  // Words of another shape, from the right window.
  await frame?.evaluate((origin) => {
    for (const words of [
      'close',
      null,
      [],
      { type: 'close' },
      { embarka: 1, type: 'unread', count: '<b>' },
    ])
      window.parent.postMessage(words, origin);
  }, site);
  await visitor.waitForFunction(() => new Promise((next) => setTimeout(() => next(true), 300)));
  await expect(chat.getByRole('dialog')).toBeVisible();
  expect(await visitor.evaluate(() => Object.keys(localStorage))).toEqual([]);

  // By itself the frame is no chat, but says where one is.
  const alone = await stranger(browser);
  await alone.goto(frame?.url() ?? '');
  await expect(alone.getByRole('link', { name: 'Open in a window' })).toBeVisible();

  // Every other page of the shop, and the frame asked for in another site's name, stays away.
  for (const path of [
    '/',
    '/contact',
    '/login',
    '/agentchat',
    '/widget?host=https://evil.example',
  ]) {
    const shown = await visitor.evaluate(
      (address) =>
        new Promise<boolean>((answered) => {
          const other = document.createElement('iframe');
          other.addEventListener('load', () => answered(other.contentDocument !== null));
          other.src = address;
          document.body.append(other);
        }),
      server.origin + path,
    );
    expect(shown, path).toBe(false);
  }
  const addresses = visitor.frames().map((each) => each.url());
  expect(addresses.filter((url) => url.startsWith('chrome-error:'))).toHaveLength(5);
});
