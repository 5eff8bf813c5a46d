import type { IncomingMessage } from 'node:http';
import type { Server as Engine, Socket as Connection } from 'engine.io';
import { addressBlock } from '../app/platform/rate-limit.ts';
import { isLoopback, type ReadClientAddress } from './client-address.ts';
import { Holdings, type ConnectionLimits } from './connection-limits.ts';

/** Said to a client that holds too many sockets; the words reach `connect_error`. */
export const TOO_MANY_SOCKETS = 'Too many live connections. Close some tabs and try again.';

/**
 * Counts handshakes by address block before anything is read from them, so that those begun and
 * never finished count too. Returns the refusal, or nothing when the socket may go on.
 */
export function createHandshakeLimit(
  readClientAddress: ReadClientAddress,
  limit: number,
): (request: IncomingMessage) => string | undefined {
  const held = new Holdings();
  return (request) => {
    const forwarded = request.headers['x-forwarded-for'];
    const address = readClientAddress(
      request.socket.remoteAddress ?? '',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    );
    if (isLoopback(address)) return undefined;
    const release = held.takeOfBlock(addressBlock(address), limit);
    if (!release) return TOO_MANY_SOCKETS;
    request.socket.once('close', release);
    return undefined;
  };
}

/**
 * Closes the connection of a client that does not read, because what is written to it would wait
 * in our memory, and of one that does not go when it is told to. Nothing is lost: events are hints.
 */
export function closeStuckConnections(
  engine: Engine,
  { goodbyeMs, unreadBytes }: Pick<ConnectionLimits, 'goodbyeMs' | 'unreadBytes'>,
): void {
  engine.on('connection', (connection: Connection) => {
    const line = connection.request.socket;
    let waiting = 0;
    connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
      // While it can be written to, nothing waits here.
      if (connection.transport.writable) waiting = 0;
      waiting += data?.length ?? 0;
      // A polite goodbye would wait behind all the rest.
      if (waiting > unreadBytes) line.destroy();
    });
    connection.once('close', () => {
      const timer = setTimeout(() => line.destroy(), goodbyeMs);
      line.once('close', () => clearTimeout(timer));
    });
  });
}

/** Says whether something may happen once more within this second. */
export function createThrottle(perSecond: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) {
      second = now;
      count = 0;
    }
    count += 1;
    return count <= perSecond;
  };
}
