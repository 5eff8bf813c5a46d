import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { mayGetSql } from '../../accounts/server/members/who-gets-visitors.server.ts';
import { profiles } from '../../accounts/server/tables.server.ts';
import { invoices } from '../../billing/server/tables.server.ts';
import { readUnchangedServices } from '../../catalogue/server/first-services.server.ts';
import { cannedReplies } from '../../chat/server/messages/tables.server.ts';
import { conversations, visitors } from '../../chat/server/tables.server.ts';
import { offers, orders } from '../../orders/server/tables.server.ts';
import { subscriptions } from '../../orders/server/subscription/tables.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { serviceReviews } from '../../reviews/server/tables.server.ts';
import { demoRecords, setupGuide, type DEMO_KINDS } from './tables.server.ts';

type DemoKind = (typeof DEMO_KINDS)[number];

/** The SQL condition that a row is demo data. `text` is required where a changed row is no longer demo data. */
function isRecorded(kind: DemoKind, id: SQL, text?: SQL): SQL {
  return sql`exists (select 1 from ${demoRecords} d where d.kind = ${kind} and d.record_id = ${id}::text
    ${text ? sql`and d.text = ${text}` : sql``})`;
}

export const isDemoAccount = isRecorded(
  'account',
  sql`${profiles.id}`,
  sql`${profiles.email} || chr(10) || ${profiles.fullName}`,
);
export const isDemoVisitor = isRecorded('visitor', sql`${visitors.id}`);
export const isDemoReview = isRecorded('review', sql`${serviceReviews.id}`);
export const isDemoReply = isRecorded(
  'reply',
  sql`${cannedReplies.id}`,
  sql`${cannedReplies.shortcut} || chr(10) || ${cannedReplies.text}`,
);

export interface DemoCounts {
  readonly accounts: number;
  readonly visitors: number;
  readonly conversations: number;
  readonly orders: number;
  readonly subscriptions: number;
  readonly invoices: number;
  readonly reviews: number;
  readonly replies: number;
}

export interface DemoState {
  readonly counts: DemoCounts;
  /** The visible example services that nobody has changed, ordered or reviewed. */
  readonly services: number;
  readonly isEmpty: boolean;
  /** True if nobody answers visitors once the demo accounts are gone. */
  readonly leavesNobody: boolean;
  /** Set while the removal runs. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
}

export async function readDemo(db: Database): Promise<DemoState> {
  const [guide] = await db.select().from(setupGuide);
  const counts = await countDemo(db);
  const isEmpty = Object.values(counts).every((count) => count === 0);
  const unchanged = (await readUnchangedServices(db)).filter(({ isHidden }) => !isHidden);
  const isUsed = unchanged.length > 0 ? await readUsedServices(db) : () => false;
  const isRunning =
    guide?.removalStartedAt !== undefined &&
    guide.removalStartedAt !== null &&
    !guide.demoRemovedAt;
  const left = isRunning ? await db.$count(demoRecords) : 0;
  return {
    counts,
    services: unchanged.filter(({ path }) => !isUsed(path)).length,
    isEmpty,
    leavesNobody: !(await hasOwnAnswering(db)),
    progress: isRunning
      ? { done: Math.max(0, guide.removalTotal - left), total: guide.removalTotal }
      : undefined,
  };
}

/** An order belongs to the demo if its conversation does. */
const isDemoOffer = sql`exists (select 1 from ${conversations} c join ${demoRecords} d
  on d.kind = 'visitor' and d.record_id = c.visitor_id::text where c.id = ${offers.conversationId})`;

async function countDemo(db: Database): Promise<DemoCounts> {
  const [hasRecords] = await db.select({ id: demoRecords.recordId }).from(demoRecords).limit(1);
  if (!hasRecords) return NONE;
  const { rows } = await db.execute<{ [name in keyof DemoCounts]: string }>(sql`
    select
      (select count(*) from ${profiles} where ${isDemoAccount}) as accounts,
      (select count(*) from ${visitors} where ${isDemoVisitor}) as visitors,
      (select count(*) from ${conversations} where exists (select 1 from ${demoRecords} d
        where d.kind = 'visitor' and d.record_id = ${conversations.visitorId}::text)) as conversations,
      (select count(*) from ${orders} join ${offers} on ${offers.id} = ${orders.offerId}
        where ${isDemoOffer}) as orders,
      (select count(*) from ${subscriptions} where exists (select 1 from ${conversations} c
        join ${demoRecords} d on d.kind = 'visitor' and d.record_id = c.visitor_id::text
        where c.id = ${subscriptions.conversationId})) as subscriptions,
      (select count(*) from ${invoices} join ${orders} on ${orders.id} = ${invoices.orderId}
        join ${offers} on ${offers.id} = ${orders.offerId} where ${isDemoOffer}) as invoices,
      (select count(*) from ${serviceReviews} where ${isDemoReview}) as reviews,
      (select count(*) from ${cannedReplies} where ${isDemoReply}) as replies`);
  const [row] = rows;
  return Object.fromEntries(
    Object.keys(NONE).map((name) => [name, Number(row?.[name as keyof DemoCounts] ?? 0)]),
  ) as unknown as DemoCounts;
}

const NONE: DemoCounts = {
  accounts: 0,
  visitors: 0,
  conversations: 0,
  orders: 0,
  subscriptions: 0,
  invoices: 0,
  reviews: 0,
  replies: 0,
};

/** Tells the services that somebody else than the demo visitors ordered or reviewed. */
export async function readUsedServices(db: Database): Promise<(path: string) => boolean> {
  const { rows } = await db.execute<{ path: string }>(sql`
    select distinct line ->> 'path' as path from ${offers}
      cross join lateral jsonb_array_elements(${offers.lines}) line
      where not coalesce(${isDemoOffer}, false) and line ->> 'path' is not null
        and not exists (select 1 from ${orders} o where o.offer_id = ${offers.id} and o.is_test)
    union
    select distinct '/services/' || ${serviceReviews.section} || '/' || ${serviceReviews.serviceSlug}
      from ${serviceReviews} where not ${isDemoReview}`);
  const used = new Set(rows.map(({ path }) => path));
  return (path) => used.has(path);
}

/** True if an admin account exists that belongs to a person. */
export async function hasOwnAdmin(db: Database): Promise<boolean> {
  const [own] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(
      and(eq(profiles.role, 'admin'), eq(profiles.status, 'active'), sql`not ${isDemoAccount}`),
    )
    .limit(1);
  return own !== undefined;
}

/** True if somebody of the shop itself answers visitors: an admin, if `role` says so. */
export async function hasOwnAnswering(db: Database, role?: 'admin'): Promise<boolean> {
  const answering = and(
    mayGetSql('handed', 'profiles'),
    sql`not ${isDemoAccount}`,
    role && eq(profiles.role, role),
  );
  return (await db.$count(profiles, answering)) > 0;
}

/** True if a test order was placed, or a real one was completed, that is not demo data. */
export async function hasTestedOrder(db: Database): Promise<boolean> {
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(offers, eq(offers.id, orders.offerId))
    .where(and(or(eq(orders.isTest, true), eq(orders.state, 'completed')), sql`not ${isDemoOffer}`))
    .limit(1);
  return own !== undefined;
}

export async function isDemoMember(db: Database, id: string): Promise<boolean> {
  const [found] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, id), isDemoAccount));
  return found !== undefined;
}

export async function countOwnAccounts(db: Database): Promise<number> {
  return db.$count(profiles, and(eq(profiles.status, 'active'), sql`not ${isDemoAccount}`));
}

/**
 * Returns the demo visitors whose documents have to stay: their numbers stand after those of documents that stay, so
 * that a series would have a gap without them. One that stays may make others stay.
 */
export async function readRetainedVisitors(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ series: string; number: number; visitor: string | null }>(sql`
    with demo as (
      select i.kind || ' ' || i.series_year as series, i.series_number as number, d.record_id as visitor
      from ${invoices} i
      join ${orders} o on o.id = i.order_id
      join ${offers} f on f.id = o.offer_id
      join ${conversations} c on c.id = f.conversation_id
      join ${demoRecords} d on d.kind = 'visitor' and d.record_id = c.visitor_id::text
    )
    select series, number, visitor from demo
    union all
    select own.kind || ' ' || own.series_year, min(own.series_number), null
    from ${invoices} own
    join ${orders} on ${orders.id} = own.order_id
    join ${offers} on ${offers.id} = ${orders.offerId}
    where not ${isDemoOffer}
    group by own.kind, own.series_year`);
  const first = new Map(
    rows.flatMap(({ series, number, visitor }) => (visitor === null ? [[series, number]] : [])),
  );
  const retained = new Set<string>();
  const documents = rows.filter(({ visitor }) => visitor !== null);
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const { series, number, visitor } of documents) {
      const start = first.get(series) ?? Number.POSITIVE_INFINITY;
      if (visitor === null) continue;
      if (retained.has(visitor) && number < start) {
        first.set(series, number);
        isSettled = false;
      } else if (!retained.has(visitor) && number > start) {
        retained.add(visitor);
        isSettled = false;
      }
    }
  }
  return retained;
}
