import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressBlock } from '../app/platform/rate-limit.ts';
import { CONNECTION_LIMITS, Holdings, type ConnectionLimits } from './connection-limits.ts';

export interface HttpServerOptions {
  /** Whether this peer speaks for many clients, so that counting its connections counts nobody. */
  readonly isProxy: (address: string) => boolean;
  readonly limits?: ConnectionLimits;
}

/**
 * The HTTP server with its limits: who sends slowly, reads slowly, says nothing or opens
 * connections without end loses them, and nobody else notices.
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
  });
  http.maxConnections = limits.connections;
  http.setTimeout(limits.idleMs);

  const held = new Holdings();
  http.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const release = held.takeOfBlock(addressBlock(address), limits.connectionsPerBlock);
    if (release) {
      socket.once('close', release);
      return;
    }
    socket.end(TOO_MANY);
    // Whoever does not read the refusal does not keep the connection either.
    socket.destroySoon();
  });

  http.on('request', (request, response) => {
    const timer = setTimeout(() => request.socket.destroy(), limits.responseMs);
    response.once('close', () => clearTimeout(timer));
  });
  return http;
}

/** Hands on what Socket.IO has not answered already: it answers what comes to its own path. */
export function unlessAnswered(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (!response.headersSent) listener(request, response);
  };
}

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
