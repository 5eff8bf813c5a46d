import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, Installation, signIn, type RunningProgram } from './installation.ts';
import { median, percentile, rounded, type Benchmark, type BenchmarkOptions } from './table.ts';

/**
 * What a visitor, an operator's health check, an agent and a stranger wait while somebody asks for
 * addresses that nobody kept, over as many connections as the row says.
 */
export const siege: Benchmark = { name: 'siege', run: besiege };

/** Addresses that have to be worked out each time; `n` makes each one new. */
const SIEGES: readonly { readonly title: string; readonly ask: (n: number) => Asked }[] = [
  { title: 'pages with a query', ask: (n) => ({ path: `/services?q=${n}` }) },
  { title: 'pages that are not there', ask: (n) => ({ path: `/nothing-${n}` }) },
  { title: 'data of pages', ask: (n) => ({ path: `/services.data?q=${n}` }) },
  { title: 'answers in JSON', ask: (n) => ({ path: `/chat/availability?n=${n}` }) },
  {
    title: 'sign-ins',
    ask: (n) => ({ method: 'POST', path: '/login', body: `email=a${n}%40b.example&password=x` }),
  },
];
const CONNECTIONS = [5, 32];
/** How often each of the four that are measured asks. */
const EVERY_MS = 100;

interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function besiege({ isQuick, postgres }: BenchmarkOptions) {
  const rows: string[][] = [];
  for (const engine of postgres ? (['embedded', 'postgres'] as const) : (['embedded'] as const)) {
    const installation = await Installation.create(engine, postgres);
    const [visitor] = await installation.addVisitors(1);
    const server = await installation.serve();
    const measured: Record<string, (n: number) => Asked> = {
      message: () => ({
        method: 'POST',
        path: `/chat/conversations/${visitor!.conversationId}/messages`,
        headers: { Cookie: visitor!.cookie, 'Content-Type': 'application/json' },
        body: JSON.stringify({ text: 'Still there?', clientId: randomUUID() }),
      }),
      ready: () => ({ path: '/health/ready' }),
    };
    const cookie = await signIn(server.origin);
    measured.portal = () => ({ path: '/agentchat', headers: { Cookie: cookie } });
    measured.stranger = (n) => ({ path: `/services?q=stranger-${n}` });
    for (const { title, ask } of [{ title: 'nobody', ask: undefined }, ...SIEGES]) {
      for (const connections of ask ? CONNECTIONS : [0]) {
        const during = new AbortController();
        const attack = new Attack(server, connections);
        if (ask) void attack.run(ask, during.signal);
        await sleep(500);
        const waits = await measure(server, measured, isQuick ? 2_000 : 6_000);
        during.abort();
        await attack.ended;
        rows.push([
          `${engine}: ${title}${ask ? `, ${connections} connections` : ''}`,
          ...Object.keys(measured).flatMap((name) => [
            rounded(median(waits[name]!)),
            rounded(percentile(waits[name]!, 0.99)),
          ]),
          rounded(attack.perSecond),
        ]);
      }
    }
    await server.stop();
    await installation.remove();
  }
  return [
    {
      title: 'Siege',
      columns: [
        '',
        ...['message', '/health/ready', 'portal', 'a stranger’s page'].flatMap((name) => [
          `${name}, ms`,
          'worst',
        ]),
        'besiegers’ answers/s',
      ],
      rows,
      note: 'Half, and 99 in 100, of those who ask ten times a second wait no longer. The besiegers share one address; everybody else has one of their own.',
    },
  ];
}

/** Connections of one address that ask as fast as they are answered. */
class Attack {
  readonly #server: RunningProgram;
  readonly #connections: number;
  #answers = 0;
  #startedAt = 0;
  #endedAt = 0;
  ended: Promise<unknown> = Promise.resolve();

  constructor(server: RunningProgram, connections: number) {
    this.#server = server;
    this.#connections = connections;
  }

  get perSecond(): number {
    return (this.#answers / Math.max(1, this.#endedAt - this.#startedAt)) * 1000;
  }

  run(ask: (n: number) => Asked, signal: AbortSignal): Promise<unknown> {
    const agent = new Agent({ keepAlive: true, maxSockets: this.#connections });
    this.#startedAt = performance.now();
    let n = 0;
    const line = async () => {
      while (!signal.aborted) {
        await send(this.#server, addressOf(666), ask(n++), agent);
        this.#answers += 1;
      }
    };
    this.ended = Promise.all(Array.from({ length: this.#connections }, line)).then(() => {
      this.#endedAt = performance.now();
      agent.destroy();
    });
    return this.ended;
  }
}

/** The waits of each in milliseconds. */
async function measure(
  server: RunningProgram,
  measured: Readonly<Record<string, (n: number) => Asked>>,
  forMs: number,
): Promise<Record<string, number[]>> {
  const until = performance.now() + forMs;
  const waits: Record<string, number[]> = {};
  const agent = new Agent({ keepAlive: true });
  const names = Object.keys(measured);
  await Promise.all(
    names.map(async (name, index) => {
      const own: number[] = (waits[name] = []);
      for (let n = 0; performance.now() < until; n += 1) {
        const startedAt = performance.now();
        // A visitor may write 30 at once and 60 a minute: what is refused beyond waits no less.
        await send(server, addressOf(index + 1), measured[name]!(n), agent);
        own.push(performance.now() - startedAt);
        await sleep(Math.max(0, EVERY_MS - (performance.now() - startedAt)));
      }
    }),
  );
  agent.destroy();
  return waits;
}

function send(
  { origin }: RunningProgram,
  address: string,
  { path, method = 'GET', headers = {}, body }: Asked,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = new URL(origin);
    const sent = request({
      agent,
      host: '127.0.0.1',
      port: url.port,
      path,
      method,
      headers: {
        Host: url.host,
        Origin: origin,
        'X-Forwarded-For': address,
        Accept: 'text/html',
        ...(body === undefined
          ? {}
          : {
              'Content-Type': 'application/x-www-form-urlencoded',
              'Content-Length': Buffer.byteLength(body),
            }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.end(body);
  });
}
