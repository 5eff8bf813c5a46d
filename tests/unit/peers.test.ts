import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { EXAMPLE, frequentText, rareText, SERVICES } from '../../perf/peers/catalogue.ts';
import { HttpConnection } from '../../perf/peers/http-client.ts';
import { load } from '../../perf/peers/load.ts';
import { sendFast } from '../../perf/peers/messages.ts';
import { ServerProcess } from '../../perf/peers/server-process.ts';
import type { MessageLine } from '../../perf/peers/side.ts';

test('all sides hold the same 125 services, and every searched text is part of one', () => {
  expect(SERVICES).toHaveLength(125);
  expect(EXAMPLE.title).toBe('Book Design');
  const searched = SERVICES.map(({ title, summary }) => `${title}\n${summary}`.toLowerCase());
  const numbers = Array.from({ length: 5000 }, (_, n) => n);
  const texts = [...numbers.map(frequentText), ...numbers.map(rareText)];
  const unknown = texts.filter(
    (text) => !searched.some((each) => each.includes(text.toLowerCase())),
  );
  expect(unknown).toEqual([]);
});

test('rare texts do not come twice, and are more than the search of the shop remembers', () => {
  const texts = Array.from({ length: 20_000 }, (_, n) => rareText(n));
  expect(new Set(texts).size).toBe(texts.length);
  // SearchIndex remembers a thousand texts.
  expect(new Set(texts.map((text) => text.toLowerCase())).size).toBeGreaterThan(2000);
});

test('the peers are pinned exactly, and the lock file installs these versions', () => {
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> };
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { version: string }>;
  };
  for (const name of ['next', '@vendure/core', 'parse-server']) {
    expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
    expect(packages[`node_modules/${name}`]?.version).toBe(dependencies[name]);
  }
});

test('a response ends with its length or its last chunk, also when packets split it', async () => {
  const origin = await serve((request, response) => {
    if (request.url === '/length') response.end('x'.repeat(70_000));
    else {
      response.write('first');
      setImmediate(() => response.end('0\r\n'));
    }
  });
  const connection = await HttpConnection.open(origin);
  const sized = await connection.send({ path: '/length' });
  expect(sized.status).toBe(200);
  expect(sized.bytes).toBeGreaterThan(70_000);
  const chunked = await connection.send({ path: '/chunks' });
  const again = await connection.send({ path: '/chunks' });
  expect(again).toEqual(chunked);
  connection.close();
});

test('every byte of a response may come in a packet of its own', async () => {
  const text = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n';
  const origin = await listen(
    createTcpServer((socket) => {
      const answer = async () => {
        for (const byte of text) {
          socket.write(byte);
          await sleep(1);
        }
      };
      socket.setNoDelay().on('data', () => void answer());
    }),
  );
  const connection = await HttpConnection.open(origin);
  expect(await connection.send({ path: '/' })).toEqual({ status: 200, bytes: text.length });
  expect(await connection.send({ path: '/' })).toEqual({ status: 200, bytes: text.length });
  connection.close();
});

test('an error ends a measurement: a fast refusal would look like a fast server', async () => {
  const origin = await serve((_request, response) => response.writeHead(429).end());
  const loading = load(origin, () => ({ path: '/' }), { connections: 2, seconds: 1 });
  await expect(loading).rejects.toThrow('/ was answered 429');
});

test('messages that arrive twice or are refused end a measurement', async () => {
  await expect(sendFast(lineThatDelivers(2), 0.02)).rejects.toThrow('delivered twice');
  const refusing: MessageLine = {
    send: () => Promise.reject(new Error('refused')),
    onDelivered: () => {},
    close: () => {},
  };
  await expect(sendFast(refusing, 0.02)).rejects.toThrow('refused');
});

test('delivered messages are counted once each', async () => {
  const { messages, waits } = await sendFast(lineThatDelivers(1), 0.02);
  expect(messages).toBeGreaterThan(0);
  expect(waits).toHaveLength(messages);
});

test.runIf(process.platform === 'linux')(
  'the processor time of a server includes its children, also those that have ended',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'peers-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const burn = 'while (process.cpuUsage().user < 400_000);';
    const script = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}]);
      require('node:fs').writeFileSync('burnt', ''); setInterval(() => {}, 1000);`;
    const server = new ServerProcess({
      arguments: ['-e', script],
      folder,
      env: {},
      log: join(folder, 'log'),
    });
    onTestFinished(() => server.stop());
    await server.untilReady(() => Promise.resolve(existsSync(join(folder, 'burnt'))));
    expect(server.cpuMs()).toBeGreaterThan(390);
    expect(server.memory()).toBeGreaterThan(1e6);
    expect(server.processes).toBe(1);
  },
);

test('a program that fails is reported with the end of its output', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'peers-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const running = ServerProcess.run(
    {
      arguments: ['-e', 'throw new Error("no database")'],
      folder,
      env: {},
      log: join(folder, 'log'),
    },
    60_000,
  );
  await expect(running).rejects.toThrow('no database');
});

function lineThatDelivers(times: number): MessageLine {
  let deliver: (clientId: string) => void = () => {};
  return {
    async send(clientId) {
      await sleep(1);
      for (let time = 0; time < times; time += 1) deliver(clientId);
    },
    onDelivered: (listener) => void (deliver = listener),
    close: () => {},
  };
}

function serve(answer: RequestListener): Promise<string> {
  return listen(createServer(answer));
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../perf/peers', file), 'utf8'));
}
