import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { whenAnswered } from './when-answered.ts';

const servers: { close: () => void }[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Sends two requests on one connection, and returns their responses. */
async function requestTwice() {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => responses.push(response));
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const line = connect((server.address() as AddressInfo).port, '127.0.0.1');
  line.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n'.repeat(2));
  await vi.waitFor(() => expect(responses).toHaveLength(2));
  return { line, responses };
}

test('everybody who waits for a response is called once, with one listener for all', async () => {
  const { line, responses } = await requestTwice();
  const [response] = responses;
  const listeners = response!.listenerCount('close');
  const acts = Array.from({ length: 12 }, () => vi.fn<() => void>());
  for (const act of acts) whenAnswered(response!, act);
  expect(response!.listenerCount('close')).toBe(listeners + 1);
  response!.end('done');
  await vi.waitFor(() => expect(acts[11]).toHaveBeenCalled());
  line.destroy();
  await vi.waitFor(() => expect(response!.req.socket.destroyed).toBe(true));
  for (const act of acts) expect(act).toHaveBeenCalledOnce();
});

test('a response that a lost connection never lets out counts as answered', async () => {
  const { line, responses } = await requestTwice();
  const act = vi.fn<() => void>();
  whenAnswered(responses[1]!, act);
  line.destroy();
  await vi.waitFor(() => expect(act).toHaveBeenCalledOnce());
});
