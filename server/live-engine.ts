import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import { Budget, type ConnectionLimits } from './connection-limits.ts';

export type LiveLimits = Pick<
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
