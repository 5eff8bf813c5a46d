import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import type { TestServer } from '../support/server.ts';
import { payOrder, submitForm, type Caller } from '../support/paid-order.ts';

const MEBIBYTE = 1024 * 1024;
const FILM_MIB = 30;

// Chromium limits the upload, so that there is a middle in which the connection breaks.
test.slow();
test.use({ environment: [{ ORDER_FILE_MAX_MIB: '5120' }, { scope: 'worker' }] });

/** Limits the page's uploads, or takes its connection away. */
async function lineOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return (condition: { readonly bytesPerSecond?: number; readonly isOffline?: boolean }) =>
    session.send('Network.emulateNetworkConditions', {
      offline: condition.isOffline ?? false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: condition.bytesPerSecond ?? -1,
    });
}

function callerOf(origin: string, client: APIRequestContext): Caller {
  return async (path, { method, body, headers }) => {
    const response = await client.fetch(origin + path, {
      method,
      headers: { Origin: origin, ...headers },
      maxRedirects: 0,
      ...(body === undefined ? {} : { data: body }),
    });
    const location = response.headers().location ?? '';
    return { status: response.status(), text: await response.text(), location };
  };
}

test('a large delivery survives a lost connection, a pause and a reload, and its versions say which is newer', async ({
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const buyer = callerOf(server.origin, (await visit()).request);
  const { path, name } = await payOrder(server, callerOf(server.origin, maya.request), buyer);
  const folder = await mkdtemp(join(tmpdir(), 'embarka-film-'));
  const film = join(folder, 'Fílm ñ.bin');
  await writeFile(film, randomBytes(FILM_MIB * MEBIBYTE));
  const offsets: number[] = [];
  maya.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  const setLine = await lineOf(maya);
  const picker = maya.getByLabel('Files for the buyer', { exact: true });
  const progress = maya.getByText(/^[\d.]+ (?:B|KB|MB) of 30 MB · \d+ %$/);
  const sent = () => Math.max(0, ...offsets);

  await maya.goto(`/team/orders/${name}`);
  await expect(maya.getByText('each up to 5 GB')).toBeVisible();
  await expect(maya.getByText('All files of this order: 0 B of 20 GB')).toBeVisible();
  await setLine({ bytesPerSecond: 4 * MEBIBYTE });
  await picker.setInputFiles(film);
  await expect(progress).toBeVisible();
  await expect.poll(sent, { timeout: 30_000 }).toBeGreaterThan(2 * MEBIBYTE);

  // The connection breaks and comes back.
  await setLine({ isOffline: true });
  await expect(maya.getByText(/^No connection\./)).toBeVisible({ timeout: 30_000 });
  const before = sent();
  await setLine({ bytesPerSecond: 4 * MEBIBYTE });
  await expect.poll(sent, { timeout: 60_000 }).toBeGreaterThan(before);

  await maya.getByRole('button', { name: 'Pause Fílm ñ.bin' }).click();
  await expect(maya.getByText('Upload paused')).toBeVisible();
  await expect(maya.getByText('Continue or remove the paused files')).toBeVisible();
  await expectAccessible(maya, 'main');
  await maya.getByRole('button', { name: 'Continue Fílm ñ.bin' }).click();
  const paused = sent();
  await expect.poll(sent, { timeout: 60_000 }).toBeGreaterThan(paused);

  // After a reload, the same file continues.
  await maya.reload();
  await expect(maya.getByText('This upload was interrupted.')).toBeVisible();
  await expect(maya.getByText('All files of this order: 30 MB of 20 GB')).toBeVisible();
  offsets.length = 0;
  await setLine({});
  await picker.setInputFiles(film);
  await expect(maya.getByRole('checkbox', { name: /Fílm ñ\.bin/ })).toBeChecked({
    timeout: 60_000,
  });
  expect(Math.min(...offsets)).toBeGreaterThan(MEBIBYTE);

  // A file of the same name and size that was changed is another upload.
  await setLine({ bytesPerSecond: MEBIBYTE });
  await utimes(film, new Date(), new Date(Date.now() - 60_000));
  offsets.length = 0;
  await picker.setInputFiles(film);
  await expect(progress).toBeVisible();
  await expect.poll(() => offsets[0]).toBe(0);
  await maya.getByRole('button', { name: 'Remove Fílm ñ.bin' }).last().click();
  await setLine({});
  await maya.getByRole('textbox', { name: 'Delivery' }).fill('The first cut');
  await maya.getByRole('button', { name: 'Deliver' }).click();
  await expect(maya.getByText('Delivered. The buyer is notified by email.')).toBeVisible();

  await submitForm(buyer, path, { intent: 'revise', wish: 'A shorter cut' });
  await writeFile(film, randomBytes(MEBIBYTE));
  await maya.goto(`/team/orders/${name}`);
  await picker.setInputFiles(film);
  await expect(maya.getByRole('checkbox', { name: /Fílm ñ\.bin/ })).toBeChecked();
  await maya.getByRole('textbox', { name: 'Delivery' }).fill('The second cut');
  await maya.getByRole('button', { name: 'Deliver' }).click();
  await expect(maya.getByText('Delivered. The buyer is notified by email.')).toBeVisible();
  await expect(maya.getByText('Newer version: Delivery 2').filter({ visible: true })).toHaveCount(
    1,
  );
  await maya.getByText('All files: 2 (31 MB)').click();
  await expect(maya.getByRole('heading', { name: 'Delivery 1 30 MB' })).toBeVisible();
  await expect(maya.getByText('Newer version: Delivery 2').filter({ visible: true })).toHaveCount(
    2,
  );
  await expectAccessible(maya, 'main');
  await rm(folder, { recursive: true });
});

/** A proxy that refuses bodies above a size, as nginx does by default: with 413, and by closing the connection. */
async function openProxy(server: TestServer, mostBytes: number) {
  let refused = 0;
  const proxy = createServer((request, response) => {
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
      refused += 1;
      response.writeHead(413, { 'Content-Type': 'text/html', Connection: 'close' });
      response.end('<h1>413 Request Entity Too Large</h1>');
      return;
    }
    // The server accepts forms of its own address only.
    const headers = {
      ...request.headers,
      Origin: server.origin,
    };
    const { method, url: path } = request;
    const passed = httpRequest(server.origin + path, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.setHeader('Host', server.origin.replace('http://', ''));
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  return {
    // Cookies of localhost are sent to all its ports.
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    refused: () => refused,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

test('an upload finds the size of requests that a proxy accepts', async ({
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const buyer = callerOf(server.origin, (await visit()).request);
  const { name } = await payOrder(server, callerOf(server.origin, maya.request), buyer);
  const proxy = await openProxy(server, 3 * MEBIBYTE);
  await maya.goto(`${proxy.origin}/team/orders/${name}`);
  await maya.getByLabel('Files for the buyer', { exact: true }).setInputFiles({
    name: 'film.bin',
    mimeType: 'application/octet-stream',
    buffer: randomBytes(20 * MEBIBYTE),
  });
  await expect(maya.getByRole('checkbox', { name: /film\.bin/ })).toBeChecked({ timeout: 60_000 });
  expect(proxy.refused()).toBeGreaterThan(0);
  proxy.close();
});
