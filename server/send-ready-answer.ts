import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import type { ReadyAnswer } from './answer-forms.ts';

/** Above it, copying the bytes costs more than writing them apart from their headers. */
const MAX_ASSEMBLED_BYTES = 64 * 1024;

type Headers = Readonly<Record<string, string>>;

/**
 * Sends what lies in memory, ahead of everything else: most requests of a shop end here. Putting
 * fifteen headers together, and writing them apart from the page, costs Node more than all the rest
 * of the request. So a page goes over the line as one piece that is made once a second, for its
 * Date. Everything out of the ordinary is left to Node: HEAD, a connection that ends with this
 * answer, an earlier answer of the same connection that is still under way. `own` are headers for whoever
 * asks alone, after the others.
 */
export function sendReadyAnswer(
  response: ServerResponse,
  answer: ReadyAnswer,
  own?: Headers,
): void {
  const { socket } = response;
  const { status, headers, body, pieces } = answer;
  if (pieces) {
    const whole = own ? { ...answer, headers: { ...headers, ...own } } : answer;
    sendPieces(response, whole, pieces);
    return;
  }
  const isLong = body !== null && body.byteLength > MAX_ASSEMBLED_BYTES;
  if (!isOrdinary(response, status) || !socket || !body || isLong) {
    response.writeHead(status, own ? { ...headers, ...own } : headers);
    response.end(body);
    return;
  }
  if (own)
    writeApart(response, socket, `${headOf(answer)}${linesOf(own).join('\r\n')}\r\n`, [body]);
  else socket.write(bytesOf(answer), finishing(response));
}

/**
 * Sends a short text that is made for whoever asks. All of its headers but the length are the same for
 * everybody: `answer` has those and no body.
 */
export function sendOwnText(response: ServerResponse, answer: ReadyAnswer, text: string): void {
  const { socket } = response;
  const { status, headers } = answer;
  const length = String(Buffer.byteLength(text));
  if (!isOrdinary(response, status) || !socket) {
    response.writeHead(status, { ...headers, 'Content-Length': length });
    response.end(text);
    return;
  }
  socket.write(`${headOf(answer)}Content-Length: ${length}\r\n\r\n${text}`, finishing(response));
}

function isOrdinary({ req, shouldKeepAlive }: ServerResponse, status: number): boolean {
  return ORDINARY.has(status) && req.method === 'GET' && shouldKeepAlive;
}

/** What Node does with the connection after an answer hangs on this event; after an error it does it by itself. */
function finishing(response: ServerResponse) {
  return (error: Error | null | undefined) => {
    if (!error) response.emit('finish');
  };
}

/** Those that have a body, if only an empty one, and the whole of it. */
const ORDINARY: ReadonlySet<number> = new Set([200, 301, 404]);

/** What is put together for whoever asks, of what was there. */
function sendPieces(
  response: ServerResponse,
  answer: ReadyAnswer,
  pieces: readonly Buffer[],
): void {
  const { socket } = response;
  if (!isOrdinary(response, answer.status) || !socket) {
    response.writeHead(answer.status, answer.headers);
    for (const piece of pieces) response.write(piece);
    response.end();
    return;
  }
  writeApart(response, socket, makeHead(answer, Date.now()), pieces);
}

/** In one go, but nothing of it is copied. */
function writeApart(
  response: ServerResponse,
  socket: Socket,
  head: string,
  pieces: readonly Buffer[],
): void {
  socket.cork();
  socket.write(`${head}\r\n`, 'latin1');
  for (const piece of pieces.slice(0, -1)) socket.write(piece);
  socket.write(pieces.at(-1) ?? NOTHING, finishing(response));
  socket.uncork();
}

const NOTHING = Buffer.alloc(0);

/** All but the empty line after it: what is one person's may follow. */
function makeHead(answer: ReadyAnswer, now: number): string {
  return [
    statusLine(answer.status),
    ...linesOf(answer.headers),
    `Date: ${new Date(now).toUTCString()}`,
    'Connection: keep-alive',
    `Keep-Alive: timeout=${CONNECTION_LIMITS.keepAliveMs / 1000}`,
    '',
  ].join('\r\n');
}

const headOf = onceASecond(makeHead);

const bytesOf = onceASecond((answer, now) =>
  Buffer.concat([Buffer.from(`${makeHead(answer, now)}\r\n`, 'latin1'), answer.body ?? NOTHING]),
);

/** Within a second the same, for everybody. */
function onceASecond<T>(make: (answer: ReadyAnswer, now: number) => T): (answer: ReadyAnswer) => T {
  const made = new WeakMap<ReadyAnswer, { readonly second: number; readonly value: T }>();
  return (answer) => {
    const now = Date.now();
    const second = Math.floor(now / 1000);
    const known = made.get(answer);
    if (known?.second === second) return known.value;
    const value = make(answer, now);
    made.set(answer, { second, value });
    return value;
  };
}

function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
}

function linesOf(headers: Headers): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
