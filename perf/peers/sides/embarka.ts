import { fileURLToPath } from 'node:url';
import { connect } from '../../../bench/delivery.ts';
import { AGENT, Installation, signIn, type Engine } from '../../../bench/installation.ts';
import { EXAMPLE, frequentText, rareText, SERVICES } from '../catalogue.ts';
import { ConnectionPool } from '../connection-pool.ts';
import { clientAddress, type Ask } from '../http-client.ts';
import { TEXT, VISITORS, IN_FLIGHT } from '../messages.ts';
import { contains, hasAll, type Preparation, type Reading, type Side } from '../side.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const API = '/api/v1/services';
const PATH = `/services/${EXAMPLE.section}/${EXAMPLE.slug}`;
const TITLES = SERVICES.map(({ title }) => title.replaceAll('&', '&amp;'));

const search =
  (base: string, textOf: (n: number) => string) =>
  (n: number): Ask => ({
    path: `${base}q=${encodeURIComponent(textOf(n))}`,
  });

const READINGS: readonly Reading[] = [
  {
    kind: 'page',
    what: 'service',
    ask: () => ({ path: PATH }),
    check: contains(EXAMPLE.title, EXAMPLE.description.slice(0, 40), '</html>'),
  },
  {
    kind: 'page',
    what: 'list',
    ask: () => ({ path: '/services' }),
    check: hasAll(TITLES, SERVICES.length),
  },
  {
    kind: 'page',
    what: 'search, rare texts',
    ask: search('/services?', rareText),
    check: contains('</html>'),
  },
  {
    kind: 'json',
    what: 'service',
    ask: () => ({ path: `/api/v1${PATH}` }),
    check: contains(EXAMPLE.title),
  },
  {
    kind: 'json',
    what: 'list',
    ask: () => ({ path: `${API}?limit=100` }),
    check: hasAll(
      SERVICES.map(({ title }) => JSON.stringify(title)),
      100,
    ),
  },
  {
    kind: 'json',
    what: 'search, frequent texts',
    ask: search(`${API}?limit=10&`, frequentText),
    check: contains('"slug"'),
  },
  {
    kind: 'json',
    what: 'search, rare texts',
    ask: search(`${API}?limit=10&`, rareText),
    check: contains('"slug"'),
  },
];

/** The built product as an operator starts it, behind a proxy that names each client's address. */
export async function prepareEmbarka(
  engine: Engine,
  postgres: string,
  { folder }: Preparation,
): Promise<Side> {
  const installation = await Installation.create(engine, postgres);
  const visitors = await installation.addVisitors(VISITORS);
  const { databaseUrl } = installation;
  return {
    name: engine === 'embedded' ? 'Embarka, embedded database' : 'Embarka, PostgreSQL',
    ...(databaseUrl && { database: new URL(databaseUrl).pathname.slice(1) }),
    readings: READINGS,
    ready: { path: '/services' },
    command: (port) => ({
      arguments: ['build/process/index.js'],
      folder: root,
      log: `${folder}/server.log`,
      env: {
        PORT: String(port),
        DATA_DIR: installation.folder,
        DATABASE_URL: databaseUrl ?? '',
        DEMO: 'off',
        LOG_LEVEL: 'warn',
        TRUSTED_PROXIES: '127.0.0.1,::1',
      },
    }),
    async openLine(origin) {
      const agent = await connect(origin, { as: 'agent' }, await signIn(origin, AGENT));
      const pool = await ConnectionPool.open(origin, IN_FLIGHT);
      let next = 0;
      return {
        async send(clientId) {
          const index = next++ % visitors.length;
          const { conversationId, cookie } = visitors[index]!;
          await pool.send({
            path: `/chat/conversations/${conversationId}/messages`,
            headers: { Cookie: cookie, 'X-Forwarded-For': clientAddress(index) },
            body: JSON.stringify({ clientId, text: TEXT }),
          });
        },
        onDelivered: (listener) =>
          void agent.on('message', (event: { message: { clientId: string } }) =>
            listener(event.message.clientId),
          ),
        close() {
          agent.disconnect();
          pool.close();
        },
      };
    },
  };
}
