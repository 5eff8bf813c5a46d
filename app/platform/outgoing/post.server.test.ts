import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { post } from './post.server.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that answers every request with these bytes and then keeps the connection open. */
async function answering(bytes: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(bytes));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const send = (url: string, timeoutMs: number) =>
  post({
    url,
    headers: {},
    body: '{}',
    policy: 'loopback',
    signal: new AbortController().signal,
    timeoutMs,
  });

describe('a request to somebody else', () => {
  test('ends with a receiver that wants to speak another protocol', async () => {
    const url = await answering(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    );
    expect(await send(url, 10_000)).toEqual({ status: 101 });
  });

  test.each([
    ['nothing', ''],
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-'],
    ['only that more follows', 'HTTP/1.1 102 Processing\r\n\r\n'],
    ['less than it promised', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx'],
  ])('ends when its time is up and the receiver has said %s', async (_, bytes) => {
    expect(await send(await answering(bytes), 100)).toEqual({
      error: { key: 'request.timeout', values: {} },
    });
  });

  test('ends with a receiver that says nothing it could be understood by', async () => {
    expect(await send(await answering('SSH-2.0-x\r\n'), 10_000)).toMatchObject({
      error: { key: expect.stringMatching(/^request\.failed/) },
    });
  });
});
