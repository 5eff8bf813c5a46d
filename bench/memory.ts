import type { Socket } from 'socket.io-client';
import { connect } from './delivery.ts';
import { addressOf, Installation, type BenchVisitor, type RunningProgram } from './installation.ts';
import { rounded, type Benchmark, type BenchmarkOptions, type Table } from './table.ts';

/** What a visitor costs who has the chat open and says nothing, beside bare Socket.IO. */
export const memory: Benchmark = { name: 'memory', run: compareMemory };

const AT_ONCE = 100;

async function compareMemory({ isQuick }: BenchmarkOptions): Promise<Table[]> {
  const count = isQuick ? 500 : 10_000;
  const installation = await Installation.create('embedded', undefined);
  try {
    const visitors = await installation.addVisitors(count);
    const floor = await measure(await installation.serveFloor('socket.ts'), visitors);
    const product = await measure(await installation.serve(), visitors);
    const row = (title: string, { base, perSocket, seconds }: Figures) => [
      title,
      rounded(base.rss / 2 ** 20),
      rounded(perSocket.rss / 1024, 1),
      rounded(perSocket.heap / 1024, 1),
      rounded(seconds, 1),
    ];
    const ratio = (key: keyof Memory) => rounded(product.perSocket[key] / floor.perSocket[key], 2);
    return [
      {
        title: `Memory of ${rounded(count)} idle sockets`,
        columns: ['', 'without any, MB', 'RSS each, KB', 'heap each, KB', 'all connected in, s'],
        rows: [
          row('Bare Socket.IO', floor),
          row('Embarka: each one authenticated', product),
          ['ratio', '', ratio('rss'), ratio('heap'), rounded(product.seconds / floor.seconds, 2)],
        ],
        note: `After a garbage collection. ${AT_ONCE} connect at a time. The memory without any includes the embedded database.`,
      },
    ];
  } finally {
    await installation.remove();
  }
}

interface Memory {
  readonly rss: number;
  readonly heap: number;
}

interface Figures {
  readonly base: Memory;
  readonly perSocket: Memory;
  readonly seconds: number;
}

async function measure(
  server: RunningProgram,
  visitors: readonly BenchVisitor[],
): Promise<Figures> {
  const sockets: Socket[] = [];
  try {
    // What the first connections load is not theirs alone.
    await connectAll(server, visitors.slice(0, AT_ONCE), sockets);
    const base = await server.memory();
    const started = performance.now();
    await connectAll(server, visitors.slice(AT_ONCE), sockets);
    const seconds = (performance.now() - started) / 1000;
    const full = await server.memory();
    const more = visitors.length - AT_ONCE;
    const perSocket = {
      rss: (full.rss - base.rss) / more,
      heap: (full.heap - base.heap) / more,
    };
    return { base, perSocket, seconds };
  } finally {
    for (const socket of sockets) socket.disconnect();
    await server.stop();
  }
}

async function connectAll(
  { origin }: RunningProgram,
  visitors: readonly BenchVisitor[],
  sockets: Socket[],
): Promise<void> {
  for (let from = 0; from < visitors.length; from += AT_ONCE) {
    const some = visitors
      .slice(from, from + AT_ONCE)
      .map(({ conversationId, cookie }, index) =>
        connect(
          origin,
          { as: 'visitor', conversationId },
          cookie,
          addressOf(sockets.length + index),
        ),
      );
    sockets.push(...(await Promise.all(some)));
  }
}
