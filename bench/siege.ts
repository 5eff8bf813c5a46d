import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { systemClock } from '../app/platform/clock.ts';
import { readOrCreateSecret } from '../app/platform/secrets.server.ts';
import { createAuth } from '../app/accounts/server/sign-in/auth.server.ts';
import { createAccount } from '../app/accounts/server/sign-in/create-account.server.ts';
import type { Besieged, Besieging } from './besieger.ts';
import {
  addressOf,
  Installation,
  signIn,
  type BenchVisitor,
  type Engine,
  type RunningProgram,
} from './installation.ts';
import { send, SIEGES, type Asked } from './sieges.ts';
import { median, percentile, rounded, type Benchmark, type BenchmarkOptions } from './table.ts';

/**
 * The response times of a visitor, a health check, an agent and a stranger under attack, compared
 * with an idle server.
 */
export const siege: Benchmark = { name: 'siege', run: besiege };

const CONNECTIONS = [5, 32];

const MANAGER = {
  email: 'manager@embarka.example',
  fullName: 'Ines Duarte',
  role: 'manager',
  password: 'meadow-signal-29',
} as const;

/** Enough visitors to write in turn within the rate limits. */
const WRITERS = 150;
/** Ten messages each, over a year. */
const PAST_CONVERSATIONS = 2_000;

/** The intervals of the four measured clients. */
const EVERY_MS = { message: 25, ready: 100, portal: 100, stranger: 100 } as const;
type Measured = keyof typeof EVERY_MS;
const MEASURED = Object.keys(EVERY_MS) as Measured[];
type Waits = Readonly<Record<Measured, number[]>>;

async function besiege({ isQuick, postgres }: BenchmarkOptions) {
  const rows: string[][] = [];
  for (const engine of postgres ? (['embedded', 'postgres'] as const) : (['embedded'] as const)) {
    const installation = await Installation.create(engine, postgres);
    try {
      const writers = await fill(installation);
      const server = await installation.serve();
      try {
        rows.push(...(await besiegeServer(engine, server, writers, isQuick ? 2_000 : 6_000)));
      } finally {
        await server.stop();
      }
    } finally {
      await installation.remove();
    }
  }
  return [
    {
      title: 'Siege',
      columns: [
        '',
        'message, ms',
        '99 %',
        '× quiet',
        '99 %',
        ...['/health/ready', 'portal', 'a stranger’s page'].flatMap((name) => [
          `${name}, ms`,
          '99 %',
        ]),
        'besiegers’ answers/s',
        'first thread, ms each',
        'all threads',
      ],
      rows,
      note: 'The last three columns are about the responses to the besiegers: their number, and the processor time for each, of the thread that handles messages and of the whole process. The times are the median and the 99th percentile. Besiegers share one network, except that those who sign in or request captchas have a network for each connection; all others have a network of their own. Quiet times are between two sieges.',
    },
  ];
}

interface Row {
  readonly title: string;
  readonly waits: Waits;
  readonly attack: Attack | undefined;
}

async function besiegeServer(
  engine: Engine,
  server: RunningProgram,
  writers: readonly BenchVisitor[],
  forMs: number,
): Promise<string[][]> {
  const cookies = {
    agent: await signIn(server.origin),
    manager: await signIn(server.origin, MANAGER),
  };
  const measured = measuredBy(writers, cookies.agent);
  // Warms up the process.
  await measure(server, measured, 2_000);
  const quiet: Waits = { message: [], ready: [], portal: [], stranger: [] };
  const besieged: Row[] = [];
  for (const [index, { title, isSpread = false }] of SIEGES.entries()) {
    for (const connections of CONNECTIONS) {
      const before = await measure(server, measured, forMs / 2);
      for (const name of MEASURED) quiet[name].push(...before[name]);
      const attack = new Attack(server, {
        origin: server.origin,
        siege: index,
        cookies,
        addresses: Array.from({ length: connections }, (_, line) =>
          addressOf(isSpread ? 1000 + line : 666),
        ),
      });
      // Warms up the attacked code, because a real attack lasts longer.
      await sleep(3000);
      const waits = await measure(server, measured, forMs);
      await attack.end();
      besieged.push({ title: `${engine}: ${title}, ${connections} connections`, waits, attack });
      await sleep(500);
    }
  }
  const all: Row[] = [{ title: `${engine}: nobody`, waits: quiet, attack: undefined }, ...besieged];
  return all.map(({ title, waits, attack }) => [
    title,
    rounded(median(waits.message), 1),
    rounded(percentile(waits.message, 0.99), 1),
    rounded(median(waits.message) / median(quiet.message), 1),
    rounded(percentile(waits.message, 0.99) / percentile(quiet.message, 0.99), 1),
    ...MEASURED.slice(1).flatMap((name) => [
      rounded(median(waits[name])),
      rounded(percentile(waits[name], 0.99)),
    ]),
    ...(attack
      ? [
          rounded(attack.perSecond),
          rounded(attack.firstThreadMs, 2),
          rounded(attack.allThreadsMs, 2),
        ]
      : ['', '', '']),
  ]);
}

async function fill(installation: Installation): Promise<readonly BenchVisitor[]> {
  const visitors = await installation.addVisitors(WRITERS + PAST_CONVERSATIONS);
  const writers = visitors.slice(0, WRITERS);
  const past = JSON.stringify(visitors.slice(WRITERS).map((visitor) => visitor.conversationId));
  const database = await installation.open();
  const { db } = database;
  await db.execute(sql`
    update conversations c set started_at = p.at, assigned_at = p.at,
      completed_at = p.at + interval '1 hour', last_message_at = p.at + interval '9 minutes',
      last_number = 10, visitor_message_count = 5
    from (select id, now() - n * interval '4 hours' as at
      from jsonb_array_elements_text(${past}::jsonb) with ordinality as p (id, n)) p
    where c.id = p.id`);
  await db.execute(sql`
    update visitors v set completed_at = c.completed_at, created_at = c.started_at
    from conversations c where c.visitor_id = v.id and c.completed_at is not null`);
  await db.execute(sql`
    insert into visitor_messages
      (conversation_id, number, client_id, visitor_email, message, is_agent, agent_id, created_at)
    select c.id, n, gen_random_uuid(), 'visitor@shop.example',
      'Could you tell me whether the files of order ' || n || ' come as PDF?', n % 2 = 0,
      case when n % 2 = 0 then c.agent_id end, c.started_at + n * interval '50 seconds'
    from conversations c, generate_series(1, c.last_number) n where c.completed_at is not null`);
  await db.execute(sql`analyze`);
  const secret = await readOrCreateSecret(db, 'session');
  const auth = createAuth(db, { origin: 'http://localhost', secret });
  await createAccount(db, auth, systemClock, MANAGER);
  await database.close();
  return writers;
}

function measuredBy(
  writers: readonly BenchVisitor[],
  agent: string,
): Readonly<Record<Measured, (n: number) => Asked>> {
  let written = 0;
  return {
    message: () => {
      const { conversationId, cookie } = writers[written++ % writers.length]!;
      return {
        method: 'POST',
        path: `/chat/conversations/${conversationId}/messages`,
        headers: { Cookie: cookie, 'Content-Type': 'application/json' },
        body: JSON.stringify({ text: 'Still there?', clientId: randomUUID() }),
      };
    },
    ready: () => ({ path: '/health/ready' }),
    portal: () => ({ path: '/agentchat', headers: { Cookie: agent } }),
    stranger: (n) => ({ path: `/services?q=stranger-${n}` }),
  };
}

/**
 * Attacking connections at full speed, in a separate thread, so that processing their responses
 * does not delay the measured clients.
 */
class Attack {
  readonly #server: RunningProgram;
  readonly #thread: Worker;
  readonly #before: { readonly firstThreadMs: number; readonly allThreadsMs: number };
  perSecond = 0;
  /** CPU time per response, including the responses to the measured clients. */
  firstThreadMs = 0;
  allThreadsMs = 0;

  constructor(server: RunningProgram, besieging: Besieging) {
    this.#server = server;
    this.#before = { firstThreadMs: server.firstThreadMs(), allThreadsMs: server.cpuMs() };
    this.#thread = new Worker(new URL('besieger.ts', import.meta.url), { workerData: besieging });
  }

  async end(): Promise<void> {
    this.#thread.postMessage('end', []);
    const [{ answers, tookMs }] = (await once(this.#thread, 'message')) as [Besieged];
    this.perSecond = (answers / tookMs) * 1000;
    this.firstThreadMs = (this.#server.firstThreadMs() - this.#before.firstThreadMs) / answers;
    this.allThreadsMs = (this.#server.cpuMs() - this.#before.allThreadsMs) / answers;
  }
}

async function measure(
  server: RunningProgram,
  measured: Readonly<Record<Measured, (n: number) => Asked>>,
  forMs: number,
): Promise<Waits> {
  const until = performance.now() + forMs;
  const waits: Waits = { message: [], ready: [], portal: [], stranger: [] };
  const agent = new Agent({ keepAlive: true });
  await Promise.all(
    MEASURED.map(async (name, index) => {
      for (let n = 0; performance.now() < until; n += 1) {
        const startedAt = performance.now();
        const status = await send(server.origin, addressOf(index + 1), measured[name](n), agent);
        const tookMs = performance.now() - startedAt;
        if (name === 'message' && status >= 300) throw new Error(`A message met ${status}`);
        waits[name].push(tookMs);
        await sleep(Math.max(0, EVERY_MS[name] - tookMs));
      }
    }),
  );
  agent.destroy();
  return waits;
}
