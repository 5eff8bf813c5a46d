import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressBlock } from '../app/platform/rate-limit.ts';
import { CONNECTION_LIMITS, Holdings, type ConnectionLimits } from './connection-limits.ts';
import { tooLongHeader } from './header-limits.ts';
import { whenAnswered } from './when-answered.ts';

export interface HttpServerOptions {
  readonly isProxy: (address: string) => boolean;
  readonly limits?: ConnectionLimits;
}

export const LIVE_PATH = '/live';

/**
 * The HTTP server with its limits: clients that send or read slowly, stay silent or open too many
 * connections lose them, without affecting others.
 */
export function createHttpServer({
  isProxy,
  limits = CONNECTION_LIMITS,
}: HttpServerOptions): Server {
  const http = createServer({
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    // All other upgrades may be ignored (RFC 9110, 7.8), for example to h2c.
    shouldUpgradeCallback: isLiveUpgrade,
  });
  http.maxConnections = limits.connections;
  http.setTimeout(limits.idleMs);

  const held = new Holdings();
  http.on('connection', (socket: Socket) => {
    // For the whole life of the socket: after an upgrade Node removes its listener, and a reset
    // would end the process.
    socket.on('error', () => socket.destroy());
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const release = held.takeOfBlock(addressBlock(address), limits.connectionsPerBlock);
    if (release) {
      socket.once('close', release);
      return;
    }
    socket.end(TOO_MANY);
    // A client that does not read the refusal cannot keep the connection open.
    socket.destroySoon();
  });

  // Before version 24.9, Node does not call `shouldUpgradeCallback` and emits every upgrade.
  http.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (!isLiveUpgrade(request)) socket.destroy();
  });

  http.on('request', (request, response) => {
    const { socket } = request;
    let written = socket.bytesWritten;
    // A file of several GiB takes longer. Its download goes on as long as the client keeps reading.
    const timer = setInterval(() => {
      const isMoving = socket.bytesWritten - written >= limits.responseBytes;
      written = socket.bytesWritten;
      if (!isMoving) socket.destroy();
    }, limits.responseMs);
    whenAnswered(response, () => clearInterval(timer));
  });
  return http;
}

/**
 * Returns true for the upgrade to a live connection. All other requests are handled as if they had
 * no Upgrade header.
 */
function isLiveUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    (url === `${LIVE_PATH}/` || url.startsWith(`${LIVE_PATH}/?`)) &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    // A body would arrive before the first frame, or never.
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    tooLongHeader(headers) === undefined
  );
}

/**
 * Limits the pipelined requests of a connection. The first excess request is refused and ends the
 * connection; a client that sends even more is cut off.
 */
export function withinLimits(
  listener: RequestListener,
  { unansweredRequests }: Pick<ConnectionLimits, 'unansweredRequests'> = CONNECTION_LIMITS,
): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    whenAnswered(response, () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count > 2 * unansweredRequests) socket.destroy();
    else if (count > unansweredRequests) refusePipelined(socket, response);
    // Socket.IO answers requests to its own path.
    else if (!response.headersSent) listener(request, response);
  };
}

/**
 * Later requests are not read: `Connection: close` tells the client that they were not answered.
 */
function refusePipelined(socket: Socket, response: ServerResponse): void {
  socket.pause();
  response.writeHead(429, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(TOO_MANY_REQUESTS),
    'Retry-After': 1,
    Connection: 'close',
  });
  response.end(TOO_MANY_REQUESTS);
}

const TOO_MANY_REQUESTS =
  'Too many requests at once on this connection. Wait for answers before sending more.';

const TEXT = 'Too many connections from your network. Close some and try again.';

const TOO_MANY = [
  'HTTP/1.1 429 Too Many Requests',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(TEXT)}`,
  'Retry-After: 30',
  'Connection: close',
  '',
  TEXT,
].join('\r\n');
