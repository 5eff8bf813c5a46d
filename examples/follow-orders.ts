// WEBHOOK_SECRET=whsec_… EMBARKA_KEY=emb_… node examples/follow-orders.ts
// Tells what becomes of every order: reads what there is, then listens on PORT (4000) for the webhook
// 'order.changed'. A webhook says that something changed, the API what it is now; so one that comes
// twice, late or never does no harm: every few minutes the list is asked what changed since.

import { createServer } from 'node:http';
import { ask, listOrders, type Order } from './client.ts';
import { isGenuine } from './verify-signature.ts';

const BODY_LIMIT = 64 * 1024;
const LOOK_EVERY_MS = 5 * 60_000;
/** What is being written this moment may have an earlier time than what was seen. */
const OVERLAP_MS = 5 * 60_000;

const options = {
  origin: process.env.EMBARKA_ORIGIN ?? 'http://localhost:3000',
  key: process.env.EMBARKA_KEY,
};
const secret = process.env.WEBHOOK_SECRET;
if (!secret || !options.key) throw new Error('Set WEBHOOK_SECRET and EMBARKA_KEY.');

/** The newest event known of each order; a real program keeps it where a restart does not lose it. */
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

/** What a webhook names, as it is now. */
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
