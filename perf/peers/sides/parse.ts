import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import WebSocket from 'ws';
import { freePort } from '../../../bench/installation.ts';
import { EXAMPLE, frequentText, rareText, SERVICES } from '../catalogue.ts';
import { ConnectionPool } from '../connection-pool.ts';
import type { Ask } from '../http-client.ts';
import { IN_FLIGHT, TEXT, VISITORS } from '../messages.ts';
import { answersOk } from '../ready.ts';
import { ServerProcess } from '../server-process.ts';
import { contains, hasAll, type Preparation, type Reading, type Side } from '../side.ts';

const SOURCES = fileURLToPath(new URL('../servers/parse/', import.meta.url));
const APP_ID = 'peers';
const AGENT = 'nadia';
const HEADERS = { 'X-Parse-Application-Id': APP_ID };

const SERVICE_FIELDS = {
  ...stringFields('section', 'area', 'slug', 'title', 'summary', 'description', 'searchText'),
  ...stringFields('currency', 'unit'),
  amount: { type: 'Number' },
};
const MESSAGE_FIELDS = stringFields('conversation', 'clientId', 'agent', 'text');
const LIST_KEYS = 'section,area,slug,title,summary,amount,currency,unit';

const find = (parameters: Readonly<Record<string, string>>): Ask => ({
  path: `/parse/classes/Service?${new URLSearchParams(parameters).toString()}`,
  headers: HEADERS,
});

const search = (textOf: (n: number) => string) => (n: number) => {
  const $term = textOf(n).replaceAll(' ', ' & ');
  return find({
    where: JSON.stringify({ searchText: { $text: { $search: { $term } } } }),
    keys: LIST_KEYS,
    limit: '10',
  });
};

const READINGS: readonly Reading[] = [
  {
    kind: 'json',
    what: 'service',
    ask: () => find({ where: JSON.stringify({ slug: EXAMPLE.slug }), limit: '1' }),
    check: contains(EXAMPLE.title, EXAMPLE.description.slice(0, 40)),
  },
  {
    kind: 'json',
    what: 'list',
    ask: () => find({ keys: LIST_KEYS, limit: '100' }),
    check: hasAll(
      SERVICES.map(({ title }) => JSON.stringify(title)),
      100,
    ),
  },
  {
    kind: 'json',
    what: 'search, frequent texts',
    ask: search(frequentText),
    check: contains('"slug"'),
  },
  { kind: 'json', what: 'search, rare texts', ask: search(rareText), check: contains('"slug"') },
];

/** Parse Server with live queries in the same process, and a class of objects for each of services and messages. */
export async function prepareParse({ folder, createDatabase }: Preparation): Promise<Side> {
  const url = await createDatabase('parse');
  const masterKey = randomBytes(24).toString('hex');
  const log = `${folder}/server.log`;
  const command = (port: number) => ({
    arguments: [`${SOURCES}server.mjs`],
    folder,
    env: { PORT: String(port), DATABASE_URL: url, APP_ID, MASTER_KEY: masterKey },
    log,
  });
  const ready: Ask = { path: '/parse/health', headers: HEADERS };
  await fill(command, ready, masterKey, url);
  return {
    name: 'Parse Server, PostgreSQL',
    database: new URL(url).pathname.slice(1),
    readings: READINGS,
    ready,
    command,
    openLine,
  };
}

async function fill(
  command: (port: number) => ConstructorParameters<typeof ServerProcess>[0],
  ready: Ask,
  masterKey: string,
  url: string,
): Promise<void> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = new ServerProcess(command(port));
  try {
    await server.untilReady(() => answersOk(origin, ready));
    const post = async (path: string, body: object) => {
      const answer = await fetch(origin + path, {
        method: 'POST',
        headers: {
          ...HEADERS,
          'X-Parse-Master-Key': masterKey,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path} was answered ${await answer.text()}`);
    };
    const everyone = { '*': true };
    const classLevelPermissions = { find: everyone, get: everyone, create: everyone };
    for (const [className, fields] of [
      ['Service', SERVICE_FIELDS],
      ['Message', MESSAGE_FIELDS],
    ] as const) {
      await post(`/parse/schemas/${className}`, { className, fields, classLevelPermissions });
    }
    for (const service of SERVICES) {
      const searchText = `${service.title} ${service.section} ${service.summary}`;
      await post('/parse/classes/Service', { ...service, searchText });
    }
  } finally {
    await server.stop();
  }
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  // An operator would add these; Parse itself creates only the index of the primary key.
  await database.query('create index on "Service" (slug)');
  await database.query(
    `create index on "Service" using gin (to_tsvector('english', "searchText"))`,
  );
  await database.query('create index on "Message" (conversation)');
  await database.query('analyze');
  await database.end();
}

/** Visitors post messages over HTTP, and the agent has a live query for messages with its name. */
async function openLine(origin: string) {
  const agent = new WebSocket(origin.replace('http', 'ws') + '/parse', {
    perMessageDeflate: false,
  });
  await once(agent, 'open');
  const listeners: ((clientId: string) => void)[] = [];
  const isSubscribed = new Promise<void>((resolve, reject) => {
    agent.on('message', (data: Buffer) => {
      const event = JSON.parse(data.toString()) as {
        readonly op: string;
        readonly object?: { readonly clientId: string };
      };
      if (event.op === 'create') for (const each of listeners) each(event.object!.clientId);
      if (event.op === 'subscribed') resolve();
      if (event.op === 'error') reject(new Error(data.toString()));
      if (event.op === 'connected') {
        const query = { className: 'Message', where: { agent: AGENT } };
        agent.send(JSON.stringify({ op: 'subscribe', requestId: 1, query }));
      }
    });
  });
  agent.send(JSON.stringify({ op: 'connect', applicationId: APP_ID }));
  await isSubscribed;
  const pool = await ConnectionPool.open(origin, IN_FLIGHT);
  let next = 0;
  return {
    async send(clientId: string) {
      const conversation = `conversation-${next++ % VISITORS}`;
      await pool.send({
        path: '/parse/classes/Message',
        headers: HEADERS,
        body: JSON.stringify({ clientId, conversation, agent: AGENT, text: TEXT }),
      });
    },
    onDelivered: (listener: (clientId: string) => void) => void listeners.push(listener),
    close() {
      agent.terminate();
      pool.close();
    },
  };
}

function stringFields(...names: readonly string[]): Record<string, { type: string }> {
  return Object.fromEntries(names.map((name) => [name, { type: 'String' }]));
}
