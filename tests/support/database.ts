import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { beforeAll, beforeEach, inject } from 'vitest';
import type { ChatContext, VisitorSockets } from '../../app/chat/server/chat-context.server.ts';
import type { MemberSockets } from '../../app/accounts/server/sessions/sessions.server.ts';
import type { ChatPublisher } from '../../app/chat/protocol/events.ts';
import { visitorBrowsers } from '../../app/chat/server/tables.server.ts';
import type { Clock } from '../../app/platform/clock.ts';
import type { Database, OpenDatabase } from '../../app/platform/db/database.server.ts';
import { openInMemory } from '../../app/platform/db/embedded.server.ts';
import { makeImage } from '../../app/platform/db/make-image.server.ts';
import { createLog } from '../../app/platform/log.server.ts';
import { openPostgres } from '../../app/platform/db/postgres.server.ts';
import { webhookListeners } from '../../app/webhooks/server/record-event.server.ts';
import type { Member } from '../../app/accounts/protocol/member.ts';
import { authUsers, profiles } from '../../app/accounts/server/tables.server.ts';
import type { KnownCatalogue } from '../../app/shop/live-catalogue.server.ts';
import { CAST } from './cast.ts';
import { CATALOGUE } from './catalogue.ts';
import { copyDatabase } from './postgres-template.ts';

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #time = Date.parse('2026-06-12T10:00:00Z');

  now(): Date {
    return new Date(this.#time);
  }

  advance(milliseconds: number): void {
    this.#time += milliseconds;
  }
}

/** One statement, because foreign keys are checked at its end: the order does not matter. */
const EMPTY_EVERY_TABLE = `
  do $$ begin
    execute (
      select 'with ' || string_agg(format('%1$I as (delete from %1$I)', tablename), ', ') || ' select'
      from pg_tables where schemaname = 'public'
    );
    -- What the database noted of it.
    delete from report_changes;
    delete from unnumbered_events;
    delete from deleted_files;
  end $$`;

/** As long as it takes: what the test before left under way may hold some of it until PostgreSQL ends that. */
async function emptyEveryTable(pool: OpenDatabase['pool']): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query(EMPTY_EVERY_TABLE);
  } finally {
    await client.query('reset statement_timeout');
    client.release();
  }
}

/**
 * A database that is emptied before each test: in memory, or on the PostgreSQL server that
 * TEST_DATABASE_URL names, so that the same tests are a contract for both engines.
 */
export function useDatabase(): Pick<OpenDatabase, 'db' | 'pool'> {
  const store = useDatabaseOnce();
  beforeEach(() => emptyEveryTable(store.pool));
  return store;
}

/**
 * The same, for tests of pictures, protocols and pages: the statements under them have tests of their own,
 * so that PostgreSQL would prove nothing more (`npm run test:postgres` looks for `useDatabase`).
 */
export const useEmbeddedDatabase = useDatabase;

/**
 * One database for all the test files that a worker runs, because opening one takes a second. It
 * ends with the worker; on a server, those who made the template drop it (`tests/support/contract.ts`).
 */
let shared: Promise<OpenDatabase> | undefined;

async function openShared(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return openInMemory(await makeImage());
  const open = openPostgres((await copyDatabase(inject('template'))).url, createLog('silent'));
  // Each commit would wait milliseconds for the disk, and no test ends the server.
  open.pool.on('connect', (client) => {
    client.query('set synchronous_commit = off').catch(() => {});
  });
  return open;
}

/** The same, but what a test leaves behind is there for the next one. */
export function useDatabaseOnce(): Pick<OpenDatabase, 'db' | 'pool'> {
  let open: Pick<OpenDatabase, 'db' | 'pool'> | undefined;
  beforeAll(async () => {
    const { pool } = await (shared ??= openShared());
    // What the product remembers of a database is no other file's.
    open = { db: drizzle(pool), pool };
    await emptyEveryTable(pool);
    // Nothing does it by itself here, and what the files before left would slow down each reading.
    await open.pool.query('vacuum');
  });
  const opened = () => {
    if (!open) throw new Error('The database is opened before the first test');
    return open;
  };
  return {
    get db() {
      return opened().db;
    },
    get pool() {
      return opened().pool;
    },
  };
}

/** A database of its own on a PostgreSQL server; dropped when it is closed. */
export async function openScratchDatabase(
  server: string,
): Promise<OpenDatabase & { readonly url: string }> {
  const name = `embarka_test_${randomUUID().replaceAll('-', '')}`;
  const log = createLog('silent');
  const admin = openPostgres(server, log);
  await admin.pool.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const open = openPostgres(url.href, log);
  return {
    ...open,
    url: url.href,
    async close() {
      await open.close();
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}

/** What a change needs of a process, with nobody to tell but the publisher. */
export function createChatContext(
  db: Database,
  clock: Clock,
  chat: ChatPublisher = recordingPublisher().publisher,
): ChatContext & KnownCatalogue & MemberSockets & VisitorSockets {
  const afterChange = { nudge() {}, pageChanged() {}, committed() {} };
  return {
    db,
    clock,
    log: createLog('silent'),
    afterChange,
    listeners: webhookListeners,
    catalogue: CATALOGUE,
    chat,
    closeSession() {},
    closeMember() {},
    closeConversations() {},
  };
}

/** Puts somebody of the cast into the team, without the cost of a password. */
export async function hire(
  db: Database,
  name: keyof typeof CAST,
  change: Partial<typeof profiles.$inferInsert> = {},
): Promise<Member> {
  const { email, fullName, role } = CAST[name];
  const now = new Date('2026-01-05T08:00:00Z');
  await db.insert(authUsers).values({ id: name, email, name: fullName });
  await db.insert(profiles).values({
    id: name,
    email,
    fullName,
    role,
    status: 'active',
    createdAt: now,
    updatedAt: now,
    ...change,
  });
  return { id: name, email, fullName, role };
}

/** A visitor's browser with a secret of its own. */
export async function openBrowser(db: Database, clock: Clock): Promise<string> {
  const [row] = await db
    .insert(visitorBrowsers)
    .values({ secretHash: crypto.randomUUID(), createdAt: clock.now() })
    .returning({ id: visitorBrowsers.id });
  if (!row) throw new Error('The browser was not inserted');
  return row.id;
}

/** Writes down what would have been published. */
export function recordingPublisher() {
  const events: { name: string; to: string | null; event: unknown }[] = [];
  const record = (name: string, event: unknown, to: string | null) => {
    events.push({ name, to, event });
  };
  const publisher: ChatPublisher = {
    messageSaved: (event, agentId) => record('message', event, agentId),
    messageRemoved: (event, agentId) => record('removed', event, agentId),
    conversationChanged: (conversation) => record('conversation', conversation, conversation.id),
    entryChanged: (inboxEntry, agentId) => record('entry', inboxEntry, agentId),
    visitorUnassigned: (visitorId, agentId, holder) =>
      record('unassigned', { visitorId, holder }, agentId),
    visitorWaits: (visitorId) => record('waits', { visitorId }, null),
    noteSaved: (event, agentId) => record('note', event, agentId),
    mentioned: (mention, memberId) => record('mentioned', mention, memberId),
    personChanged: (visitorId, agentId) => record('person', { visitorId }, agentId),
    deskChanged: () => record('desk', {}, null),
    ordersChanged: (memberIds) => record('orders', {}, memberIds.join(' ')),
    queueChanged: () => record('queue', {}, null),
    visitorUnattended: (event) => record('unattended', event, null),
    readByAgent: (event, agentId) => record('read', event, agentId),
    seenByAgent: (conversationId, number) => record('seen by agent', number, conversationId),
    seenByVisitor: (_conversationId, number, agentId) => record('seen by visitor', number, agentId),
  };
  return { publisher, events };
}
