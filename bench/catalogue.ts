import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { readFirstCatalogue } from '../app/catalogue/server/first-catalogue.server.ts';
import { seedCatalogue } from '../app/catalogue/server/seed-catalogue.server.ts';
import { serviceAddresses, services } from '../app/catalogue/server/tables.server.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import { askOverAndOver, type Ask } from './asking-lines.ts';
import { Installation, type RunningProgram } from './installation.ts';
import { percentile, rounded, type Benchmark, type BenchmarkOptions } from './table.ts';

/** The same pages of a shop with 125 services and of one with ten thousand, in the same run. */
export const catalogue: Benchmark = { name: 'catalogue', run: compareShops };

const SMALL = 125;
const LARGE = 10_000;
/**
 * The small shop runs twice, to show the noise between two processes with the same data. The large
 * one starts between them, so that effects of the starting order cancel out in the mean.
 */
const SHOPS = [SMALL, LARGE, SMALL];
const CONNECTIONS = 8;
const CHUNK = 500;
const SETTLE_MS = 400;
const SETTLE_TRIES = 20;

const FIRST = readFirstCatalogue();
const PATHS = FIRST.services.map(({ section, slug }) => encodeURI(`/services/${section}/${slug}`));
const at =
  (path: string): Ask =>
  () => ({ path });

/** `n` makes an address unique, so that uncached pages are rendered or searched each time. */
const ADDRESSES: readonly (readonly [title: string, ask: Ask])[] = [
  ['home', at('/')],
  ['overview', at('/services')],
  ['section', at('/services/graphics')],
  ['section, its last page', at('/services/graphics?page=9999')],
  [
    'section, ever new filter: all its cards, at most 24',
    (n) => ({ path: `/services/graphics?max=${100 + (n % 900_000)}` }),
  ],
  [
    'section, ever new filter: the same card',
    (n) => ({ path: `/services/graphics?min=${(4000 + (n % 70_000) / 100).toFixed(2)}&max=4750` }),
  ],
  [
    'section, ever new filter and by name: the same card',
    (n) => ({
      path: `/services/graphics?min=${(4000 + (n % 70_000) / 100).toFixed(2)}&max=4750&sort=name`,
    }),
  ],
  ['service', at(PATHS[0] ?? '/')],
  ['every service', (n) => ({ path: PATHS[n % PATHS.length] ?? '/' })],
  ['search, something found', at('/services?q=logo')],
  ['search, ever new text', (n) => ({ path: `/services?q=logo%20${n}` })],
  [
    'search, ever new text under a price',
    (n) => ({ path: `/services?q=under%20${50 + (n % 900_000)}` }),
  ],
  ['search, ever new text and price', (n) => ({ path: `/services?q=logo%20under%20${50 + n}` })],
  ['search, ever new text that finds nothing', (n) => ({ path: `/services?q=zzqx%20${n}` })],
  ['search, mistyped', (n) => ({ path: `/services?q=desing%20${n}` })],
  ['search, everyday words', at('/services?q=website%20for%20my%20restaurant')],
  [
    'search, everyday words, ever new text',
    (n) => ({ path: `/services?q=website%20for%20my%20restaurant%20${n}` }),
  ],
  ['/search-index', at('/search-index')],
  ['/search', at('/search?q=book')],
  ['/sitemap.xml', at('/sitemap.xml')],
  ['API: services', at('/api/v1/services')],
  ['API: services, filtered', at('/api/v1/services?section=graphics&maxPrice=50000')],
];

async function compareShops({ isQuick }: BenchmarkOptions) {
  const rounds = isQuick ? 2 : 6;
  // The first fraction of a second includes garbage of earlier responses.
  const seconds = isQuick ? 0.5 : 2.5;
  const shops = [];
  for (const count of SHOPS) {
    const installation = await Installation.create('embedded', undefined);
    const database = await installation.open();
    await seedCatalogue(database.db);
    await addServices(database.db, count - SMALL);
    await database.close();
    shops.push({ installation, product: await installation.serve() });
  }
  const costs = shops.map(() => ADDRESSES.map(() => [] as number[]));
  const last = shops.map(() => ADDRESSES.map(() => ({ status: 0, bytes: 0 })));
  try {
    for (const { product } of shops) {
      for (const path of PATHS) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await (await fetch(product.origin + path)).arrayBuffer();
      }
    }
    // One address after the other, because the garbage of one would count for the next.
    for (const [index, [, ask]] of ADDRESSES.entries()) {
      // The first round warms up caches and code and does not count.
      for (let round = 0; round <= rounds; round += 1) {
        for (const turn of shops.keys()) {
          // The order rotates, because the previous shop's load affects the machine.
          const shop = (turn + round) % shops.length;
          const { product } = shops[shop]!;
          const before = product.cpuMs();
          const run = { connections: CONNECTIONS, seconds };
          const asked = await askOverAndOver(product.origin, ask, run);
          const cost = ((product.cpuMs() - before) * 1000) / Math.max(1, asked.answers);
          if (round > 0) costs[shop]![index]!.push(cost);
          // Popular pages are recompressed when the process is idle.
          else await settle(product);
          last[shop]![index] = asked;
        }
      }
    }
  } finally {
    for (const { installation, product } of shops) {
      await product.stop();
      await installation.remove();
    }
  }
  return [
    {
      title: 'A shop of 10,000 services beside one of 125',
      columns: [
        'address',
        'status',
        'bytes, 125',
        'bytes, 10,000',
        'CPU µs, 125',
        'another 125',
        'CPU µs, 10,000',
        'another 125 : 125',
        '10,000 : the mean of both',
      ],
      rows: ADDRESSES.map(([title], index) => {
        // The lower quartile, because other load on the machine only increases the cost.
        const [small, large, another] = costs.map((ofShop) => percentile(ofShop[index]!, 0.25));
        return [
          title,
          String(last[1]![index]!.status),
          rounded(last[0]![index]!.bytes),
          rounded(last[1]![index]!.bytes),
          rounded(small!, 1),
          rounded(another!, 1),
          rounded(large!, 1),
          rounded(another! / small!, 2),
          rounded((2 * large!) / (small! + another!), 2),
        ];
      }),
      note: `${CONNECTIONS} connections, ${rounds} alternating rounds of ${seconds} s each, lower quartiles; the processor time of all of the server’s threads.`,
    },
  ];
}

async function settle(product: RunningProgram): Promise<void> {
  for (let tries = 0; tries < SETTLE_TRIES; tries += 1) {
    const before = product.cpuMs();
    await setTimeout(SETTLE_MS);
    if (product.cpuMs() - before < SETTLE_MS / 20) return;
  }
}

/** Adds copies of the first services with unique addresses, spread over the groups. */
async function addServices(db: Database, count: number): Promise<void> {
  const made = Array.from({ length: count }, (_, index) => {
    const like = FIRST.services[index % FIRST.services.length]!;
    const number = Math.floor(index / FIRST.services.length) + 2;
    return {
      ...like,
      id: randomUUID(),
      title: `${like.title.slice(0, 70)} ${number}`,
      slug: `${like.slug}-${number}`,
      place: like.place + number * 1_000_000,
      amount: like.amount + number,
      popular: null,
    };
  });
  for (let from = 0; from < made.length; from += CHUNK) {
    const chunk = made.slice(from, from + CHUNK);
    await db
      .insert(serviceAddresses)
      .values(chunk.map(({ id, section, slug }) => ({ section, slug, serviceId: id })));
    await db.insert(services).values(chunk);
  }
}
