import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { watchRequests } from './drain.ts';

async function open() {
  const http = createServer();
  const drain = watchRequests(http);
  const answers: (() => void)[] = [];
  http.on('request', (_request, response) => answers.push(() => response.end('done')));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { http, drain, answers };
}

async function ask(http: Server, agent?: Agent): Promise<IncomingMessage> {
  const { port } = http.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, agent });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}

test('a connection that is kept alive ends with its next answer', async () => {
  const { http, drain, answers } = await open();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const before = ask(http, agent);
  await expect.poll(() => answers.length).toBe(1);
  answers.shift()?.();
  expect((await before).headers.connection).toBe('keep-alive');
  drain.begin();
  const during = ask(http, agent);
  await expect.poll(() => answers.length).toBe(1);
  answers.shift()?.();
  expect((await during).headers.connection).toBe('close');
  agent.destroy();
  http.close();
});

test('a request under way is answered before the server has ended, a new one is not taken', async () => {
  const { http, drain, answers } = await open();
  const address = http.address() as AddressInfo;
  const inProgress = ask(http);
  await expect.poll(() => answers.length).toBe(1);
  drain.begin();
  drain.stopAccepting();
  let isFinished = false;
  const finished = drain.finished().then(() => (isFinished = true));
  const late = get({ host: '127.0.0.1', port: address.port });
  const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
  expect(isFinished).toBe(false);
  answers.shift()?.();
  expect((await inProgress).statusCode).toBe(200);
  await finished;
  await once(http, 'close');
});
