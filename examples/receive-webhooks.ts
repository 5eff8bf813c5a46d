// WEBHOOK_SECRET=whsec_… node examples/receive-webhooks.ts
//
// Listens on PORT (4000), verifies each webhook's signature and prints each event once.

import { createServer } from 'node:http';
import { isGenuine } from './verify-signature.ts';

const BODY_LIMIT = 64 * 1024;
/** A real receiver stores these durably. */
const seen = new Set<string>();
const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error('Set WEBHOOK_SECRET to the secret that the portal displayed.');

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
      console.log('Rejected: the signature is invalid');
      response.writeHead(401).end();
      return;
    }
    // Respond first and process afterwards: after ten seconds without a response, the webhook is
    // sent again.
    response.writeHead(204).end();
    const id = String(request.headers['webhook-id']);
    if (seen.has(id)) {
      console.log(`Again: ${id}`);
      return;
    }
    seen.add(id);
    const { type, data } = JSON.parse(body) as { type: string; data: unknown };
    console.log(`Received: ${type} ${JSON.stringify(data)}`);
  });
});
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => console.log('Listening'));
