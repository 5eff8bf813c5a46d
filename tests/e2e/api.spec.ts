import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createHmac } from 'node:crypto';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { openThread, panelOf, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { mailedCode } from '../support/mailed-links.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';

/** Where pictures of the pages are laid for somebody who wants to look at them. */
const LOOK = process.env.EMBARKA_LOOK;

const children: ChildProcess[] = [];
const receivers: Receiver[] = [];
test.afterEach(async () => {
  for (const child of children.splice(0)) child.kill();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

/** Runs an example until it prints this; gives what it has printed by then, and what comes after. */
async function runExample(
  file: string,
  env: Record<string, string>,
  until: RegExp,
  ...args: string[]
) {
  const child = spawn(process.execPath, [`examples/${file}`, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  const read = (chunk: Buffer) => void (output += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  await expect.poll(() => output).toMatch(until);
  return { output: () => output };
}

async function addWebhook(page: Page, url: string): Promise<string> {
  await page.goto('/team/api');
  await page.getByLabel('Address').fill(url);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  return page.getByLabel('Signing secret').inputValue();
}

test('the page for people is reached from the footer, and its requests work', async ({
  visit,
  request,
}) => {
  const page = await visit();
  await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API');
  const requests = await page.getByRole('region', { name: /^Request: / }).allTextContents();
  const open = requests.filter((text) => !text.includes('Authorization'));
  expect(open.length).toBeGreaterThan(6);
  expect(requests.length).toBeGreaterThan(open.length + 6);
  for (const text of open) {
    const address = /^curl '([^']+)'$/.exec(text)?.[1] ?? '';
    const expected = address.includes('colour=red') ? 400 : 200;
    expect((await request.get(address)).status(), address).toBe(expected);
  }
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide).toBe(false);
  }
});

test('the API answers pages of other sites, HEAD and OPTIONS, and nothing that writes', async ({
  request,
}) => {
  const headers = { Origin: 'https://blog.example' };
  const read = await request.get('/api/v1/sections', { headers });
  expect(read.headers()).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'application/json',
    'cache-control': 'public, no-cache',
  });
  const tag = read.headers().etag ?? '';
  const again = await request.get('/api/v1/sections', { headers: { 'If-None-Match': tag } });
  expect(again.status()).toBe(304);
  const head = await request.head('/api/v1/sections');
  expect([head.status(), await head.text()]).toEqual([200, '']);
  const preflight = await request.fetch('/api/v1/sections', { method: 'OPTIONS', headers });
  expect([preflight.status(), preflight.headers()['access-control-allow-methods']]).toEqual([
    204,
    'GET, HEAD, OPTIONS',
  ]);
  const write = await request.post('/api/v1/sections', { headers, data: {} });
  expect([write.status(), write.headers().allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  const file = await request.get('/api/v1/secret.png');
  expect(file.headers()['content-type']).toBe('application/problem+json');
  const document = (await (await request.get('/api/openapi.json')).json()) as { openapi: string };
  expect(document.openapi).toBe('3.1.0');
});

test(
  'an admin makes a key, which works until it is revoked; the example reads with it',
  { tag: '@journey' },
  async ({ signIn, server, request }) => {
    const admin = await signIn('henrik', '/team/api');
    await admin.getByLabel('Name').fill('Price list');
    await admin.getByRole('button', { name: 'Create key' }).click();
    const key = await admin.getByLabel('New API key').inputValue();
    expect(key).toMatch(/^emb_[\w-]{43}$/);
    await expectAccessible(admin);
    await admin.reload();
    await expect(admin.getByText(key)).toHaveCount(0);

    const env = { EMBARKA_ORIGIN: server.origin, EMBARKA_KEY: key };
    const { output } = await runExample(
      'list-services.ts',
      env,
      /Book Design: .+\n/,
      'book design',
    );
    expect(output()).toMatch(/Book Design: \$1,750/);
    await admin.reload();
    await expect(admin.getByTestId('api-key')).toContainText('Last used');

    await admin.getByRole('button', { name: 'Revoke Price list' }).click();
    await admin.getByRole('button', { name: 'Revoke Price list permanently' }).click();
    await expect(admin.getByTestId('api-key')).toContainText('Revoked');
    const refused = await request.get('/api/v1/sections', {
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(refused.status()).toBe(401);
    await admin.goto('/team/audit');
    await expect(admin.getByRole('table').getByText('API key revoked')).toBeVisible();
  },
);

async function makeKey(admin: Page, name: string, scopes: readonly string[]): Promise<string> {
  await admin.goto('/team/api');
  await admin.getByLabel('Name').fill(name);
  for (const scope of scopes) await admin.getByRole('checkbox', { name: scope }).check();
  await admin.getByRole('button', { name: 'Create key' }).click();
  return admin.getByLabel('New API key').inputValue();
}

test('the catalogue is kept in a spreadsheet: pulled, compared, pushed whole', async ({
  signIn,
  visit,
  server,
}, info) => {
  const admin = await signIn('henrik');
  const key = await makeKey(admin, 'Spreadsheet', ['catalogue:read', 'catalogue:write']);
  await expect(admin.getByTestId('api-key').filter({ hasText: 'Spreadsheet' })).toContainText(
    'catalogue:read, catalogue:write',
  );
  await expectAccessible(admin);
  if (LOOK) await admin.screenshot({ path: `${LOOK}/keys.png`, fullPage: true });
  const env = { EMBARKA_ORIGIN: server.origin, EMBARKA_KEY: key };
  const file = info.outputPath('catalogue.csv');
  const keep = (command: string, until: RegExp) =>
    runExample('keep-catalogue.ts', env, until, command, file);

  await keep('pull', /Written to/);
  const sheet = await readFile(file, 'utf8');
  await writeFile(file, sheet.replace(/(Book Design,book-design,.*?)1750/, '$11888'));
  const { output } = await keep('diff', /errors/);
  expect(output()).toContain('Book Design: Price: $1,750 → $1,888');
  const visitor = await visit('/services/graphics/book-design');
  await expect(visitor.getByText('$1,750').first()).toBeVisible();
  await keep('push', /Published revision 2/);
  await visitor.reload();
  await expect(visitor.getByText('$1,888').first()).toBeVisible();
  await keep('push', /0 changes/);
  await admin.goto('/team/catalogue/history');
  await expect(admin.getByTestId('publication').first()).toContainText('API key ‘Spreadsheet’');
});

test('a webhook is added, tested, seen in the log, and taken by the example, which ignores repeats and forgeries', async ({
  signIn,
}) => {
  const free = await openReceiver();
  const port = new URL(free.url).port;
  await free.close();
  const url = `http://127.0.0.1:${port}/`;

  const admin = await signIn('henrik');
  const secret = await addWebhook(admin, url);
  const env = { WEBHOOK_SECRET: secret, PORT: port };
  const { output } = await runExample('receive-webhooks.ts', env, /Listening/);
  await admin.getByRole('link', { name: `View ${url}` }).click();
  await admin.getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(output).toContain('Received: webhook.test');
  await expect(async () => {
    await admin.getByRole('link', { name: 'Refresh' }).click();
    await expect(admin.getByTestId('delivery')).toContainText('response 204', { timeout: 500 });
  }).toPass();
  await expectAccessible(admin);

  await admin.getByRole('button', { name: /^Send again: webhook.test/ }).click();
  await expect.poll(output).toContain('Again: evt_');

  const seconds = Math.floor(Date.now() / 1000);
  const forged = createHmac('sha256', 'guess').update(`evt_1.${seconds}.{}`).digest('base64');
  const answer = await fetch(url, {
    method: 'POST',
    body: '{}',
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': `v1,${forged}`,
    },
  });
  expect(answer.status).toBe(401);

  await admin.getByRole('button', { name: 'Remove', exact: true }).click();
  await admin.getByRole('button', { name: 'Remove permanently' }).click();
  await admin.waitForURL('**/team/api#webhooks');
  await expect(admin.getByTestId('webhook')).toHaveCount(0);
});

test('an address inside is refused with a sentence at the field, and stays typed', async ({
  signIn,
}) => {
  const admin = await signIn('henrik', '/team/api');
  const address = admin.getByLabel('Address');
  await address.fill('http://169.254.169.254/latest');
  await admin.getByRole('button', { name: 'Add webhook' }).click();
  await expect(address).toHaveAccessibleDescription(
    /169\.254\.169\.254 isn't a public internet address/,
  );
  await expect(address).toHaveValue('http://169.254.169.254/latest');
  await expect(address).toBeFocused();
});

test('orders are followed by API and webhook, from the offer’s acceptance to what a program does', async ({
  signIn,
  visit,
  server,
  request,
}) => {
  const free = await openReceiver();
  const port = new URL(free.url).port;
  await free.close();
  const admin = await signIn('henrik');
  const secret = await addWebhook(admin, `http://127.0.0.1:${port}/`);
  const key = await makeKey(admin, 'Bookkeeping', ['orders:read', 'orders:write']);
  const env = {
    WEBHOOK_SECRET: secret,
    EMBARKA_KEY: key,
    EMBARKA_ORIGIN: server.origin,
    PORT: port,
  };
  const { output } = await runExample('follow-orders.ts', env, /Listening/);

  const maya = await signIn('maya');
  const elena = await visit('/contact');
  await startChat(elena, VISITORS.elena);
  await sendText(elena, 'How much is a logo?');
  await openThread(maya, VISITORS.elena);
  await maya.getByRole('button', { name: 'Make an offer' }).click();
  const dialog = maya.getByRole('dialog', { name: 'Make an offer' });
  await dialog.getByLabel('Service').fill('Logo Animation');
  await dialog.getByLabel('Unit price').fill('300');
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await expect(dialog).toHaveCount(0);
  const offer = panelOf(elena).getByTestId('offer');
  await offer.getByRole('button', { name: 'Accept offer' }).click();
  await offer.getByRole('button', { name: 'Confirm your address' }).click();
  const field = offer.getByLabel('Six-digit code');
  await field.fill(await mailedCode(server, VISITORS.elena));
  await field.press('Enter');
  await expect.poll(output).toContain('E-1001 is awaiting payment: Logo Animation');

  const path = '/api/v1/orders/E-1001';
  const headers = { Authorization: `Bearer ${key}` };
  const paid = await request.post(`${path}/transitions`, {
    headers,
    data: { transition: 'pay', reference: 'PP-77' },
  });
  expect(paid.status(), await paid.text()).toBe(200);
  await expect.poll(output).toContain('E-1001 is in progress: Logo Animation');
  await maya.goto('/team/orders/E-1001');
  await expect(maya.getByText('API key ‘Bookkeeping’')).toBeVisible();
});

test('a server that dies between the commit and the sending sends after its next start', async ({
  signIn,
  visit,
  server,
}) => {
  const receiver = await openReceiver();
  receivers.push(receiver);
  const admin = await signIn('henrik');
  await addWebhook(admin, receiver.url);
  const visitor = await visit('/contact');
  await startChat(visitor, VISITORS.elena);
  await receiver.count(1);
  await server.dieBeforeNextPublish();
  await sendText(visitor, 'Is anybody there?');
  await server.ended();
  const typesOf = () =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  expect(typesOf()).not.toContain('message.sent');
  await server.restart();
  await expect.poll(typesOf, { timeout: 20_000 }).toContain('message.sent');
});
