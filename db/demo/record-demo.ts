import { eq, inArray, like } from 'drizzle-orm';
import { profiles } from '../../app/accounts/server/tables.server.ts';
import { cannedReplies } from '../../app/chat/server/messages/tables.server.ts';
import { visitors } from '../../app/chat/server/tables.server.ts';
import type { Clock } from '../../app/platform/clock.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { serviceReviews } from '../../app/reviews/server/tables.server.ts';
import {
  describeAccount,
  describeReply,
} from '../../app/setup-guide/server/demo-records.server.ts';
import { demoRecords, setupGuide } from '../../app/setup-guide/server/tables.server.ts';
import { DEMO_CONVERSATIONS, DEMO_REPLIES } from './conversations.ts';
import { DEMO_ORDERS } from './demo-orders.ts';
import { TEAM } from './team.ts';
import { SPAM } from './moderation.ts';
import { PAST_ADDRESSES } from './past-conversations.ts';
import { DEMO_REVIEWS } from './reviews.ts';
import { DEMO_SUBSCRIPTIONS } from './subscriptions.ts';

/** Nobody can own an address in this domain (RFC 2606), so a visitor with it is never a real person. */
const NOBODYS = '%.example';

const ADDRESSES = new Set([
  ...DEMO_CONVERSATIONS.map(({ email }) => email),
  ...DEMO_ORDERS.map(({ email }) => email),
  ...DEMO_SUBSCRIPTIONS.map(({ email }) => email),
  ...PAST_ADDRESSES,
]);

interface Record {
  readonly kind: (typeof demoRecords.$inferSelect)['kind'];
  readonly recordId: string;
  readonly text: string;
}

/**
 * Records the ids of the demo data, so that its removal deletes nothing else. Rows that differ from the demo data were
 * changed by the team and are left out.
 */
export async function recordDemo(db: Database, clock: Clock): Promise<void> {
  const found = [
    ...(await findVisitors(db)),
    ...(await findReviews(db)),
    ...(await findReplies(db)),
    ...(await findAccounts(db)),
  ];
  if (found.length > 0) await db.insert(demoRecords).values(found).onConflictDoNothing();
  const demoRecordedAt = clock.now();
  await db
    .insert(setupGuide)
    .values({ demoRecordedAt })
    .onConflictDoUpdate({ target: setupGuide.id, set: { demoRecordedAt } });
}

/** Records the demo data of an installation that an earlier version began, once. */
export async function recordFormerDemo(db: Database, clock: Clock): Promise<void> {
  const [guide] = await db.select({ at: setupGuide.demoRecordedAt }).from(setupGuide);
  if (guide?.at) return;
  await db.transaction((tx) => recordDemo(tx, clock));
}

async function findVisitors(db: Database): Promise<Record[]> {
  const rows = await db
    .select({ id: visitors.id, email: visitors.email })
    .from(visitors)
    .where(like(visitors.email, NOBODYS));
  return rows
    .filter(({ email }) => ADDRESSES.has(email))
    .map(({ id, email }) => ({ kind: 'visitor', recordId: id, text: email }));
}

async function findReviews(db: Database): Promise<Record[]> {
  const written = [...DEMO_REVIEWS, SPAM];
  const nameOf = (review: {
    readonly section: string;
    readonly serviceSlug: string;
    readonly name: string;
    readonly text: string | null;
  }) => [review.section, review.serviceSlug, review.name, review.text ?? ''].join('\n');
  const known = new Set(written.map(nameOf));
  const names = [...new Set(written.map(({ name }) => name))];
  const rows = await db.select().from(serviceReviews).where(inArray(serviceReviews.name, names));
  return rows
    .filter((row) => row.purchasedAt === null && known.has(nameOf(row)))
    .map(({ id, name }) => ({ kind: 'review', recordId: id, text: name }));
}

async function findReplies(db: Database): Promise<Record[]> {
  const known = new Set(DEMO_REPLIES.map(describeReply));
  const rows = await db.select().from(cannedReplies);
  return rows.flatMap((row) => {
    const text = describeReply(row);
    return known.has(text) ? [{ kind: 'reply' as const, recordId: row.id, text }] : [];
  });
}

async function findAccounts(db: Database): Promise<Record[]> {
  const found: Record[] = [];
  for (const { email, fullName } of TEAM) {
    // oxlint-disable-next-line no-await-in-loop -- six accounts over one connection
    const [row] = await db.select().from(profiles).where(eq(profiles.email, email));
    if (row?.fullName === fullName)
      found.push({ kind: 'account', recordId: row.id, text: describeAccount(row) });
  }
  return found;
}
