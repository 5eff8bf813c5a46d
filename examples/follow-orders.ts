// WEBHOOK_SECRET=whsec_… EMBARKA_KEY=emb_… node examples/follow-orders.ts
//
// Prints every change of an order: reads the orders, then listens on PORT (4000) for the webhook
// 'order.changed'. The webhook only announces a change, and the API returns the state. Polling
// every few minutes makes repeated, late or lost webhooks harmless.

import { createServer } from 'node:http';
import { ask, listOrders, type Order } from './client.ts';
import { isGenuine } from './verify-signature.ts';

const BODY_LIMIT = 64 * 1024;
const LOOK_EVERY_MS = 5 * 60_000;
/** A transaction that commits now may have an earlier timestamp than one already seen. */
const OVERLAP_MS = 5 * 60_000;

const options = {
  origin: process.env.EMBARKA_ORIGIN ?? 'http://localhost:3000',
  key: process.env.EMBARKA_KEY,
};
const secret = process.env.WEBHOOK_SECRET;
if (!secret || !options.key) throw new Error('Set WEBHOOK_SECRET and EMBARKA_KEY.');

/** The newest known event of each order; a real program stores this durably. */
const known = new Map<string, number>();
let since: string | undefined;

function take({ number, state, title, lastEvent, updatedAt }: Order): void {
  if ((known.get(number) ?? 0) >= lastEvent) return;
  known.set(number, lastEvent);
  if (since === undefined || updatedAt > since) since = updatedAt;
  console.log(`${number} is ${state}: ${title}`);
}

async function lookForChanges(): Promise<void> {
  const from = since && new Date(Date.parse(since) - OVERLAP_MS).toISOString();
  for await (const order of listOrders(options, from ? { updatedSince: from } : {})) take(order);
}

/** Reads the current state of the order that a webhook names. */
async function readOrder(number: string): Promise<void> {
  const answer = await ask(options, `/api/v1/orders/${number}`);
  const { state, lines, events } = (await answer.json()) as {
    state: string;
    lines: readonly { title: string }[];
    events: readonly { number: number; at: string }[];
  };
  const last = events.at(-1);
  if (!last) return;
  take({ number, state, title: lines[0]?.title ?? '', lastEvent: last.number, updatedAt: last.at });
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > BODY_LIMIT) request.destroy();
    else chunks.push(chunk);
  });
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    if (!isGenuine(request.headers, body, secret)) {
      response.writeHead(401).end();
      return;
    }
    response.writeHead(204).end();
    const { type, data } = JSON.parse(body) as { type: string; data: { order: string } };
    if (type === 'order.changed') readOrder(data.order).catch(report);
  });
});

const report = (error: unknown) => console.error(error);

await lookForChanges();
setInterval(() => void lookForChanges().catch(report), LOOK_EVERY_MS);
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => console.log('Listening'));
