import { sql } from 'drizzle-orm';
import { askOverAndOver, type Ask } from './asking-lines.ts';
import { freePort, Installation, RunningProgram } from './installation.ts';
import { median, rounded, type Benchmark, type BenchmarkOptions } from './table.ts';

export const addresses: Benchmark = { name: 'addresses', run: compareAddresses };

const SERVICE = '/services/graphics/book-design';
const WORDS = ['logo', 'book', 'video', 'editing', 'web', 'social', 'design', 'seo', 'podcast'];

const at =
  (path: string): Ask =>
  () => ({ path });

/** `n` makes an address unique: unknown parameters, missing pages, typed searches. */
const ADDRESSES: readonly (readonly [title: string, ask: Ask])[] = [
  ['home', at('/')],
  ['home, unknown names', (n) => ({ path: `/?utm_source=x&fbclid=${n}` })],
  ['overview', at('/services')],
  ['overview, fbclid', (n) => ({ path: `/services?fbclid=${n}` })],
  ['section', at('/services/graphics')],
  ['section, sort', at('/services/graphics?sort=price')],
  ['section, area', at('/services/graphics?area=print-design')],
  ['section, min', at('/services/graphics?min=100')],
  ['section, max', at('/services/graphics?max=900')],
  ['section, rating', at('/services/graphics?rating=4')],
  ['section, all, any order', (n) => ({ path: mixed(n) })],
  ['service, gclid', (n) => ({ path: `${SERVICE}?gclid=${n}` })],
  ['reviews, page', at(`${SERVICE}?page=2`)],
  ['reviews, sort', at(`${SERVICE}?sort=highest`)],
  ['reviews, stars', at(`${SERVICE}?stars=5`)],
  ['moderation log, page', at('/moderation-log?page=2')],
  ['404', (n) => ({ path: `/nothing-${n}` })],
  ['404, a section', (n) => ({ path: `/services/nothing-${n}` })],
  ['404, a service', (n) => ({ path: `/services/graphics/nothing-${n}` })],
  ['404, a file', (n) => ({ path: `/nothing-${n}.php` })],
  ['other spelling: case', at('/Services')],
  ['other spelling: slash', at('/services/')],
  ['other spelling: encoding', at('/services/graphics/packaging-%26-label-design')],
  ['other spelling: former path', at('/services/writing/portfolio')],
  ['home.data', at('/_.data?_routes=routes%2Fpublic%2Fhome')],
  ['overview.data', at('/services.data')],
  ['overview.data, _routes', at('/services.data?_routes=routes%2Fpublic%2Fservices')],
  ['section.data, sort', at('/services/graphics.data?sort=price')],
  ['service.data, page', at(`${SERVICE}.data?page=2&_routes=routes%2Fpublic%2Fservice`)],
  ['404.data', (n) => ({ path: `/nothing-${n}.data` })],
  ['/chat/availability', at('/chat/availability')],
  ['/captcha', at('/captcha')],
  ['/search-index', at('/search-index')],
  ['/service-cards', at('/service-cards')],
  ['/sitemap.xml', at('/sitemap.xml')],
  ['/robots.txt', at('/robots.txt')],
  ['/manifest', at('/manifest')],
  ['/api', at('/api')],
  ['/api/openapi.json', at('/api/openapi.json')],
  ['API: services', at('/api/v1/services')],
  ['API: services, filtered', at('/api/v1/services?section=graphics&maxPrice=50000')],
  ['API: a service', at(`/api/v1${SERVICE}`)],
  ['API: reviews', at(`/api/v1${SERVICE}/reviews`)],
  ['/login', at('/login')],
  ['search, nothing found', (n) => ({ path: `/services?q=nothing-${n}` })],
  ['search, something found', (n) => ({ path: `/services?q=${WORDS[n % WORDS.length]}&x=${n}` })],
  ['search, ever new text', (n) => ({ path: `/services?q=${WORDS[n % WORDS.length]}%20${n}` })],
];

const CONNECTIONS = 8;

function mixed(n: number): string {
  const pairs = ['sort=price', 'min=100', 'max=900', 'area=print-design', `utm=${n}`];
  const turn = n % pairs.length;
  return `/services/graphics?${[...pairs.slice(turn), ...pairs.slice(0, turn)].join('&')}`;
}

async function compareAddresses({ isQuick }: BenchmarkOptions) {
  const rounds = isQuick ? 1 : 3;
  const seconds = isQuick ? 0.5 : 1;
  const installation = await Installation.create('embedded', undefined);
  await addReviews(installation);
  const product = await installation.serve();
  const hello = await RunningProgram.start(['bench/floor/hello.ts'], await freePort(), {});
  const rows = [['bare node:http, hello', at('/')] as const, ...ADDRESSES];
  const costs = rows.map(() => [] as number[]);
  const last = rows.map(() => ({ status: 0, bytes: 0 }));
  try {
    // The first round warms up caches and code and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, [, ask]] of rows.entries()) {
        const server = index === 0 ? hello : product;
        const before = server.cpuMs();
        const run = { connections: CONNECTIONS, seconds: round === 0 ? 0.3 : seconds };
        const asked = await askOverAndOver(server.origin, ask, run);
        if (round > 0) costs[index]!.push(((server.cpuMs() - before) * 1000) / asked.answers);
        last[index] = asked;
      }
    }
  } finally {
    await product.stop();
    await hello.stop();
    await installation.remove();
  }
  const home = median(costs[1]!);
  return [
    {
      title: 'Addresses',
      columns: ['address', 'status', 'bytes', 'server CPU, µs', '× kept home'],
      rows: rows.map(([title], index) => [
        title,
        String(last[index]!.status),
        rounded(last[index]!.bytes),
        rounded(median(costs[index]!), 1),
        rounded(median(costs[index]!) / home, 2),
      ]),
      note: `${CONNECTIONS} connections, ${rounds} alternating rounds of ${seconds} s each, medians; the processor time of all of the server’s threads. Bytes with headers, as sent to a browser that takes gzip and br.`,
    },
  ];
}

async function addReviews(installation: Installation): Promise<void> {
  const database = await installation.open();
  await database.db.execute(sql`
    insert into service_reviews (service_slug, section, name, email, text, rating, created_at)
    select 'book-design', 'graphics', 'Reviewer ' || n, 'r' || n || '@reviews.example',
      'A review that says something, number ' || n, 1 + n % 5, now() - n * interval '1 hour'
    from generate_series(1, 30) n`);
  await database.close();
}
