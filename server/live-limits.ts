import type { IncomingMessage } from 'node:http';
import type { Server as Engine, Socket as Connection } from 'engine.io';
import { addressBlock, networksOf } from '../app/platform/rate-limit.ts';
import { isLoopback, type ReadClientAddress } from './client-address.ts';
import { Holdings, type ConnectionLimits, Budget } from './connection-limits.ts';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';

/** Sent to a client with too many sockets; the text arrives in `connect_error`. */
export const TOO_MANY_SOCKETS = 'Too many live connections. Close some tabs and try again.';

/**
 * Counts handshakes by address block before anything is read, so that unfinished ones count too.
 * Returns the refusal, or undefined.
 */
export function createHandshakeLimit(
  readClientAddress: ReadClientAddress,
  {
    socketsPerBlock,
    handshakesPerSecond,
  }: Pick<ConnectionLimits, 'socketsPerBlock' | 'handshakesPerSecond'>,
): (request: IncomingMessage) => string | undefined {
  const held = new Holdings();
  const begun = new SharedThrottle(handshakesPerSecond);
  return (request) => {
    const forwarded = request.headers['x-forwarded-for'];
    const address = readClientAddress(
      request.socket.remoteAddress ?? '',
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    );
    if (isLoopback(address)) return undefined;
    const block = addressBlock(address);
    // The widest network of one customer.
    if (!begun.take(networksOf(block).at(-1) ?? block)) return TOO_MANY_SOCKETS;
    const release = held.takeOfBlock(block, socketsPerBlock);
    if (!release) return TOO_MANY_SOCKETS;
    request.socket.once('close', release);
    return undefined;
  };
}

/**
 * Closes connections of clients that do not read, whose data would pile up in memory, and of
 * clients that do not close when told to. Nothing is lost, because events are hints.
 */
export function closeStuckConnections(
  engine: Engine,
  { goodbyeMs, unreadBytes }: Pick<ConnectionLimits, 'goodbyeMs' | 'unreadBytes'>,
): void {
  engine.on('connection', (connection: Connection) => {
    const line = connection.request.socket;
    let waiting = 0;
    connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
      // A writable transport has sent everything.
      if (connection.transport.writable) waiting = 0;
      waiting += data?.length ?? 0;
      // Pongs wait in the socket only. A clean close would wait behind all other data, so the
      // socket is destroyed.
      if (waiting + line.writableLength > unreadBytes) line.destroy();
    });
    connection.once('close', () => {
      const timer = setTimeout(() => line.destroy(), goodbyeMs);
      line.once('close', () => clearTimeout(timer));
    });
  });
}

/**
 * Closes a connection that sends a second handshake: each costs queries, and the limits count
 * connections only. Our client opens a new connection instead.
 */
export function closeRepeatedHellos(engine: Engine): void {
  engine.on('connection', (connection: Connection) => {
    let hellos = 0;
    connection.on('packet', ({ type, data }: { type: string; data?: unknown }) => {
      const isHello = type === 'message' && typeof data === 'string' && data.startsWith('0');
      if (isHello && ++hellos > 1) connection.close(true);
    });
  });
}

export class SharedThrottle {
  readonly #perSecond: number;
  readonly #perSecondOfAll: number;
  readonly #counts = new Map<string, number>();
  #ofAll = 0;
  #second = 0;

  constructor(perSecond: number, perSecondOfAll = Infinity) {
    this.#perSecond = perSecond;
    this.#perSecondOfAll = perSecondOfAll;
  }

  take(who: string): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#ofAll = 0;
      this.#counts.clear();
    }
    const count = (this.#counts.get(who) ?? 0) + 1;
    this.#counts.set(who, count);
    if (count > this.#perSecond) return false;
    this.#ofAll += 1;
    return this.#ofAll <= this.#perSecondOfAll;
  }
}

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

type LiveLimits = Pick<
  ConnectionLimits,
  'livePacketsPerSecond' | 'liveBytesPerSecond' | 'liveBurstSeconds'
>;

/** Our client sends each message in one frame. The types of `ws` lack this option. */
const FRAMES_OF_MESSAGE = { maxFragments: 16 };

/**
 * A WebSocket server for Socket.IO (`wsEngine`) that closes a connection above its budget, from the
 * first byte after the upgrade. Engine.IO only limits the size of a message, and `ws` answers every
 * ping.
 */
export function limitedWebSocketServer(limits: LiveLimits) {
  return class extends WebSocketServer {
    constructor(options: ServerOptions) {
      // A chunk of 64 KB holds ten thousand pings; handling them synchronously would block the
      // event loop.
      super({ ...options, ...FRAMES_OF_MESSAGE, allowSynchronousEvents: false });
    }

    override handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      accept: (client: WebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, socket, head, (client, upgraded) => {
        closeBeyondBudget(client, socket, limits);
        accept(client, upgraded);
      });
    }
  };
}

function closeBeyondBudget(
  client: WebSocket,
  socket: Duplex,
  { livePacketsPerSecond, liveBytesPerSecond, liveBurstSeconds }: LiveLimits,
): void {
  const packets = new Budget(livePacketsPerSecond, liveBurstSeconds);
  const bytes = new Budget(liveBytesPerSecond, liveBurstSeconds);
  const spend = (budget: Budget, amount: number) => {
    if (!budget.spend(amount)) client.terminate();
  };
  // Only this event shows frames that complete no message.
  socket.on('data', (chunk: Buffer) => spend(bytes, chunk.byteLength));
  for (const packet of ['message', 'ping', 'pong'] as const) {
    client.on(packet, () => spend(packets, 1));
  }
}
