import type { Socket } from 'socket.io-client';
import { connect } from './delivery.ts';
import { addressOf, Installation, type BenchVisitor, type RunningProgram } from './installation.ts';
import { median, rounded, type Benchmark, type BenchmarkOptions, type Table } from './table.ts';

/** The memory of a visitor with an open but silent chat, compared with bare Socket.IO. */
export const memory: Benchmark = { name: 'memory', run: compareMemory };

const AT_ONCE = 100;

async function compareMemory({ isQuick }: BenchmarkOptions): Promise<Table[]> {
  const count = isQuick ? 500 : 10_000;
  const rounds = isQuick ? 1 : 3;
  const installation = await Installation.create('embedded', undefined);
  try {
    const visitors = await installation.addVisitors(count);
    const floors: Figures[] = [];
    const products: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await measure(await installation.serveFloor('socket.ts'), visitors));
      products.push(await measure(await installation.serve(), visitors));
    }
    const of = (figures: Figures[], key: keyof Figures) => median(figures.map((f) => f[key]));
    const row = (title: string, figures: Figures[]) => [
      title,
      rounded(of(figures, 'base') / 2 ** 20),
      rounded(of(figures, 'heap') / 1024, 1),
      rounded(of(figures, 'firstHalf') / 1024, 1),
      rounded(of(figures, 'secondHalf') / 1024, 1),
      rounded(of(figures, 'seconds'), 1),
    ];
    const ratio = (key: keyof Figures) => rounded(of(products, key) / of(floors, key), 2);
    return [
      {
        title: `Memory of ${rounded(count)} idle sockets`,
        columns: [
          '',
          'without sockets, MB',
          'heap each, KB',
          'RSS each of the first half, KB',
          'RSS each of the second half, KB',
          'all connected in, s',
        ],
        rows: [
          row('Bare Socket.IO', floors),
          row('Embarka: each one authenticated', products),
          ['ratio', '', ratio('heap'), ratio('firstHalf'), ratio('secondHalf'), ratio('seconds')],
        ],
        note: `After a garbage collection; medians of ${rounds}. ${AT_ONCE} connect at a time. The memory without sockets includes the embedded database. The first half includes growth that happens only once: the young generation, which the floor has filled at its start.`,
      },
    ];
  } finally {
    await installation.remove();
  }
}

/** In bytes, except the seconds. */
interface Figures {
  readonly base: number;
  readonly heap: number;
  readonly firstHalf: number;
  readonly secondHalf: number;
  readonly seconds: number;
}

async function measure(
  server: RunningProgram,
  visitors: readonly BenchVisitor[],
): Promise<Figures> {
  const sockets: Socket[] = [];
  let seconds = 0;
  const connectUntil = async (count: number) => {
    const started = performance.now();
    await connectAll(server, visitors.slice(sockets.length, count), sockets);
    seconds += (performance.now() - started) / 1000;
    return server.memory();
  };
  try {
    // The first connections load code that all later ones share.
    const base = await connectUntil(AT_ONCE);
    seconds = 0;
    const middle = visitors.length / 2;
    const half = await connectUntil(middle);
    const full = await connectUntil(visitors.length);
    return {
      base: base.rss,
      heap: (full.heap - base.heap) / (visitors.length - AT_ONCE),
      firstHalf: (half.rss - base.rss) / (middle - AT_ONCE),
      secondHalf: (full.rss - half.rss) / (visitors.length - middle),
      seconds,
    };
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
