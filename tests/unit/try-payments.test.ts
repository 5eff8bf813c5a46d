import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A shop that keeps what it is told. */
async function openShop() {
  const told: { readonly body: string; readonly signature: string }[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      told.push({ body, signature: String(request.headers['stripe-signature']) });
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Starts the program and returns the settings that it prints. */
async function start(shop: string): Promise<Readonly<Record<string, string>>> {
  const program = spawn(
    process.execPath,
    ['scripts/try-payments.ts', '--shop', shop, '--port', '0'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void program.kill());
  let printed = '';
  for await (const chunk of program.stdout) {
    printed += String(chunk);
    if (printed.includes('STRIPE_API_URL=') && printed.endsWith('\n')) break;
  }
  return Object.fromEntries(
    [...printed.matchAll(/^(STRIPE_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

test('--help and an unknown option print the usage instead of a stack trace', () => {
  const run = (option: string) =>
    spawnSync(process.execPath, ['scripts/try-payments.ts', option], {
      cwd: root,
      encoding: 'utf8',
    });
  const help = run('--help');
  expect(help.status).toBe(0);
  expect(help.stdout).toMatch(/^npm run payments:try /);
  const wrong = run('--prot');
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toContain('npm run payments:try ');
  expect(wrong.stderr).not.toContain('    at ');
});

test('a buyer pays on the page of the stand-in, and the shop is told with a valid signature', async () => {
  const { told, url } = await openShop();
  const settings = await start(url);
  const form = new URLSearchParams({
    mode: 'payment',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '4500',
    success_url: `${url}/order/1?paid=1`,
    cancel_url: url,
    'metadata[order]': 'E-1001',
  });
  const opened = await fetch(`${settings.STRIPE_API_URL}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${settings.STRIPE_SECRET_KEY}` },
    body: form,
  });
  const page = (await opened.json()) as { url: string };
  expect(await (await fetch(page.url)).text()).toContain('Pay now');
  const paid = await fetch(page.url, { method: 'POST', redirect: 'manual' });
  expect(paid.headers.get('Location')).toBe(`${url}/order/1?paid=1`);
  const [event] = told;
  expect(JSON.parse(event?.body ?? '')).toMatchObject({
    type: 'checkout.session.completed',
    data: { object: { payment_status: 'paid', amount_total: 4500, metadata: { order: 'E-1001' } } },
  });
  const [, time = '', signature = ''] = /^t=(\d+),v1=(\w+)$/.exec(event?.signature ?? '') ?? [];
  expect(signature).toBe(
    createHmac('sha256', settings.STRIPE_WEBHOOK_SECRET ?? '')
      .update(`${time}.${event?.body}`)
      .digest('hex'),
  );
});
