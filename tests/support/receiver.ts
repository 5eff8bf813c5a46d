import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly bytes: Buffer;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export const accept: Answer = (response) => void response.writeHead(204).end();

/** Somebody else's server that takes webhooks or pushes, and answers as a test wants. */
export async function openReceiver(answer: Answer = accept) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const one = { headers: request.headers, body: bytes.toString(), bytes };
      received.push(one);
      for (const wake of waiting.splice(0)) wake();
      answer(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Resolves when this many requests have come. */
    async count(wanted: number): Promise<void> {
      while (received.length < wanted) {
        await new Promise<void>((wake) => waiting.push(wake));
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;
