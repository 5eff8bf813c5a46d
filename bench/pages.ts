import {
  Installation,
  type RunningProgram,
  RunningProgram as Program,
  freePort,
} from './installation.ts';
import { readOverAndOver } from './reading-lines.ts';
import { median, rounded, type Benchmark, type BenchmarkOptions, type Table } from './table.ts';

const PATHS = [
  ['Home', '/'],
  ['Overview', '/services'],
  ['A service', '/services/graphics/book-design'],
] as const;

const CONNECTIONS = 32;

export const pages: Benchmark = { name: 'pages', run: comparePages };

async function comparePages({ isQuick }: BenchmarkOptions): Promise<Table[]> {
  const rounds = isQuick ? 2 : 5;
  const seconds = isQuick ? 2 : 4;
  const installation = await Installation.create('embedded', undefined);
  const product = await installation.serve();
  const hello = await Program.start(['bench/floor/hello.ts'], await freePort(), {});
  try {
    const first = await Promise.all(PATHS.map(async ([, path]) => firstRender(product, path)));
    // The rounds alternate, so that noise on the machine affects both.
    const floor: Load[] = [];
    const sameSize: Load[] = [];
    const saved: Load[][] = PATHS.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      floor.push(await load(hello, '/', seconds));
      sameSize.push(await load(hello, `/${first[0]!.bytes}`, seconds));
      for (const [index, [, path]] of PATHS.entries()) {
        saved[index]!.push(await load(product, path, seconds));
      }
    }
    const cpuOf = (loads: readonly Load[]) => median(loads.map(({ cpuUs }) => cpuUs));
    const figuresOf = (loads: readonly Load[]) => [
      rounded(median(loads.map(({ perSecond }) => perSecond))),
      rounded(cpuOf(loads), 1),
      rounded(cpuOf(floor) / cpuOf(loads), 2),
    ];
    const rows = PATHS.map(([title], index) => {
      const { ms, bytes } = first[index]!;
      return [title, ...figuresOf(saved[index]!), rounded(bytes), rounded(ms, 1)];
    });
    return [
      {
        title: 'Pages',
        columns: [
          'page',
          'requests/s',
          'server CPU, µs',
          'capacity of hello',
          'bytes (br)',
          'first render, ms',
        ],
        rows: [
          ['Bare node:http hello', ...figuresOf(floor), 5, '–'],
          [
            'The same with as many bytes as the home page',
            ...figuresOf(sameSize),
            first[0]!.bytes,
            '–',
          ],
          ...rows,
        ],
        note: `${CONNECTIONS} connections, ${rounds} alternating rounds of ${seconds} s each, medians. Requests a second are limited by the load generator on the same machine; capacity compares the processor time that the server spent on a request.`,
      },
    ];
  } finally {
    await product.stop();
    await hello.stop();
    await installation.remove();
  }
}

async function firstRender(product: RunningProgram, path: string) {
  const started = performance.now();
  const answer = await fetch(product.origin + path, { headers: { 'Accept-Encoding': 'br' } });
  await answer.arrayBuffer();
  const ms = performance.now() - started;
  const again = await fetch(product.origin + path, { headers: { 'Accept-Encoding': 'br' } });
  return { ms, bytes: Number(again.headers.get('Content-Length')) };
}

interface Load {
  readonly perSecond: number;
  /** CPU time of the server per request, in microseconds. */
  readonly cpuUs: number;
}

async function load(server: RunningProgram, path: string, seconds: number): Promise<Load> {
  const before = server.cpuMs();
  const requests = await readOverAndOver(new URL(path, server.origin), {
    connections: CONNECTIONS,
    seconds,
  });
  return {
    perSecond: requests / seconds,
    cpuUs: ((server.cpuMs() - before) * 1000) / requests,
  };
}
