import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { assignAgent } from '../app/conversation/hold/assign-agent.server.ts';
import { setCompleted } from '../app/conversation/end/complete-conversation.server.ts';
import type { ChatPublisher } from '../app/conversation/wire/events.ts';
import { readInbox } from '../app/conversation/read/read-inbox.server.ts';
import {
  readMessagesAfter,
  readMessagesBefore,
  NEWEST,
} from '../app/conversation/read/read-messages.server.ts';
import type { Database, OpenDatabase } from '../app/platform/db/database.server.ts';
import { createLog } from '../app/platform/log.server.ts';
import { webhookListeners } from '../app/reach/webhook/record-event.server.ts';
import { systemClock } from '../app/platform/clock.ts';
import { readReviewPage } from '../app/reviews/read-reviews.server.ts';
import { Installation, type Engine } from './installation.ts';
import { median, rounded, type Benchmark, type BenchmarkOptions, type Table } from './table.ts';

/** Whether what people wait for stays as fast when a thousand messages become a million. */
export const growth: Benchmark = { name: 'growth', run: compareGrowth };

/** The embedded database is meant for some hundred thousand messages. */
const SIZES: Readonly<Record<Engine, readonly number[]>> = {
  embedded: [1_000, 10_000, 100_000],
  postgres: [1_000, 10_000, 100_000, 1_000_000],
};
const AGENTS = 10;
/** Conversations complete after a quiet period, so only so many are open however old the shop is. */
const OPEN_VISITORS = 200;
/** Two pages: with less, a page of the smallest shop would not be full. */
const THREAD_AT_LEAST = 400;

/** Whose visitors are looked at. */
const AGENT = {
  id: 'agent-1',
  email: 'agent-1@embarka.example',
  fullName: 'Agent 1',
  role: 'agent',
} as const;

const SILENT: ChatPublisher = {
  messageSaved() {},
  conversationChanged() {},
  entryChanged() {},
  visitorUnassigned() {},
  visitorWaits() {},
  noteSaved() {},
  deskChanged() {},
  readByAgent() {},
  seenByAgent() {},
  seenByVisitor() {},
};

const SILENT_HOST = {
  clock: systemClock,
  log: createLog('silent'),
  afterChange: { nudge() {}, pageChanged() {}, committed() {} },
  listeners: webhookListeners,
  chat: SILENT,
};

type Action = (database: OpenDatabase) => Promise<unknown>;

const ACTIONS: Readonly<Record<string, Action>> = {
  'Inbox, first page': ({ db }) => readInbox(db, { agentId: AGENT.id }),
  'Inbox, search by address': ({ db }) =>
    readInbox(db, { agentId: AGENT.id, search: 'visitor-77@' }),
  'Thread, newest page': ({ db }) => readMessagesBefore(db, 'long-thread', NEWEST),
  'Thread, catching up': ({ db }) => readMessagesAfter(db, 'long-thread', 100),
  'Reviews of a service': ({ db }) =>
    readReviewPage(db, 'graphics', 'book-design', { sort: 'newest', stars: undefined, page: 1 }),
  'Assignment of a visitor': ({ db }) =>
    undone(db, async (tx) => {
      await tx.execute(sql`
        update visitors set agent_id = null
        where id = (select visitor_id from conversations where id = ${openConversation(1)})`);
      await assignAgent(tx, openConversation(1));
    }),
  'Completing a conversation': ({ db }) =>
    undone(db, (tx) => setCompleted({ ...SILENT_HOST, db: tx }, AGENT, openConversation(10), true)),
};

/** Rolled back, so that each measurement finds the same. */
async function undone(db: Database, work: (tx: Database) => Promise<unknown>): Promise<void> {
  const rolledBack = new Error('Rolled back');
  await db
    .transaction(async (tx) => {
      await work(tx);
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
}

async function compareGrowth(options: BenchmarkOptions): Promise<Table[]> {
  const engines: Engine[] = options.postgres ? ['embedded', 'postgres'] : ['embedded'];
  const tables: Table[] = [];
  for (const engine of engines) {
    const sizes = options.isQuick ? SIZES[engine].slice(0, 2) : SIZES[engine];
    const milliseconds = new Map<string, number[]>();
    let plans: [string, string][] = [];
    for (const size of sizes) {
      const installation = await Installation.create(engine, options.postgres);
      const database = await installation.open();
      await database.db.transaction((tx) => populate(tx, size));
      for (const [title, run] of Object.entries(ACTIONS)) {
        milliseconds.set(title, [
          ...(milliseconds.get(title) ?? []),
          await time(() => run(database)),
        ]);
      }
      if (size === sizes.at(-1)) plans = await plansOf(database);
      await database.close();
      await installation.remove();
    }
    tables.push({
      title: `Growth, ${engine} database: milliseconds at so many messages`,
      columns: ['', ...sizes.map((size) => rounded(size)), 'last : first'],
      rows: [...milliseconds].map(([title, figures]) => [
        title,
        ...figures.map((figure) => rounded(figure, 2)),
        rounded(figures.at(-1)! / figures[0]!, 2),
      ]),
      note: `Medians of 30. ${AGENTS} agents, ${OPEN_VISITORS} visitors open, one thread with a tenth of all messages (${THREAD_AT_LEAST} at least), a review for every hundred messages.`,
    });
    tables.push({
      title: `How the ${engine} database finds it at ${rounded(sizes.at(-1)!)} messages`,
      columns: ['', 'scans of the query plan'],
      rows: plans,
    });
  }
  return tables;
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const figures: number[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    const started = performance.now();
    await run();
    if (turn >= 10) figures.push(performance.now() - started);
  }
  return median(figures);
}

/** Ten messages a conversation, one conversation a visitor; and one very long thread. */
async function populate(db: Database, messages: number): Promise<void> {
  // A million rows take longer than any visitor would wait.
  await db.execute(sql`set local statement_timeout = 0`);
  const inThread = Math.max(THREAD_AT_LEAST, messages / 10);
  const visitors = Math.max(OPEN_VISITORS, Math.round((messages - inThread) / 10));
  await db.execute(sql`
    insert into auth_users (id, name, email)
    select 'agent-' || n, 'Agent ' || n, 'agent-' || n || '@embarka.example'
    from generate_series(1, ${AGENTS}::int) n`);
  await db.execute(sql`
    insert into profiles (id, email, full_name, role, status, created_at, updated_at)
    select id, email, name, 'agent', 'active', now(), now() from auth_users where id like 'agent-%'`);
  await db.execute(sql`
    with browser as (
      insert into visitor_browsers (secret_hash, created_at)
      select 'browser-' || n, now() from generate_series(0, ${visitors}::int) n
      returning id, substr(secret_hash, 9)::int as n
    ),
    visitor as (
      insert into visitors (email, topic, conversation_id, agent_id, created_at, updated_at, completed_at)
      select 'visitor-' || n || '@shop.example', 'General Questions', ${conversationName('n')},
        'agent-' || (n % ${AGENTS}::int) + 1, now() - n * interval '1 minute',
        now() - n * interval '1 minute', case when n > ${OPEN_VISITORS}::int then now() end
      from generate_series(0, ${visitors}::int) n
      returning id, conversation_id, agent_id, completed_at, created_at
    )
    insert into conversations (id, visitor_id, browser_id, topic, agent_id, started_at, completed_at,
      last_number, visitor_message_count, last_message_at)
    select v.conversation_id, v.id, b.id, 'General Questions', v.agent_id, v.created_at,
      v.completed_at, case when b.n = 0 then ${inThread}::int else 10 end, 5, v.created_at
    from browser b join visitor v on v.conversation_id = ${conversationName('b.n')}`);
  await db.execute(sql`
    insert into visitor_messages (conversation_id, number, client_id, visitor_email, message, is_agent,
      agent_id, created_at)
    select c.id, n, gen_random_uuid(), 'visitor@shop.example',
      'Could you tell me whether the files of order ' || n || ' come as PDF?', n % 2 = 0,
      case when n % 2 = 0 then c.agent_id end, c.started_at + n * interval '1 second'
    from conversations c, generate_series(1, c.last_number) n`);
  await db.execute(sql`
    insert into service_reviews (service_slug, section, name, email, text, rating, created_at)
    select 'book-design', 'graphics', 'Reader ' || n, 'reader-' || n || '@shop.example', 'Good work.',
      1 + n % 5, now() - n * interval '1 hour'
    from generate_series(1, ${Math.round(messages / 100 / 10)}::int) n`);
  await db.execute(sql`analyze`);
}

/** In the product's form, which is checked before anything is looked for. */
const SUFFIX = 'o'.repeat(26);

function openConversation(n: number): string {
  return `conv_${String(n).padStart(13, '0')}_${SUFFIX}`;
}

function conversationName(n: string) {
  return sql.raw(
    `case when ${n} = 0 then 'long-thread' when ${n} <= ${OPEN_VISITORS} then 'conv_' || lpad((${n})::text, 13, '0') || '_${SUFFIX}' else 'done-' || ${n} end`,
  );
}

/** The scans of each action's statements, as the database itself explains them. */
async function plansOf(database: OpenDatabase): Promise<[string, string][]> {
  const plans: [string, string][] = [];
  for (const [title, run] of Object.entries(ACTIONS)) {
    const steps = new Set<string>();
    for (const { text, values } of await statementsOf(database.pool, () => run(database))) {
      if (!/^\s*(select|with|update|insert)/i.test(text)) continue;
      const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
        `explain ${text}`,
        values,
      );
      for (const row of rows) {
        const scan =
          /(Seq Scan|(?:Bitmap )?Index(?: Only)? Scan)(?: Backward)?(?: using \w+)? on (\w+)/.exec(
            row['QUERY PLAN'],
          );
        if (scan) steps.add(scan[0].replace(/ on pg_\w+/, ''));
      }
    }
    plans.push(...[...steps].map((step, index): [string, string] => [index ? '' : title, step]));
  }
  return plans;
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** What this action asks of the database. */
async function statementsOf(pool: pg.Pool, run: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const client = await pool.connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const { query } = prototype;
  prototype.query = function record(...args: unknown[]) {
    const [asked, values] = args as [string | { text: string }, unknown[] | undefined];
    statements.push({ text: typeof asked === 'string' ? asked : asked.text, values: values ?? [] });
    return query.apply(this, args);
  };
  try {
    await run();
  } finally {
    prototype.query = query;
  }
  return statements;
}
