import { STATUS_CODES, type ServerResponse } from 'node:http';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import type { ReadyAnswer } from './answer-forms.ts';

/** Above it, copying the bytes costs more than writing them apart from their headers. */
const MAX_ASSEMBLED_BYTES = 64 * 1024;

/** What goes over the line, which is the same for everybody within a second. */
interface Assembled {
  readonly second: number;
  readonly bytes: Buffer;
}

type Headers = Readonly<Record<string, string>>;

const assembled = new WeakMap<ReadyAnswer, Assembled>();

/**
 * Sends what lies in memory, ahead of everything else: most requests of a shop end here. Putting
 * fifteen headers together, and writing them apart from the page, costs Node more than all the rest
 * of the request. So a page goes over the line as one piece that is made once a second, for its
 * Date. Everything out of the ordinary is left to Node: HEAD, a connection that ends with this
 * answer, an earlier answer of the same connection that is still under way. `own` are headers for whoever
 * asks alone: they are put before the rest, which stays the same for everybody.
 */
export function sendReadyAnswer(
  response: ServerResponse,
  answer: ReadyAnswer,
  own?: Headers,
): void {
  const { socket, req, shouldKeepAlive } = response;
  const { status, headers, body, pieces } = answer;
  const isOrdinary = ORDINARY.has(status) && req.method === 'GET' && shouldKeepAlive;
  if (pieces) {
    const whole = own ? { ...answer, headers: { ...headers, ...own } } : answer;
    sendPieces(response, whole, pieces, isOrdinary);
    return;
  }
  if (!isOrdinary || !socket || !body || body.byteLength > MAX_ASSEMBLED_BYTES) {
    response.writeHead(status, own ? { ...headers, ...own } : headers);
    response.end(body);
    return;
  }
  const bytes = assemble(answer, body);
  socket.write(own ? putIn(bytes, statusLine(status), own) : bytes, (error) => {
    // What Node does with the connection after an answer hangs on this event; after an error it
    // does it by itself.
    if (!error) response.emit('finish');
  });
}

/** Those that have a body, if only an empty one, and the whole of it. */
const ORDINARY: ReadonlySet<number> = new Set([200, 301, 404]);

/** What is put together for whoever asks, of what was there: nothing of it is copied. */
function sendPieces(
  response: ServerResponse,
  answer: ReadyAnswer,
  pieces: readonly Buffer[],
  isOrdinary: boolean,
): void {
  const { socket } = response;
  if (!isOrdinary || !socket) {
    response.writeHead(answer.status, answer.headers);
    for (const piece of pieces) response.write(piece);
    response.end();
    return;
  }
  socket.cork();
  socket.write(headOf(answer, Date.now()), 'latin1');
  for (const piece of pieces.slice(0, -1)) socket.write(piece);
  socket.write(pieces.at(-1) ?? NOTHING, (error) => {
    if (!error) response.emit('finish');
  });
  socket.uncork();
}

const NOTHING = Buffer.alloc(0);

function assemble(answer: ReadyAnswer, body: Buffer): Buffer {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  const known = assembled.get(answer);
  if (known?.second === second) return known.bytes;
  const bytes = Buffer.concat([Buffer.from(headOf(answer, now), 'latin1'), body]);
  assembled.set(answer, { second, bytes });
  return bytes;
}

function headOf(answer: ReadyAnswer, now: number): string {
  return [
    statusLine(answer.status),
    ...linesOf(answer.headers),
    `Date: ${new Date(now).toUTCString()}`,
    'Connection: keep-alive',
    `Keep-Alive: timeout=${CONNECTION_LIMITS.keepAliveMs / 1000}`,
    '\r\n',
  ].join('\r\n');
}

/** The bytes with these headers in front of the others. */
function putIn(bytes: Buffer, firstLine: string, own: Headers): Buffer {
  const head = [firstLine, ...linesOf(own)].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(firstLine.length)]);
}

function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
}

function linesOf(headers: Headers): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
