import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import { watchRequests, type Drain } from './drain.ts';
import type { ReadyAnswer } from './answer-forms.ts';
import { sendOwnText, sendReadyAnswer } from './send-ready-answer.ts';

const PAGE: ReadyAnswer = {
  status: 200,
  headers: { 'Content-Type': 'text/html', ETag: '"page"', 'Content-Length': '5' },
  body: Buffer.from('<h1>A'),
  route: '/',
};
/** The same, put together for whoever asks. */
const IN_PIECES: ReadyAnswer = {
  ...PAGE,
  body: null,
  pieces: [Buffer.from('<h1>'), Buffer.from('A')],
};
/** The headers of a text that is made for whoever asks. */
const WITHOUT_TEXT: ReadyAnswer = {
  ...PAGE,
  headers: { 'Content-Type': 'text/html', ETag: '"page"' },
  body: null,
};
const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

let http: Server;
let requests: Drain;
let socket: Socket;
let received: string;

beforeEach(async () => {
  http = createServer({ keepAliveTimeout: CONNECTION_LIMITS.keepAliveMs }, (request, response) => {
    if (request.url === '/slow') setTimeout(() => response.end('slow'), 50);
    else if (request.url?.startsWith('/for/'))
      sendReadyAnswer(response, PAGE, { 'X-For': request.url.slice(5) });
    else if (request.url?.startsWith('/pieces-for/'))
      sendReadyAnswer(response, IN_PIECES, { 'X-For': request.url.slice(12) });
    else if (request.url === '/text') sendOwnText(response, WITHOUT_TEXT, '<h1>A');
    else if (request.url === '/greeting') sendOwnText(response, WITHOUT_TEXT, 'Žluťoučký kůň');
    else sendReadyAnswer(response, request.url === '/pieces' ? IN_PIECES : PAGE);
  });
  requests = watchRequests(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
  received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
});

afterEach(() => {
  socket.destroy();
  http.close();
});

/** The answers so far, each with its headers by lower-case name. */
async function answers(count: number) {
  while (received.split('HTTP/1.1 ').length <= count) await once(socket, 'data');
  return received
    .split('HTTP/1.1 ')
    .slice(1)
    .map((answer) => {
      const [head = '', body] = answer.split('\r\n\r\n');
      const [status, ...lines] = head.split('\r\n');
      const headers = lines.map((line): [string, string] => {
        const [name = '', value = ''] = line.split(': ');
        return [name.toLowerCase(), value];
      });
      return { status, headers: Object.fromEntries(headers), body };
    });
}

test.each(['/', '/pieces', '/text'])(
  '%s has the headers that Node would have given it, and its Date',
  async (path) => {
    // Node answers the second by itself: it is for the headers alone.
    const asked = GET.replace('/', path);
    socket.write(asked);
    while (!received.endsWith('<h1>A')) await once(socket, 'data');
    const [whole] = await answers(1);
    socket.write(asked.replace('GET', 'HEAD'));
    const [, head] = await answers(2);

    expect(whole?.body).toBe('<h1>A');
    expect(whole?.status).toBe(head?.status);
    expect({ ...whole?.headers, date: '' }).toEqual({ ...head?.headers, date: '' });
    expect(Math.abs(Date.parse(whole?.headers.date ?? '') - Date.now())).toBeLessThan(10_000);
  },
);

test.each([
  ['/for', '/'],
  ['/pieces-for', '/pieces'],
])(
  'headers for whoever asks %s alone stand in their answer, and in that of nobody else',
  async (own, everybody) => {
    const targets = [`${own}/elena`, `${own}/priya`, everybody];
    for (const target of targets) socket.write(GET.replace('/', target));
    socket.write(GET.replace('GET /', `HEAD ${own}/maya`));
    const all = await answers(4);
    expect(all.map(({ headers }) => headers['x-for'])).toEqual([
      'elena',
      'priya',
      undefined,
      'maya',
    ]);
    const [elena, , nobody] = all.map(({ status, headers, body }) => {
      return { status, body, headers: { ...headers, 'x-for': '', date: '' } };
    });
    expect(elena).toEqual(nobody);
    expect(nobody?.body).toBe('<h1>A');
  },
);

test('a text that is made for one person has its length in bytes, in whatever letters', async () => {
  socket.write(GET.replace('/', '/greeting') + GET);
  const [greeting, page] = await answers(2);
  const bytes = Buffer.from(greeting?.body ?? '', 'latin1');
  expect(bytes.toString()).toBe('Žluťoučký kůň');
  expect(greeting?.headers['content-length']).toBe(String(bytes.length));
  expect(page?.status).toBe('200 OK');
});

test('one connection asks as often as it likes', async () => {
  for (let count = 1; count <= 5; count += 1) {
    socket.write(GET);
    expect((await answers(count)).at(-1)?.body).toBe('<h1>A');
  }
});

test('requests sent at once are answered in their order, one being made meanwhile', async () => {
  socket.write(GET + GET.replace('/', '/slow') + GET + GET);
  const bodies = (await answers(4)).map(({ body }) => body);
  expect(bodies).toEqual(['<h1>A', 'slow', '<h1>A', '<h1>A']);
});

test('a client that asks for the end of the connection gets it', async () => {
  socket.write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  await once(socket, 'close');
  expect((await answers(1))[0]?.headers.connection).toBe('close');
});

test('a server that ends waits for no answered connection, and its next answer ends it', async () => {
  socket.write(GET);
  await answers(1);
  requests.begin();
  await requests.finished();
  socket.write(GET);
  await once(socket, 'close');
  expect((await answers(2))[1]?.headers.connection).toBe('close');
});
