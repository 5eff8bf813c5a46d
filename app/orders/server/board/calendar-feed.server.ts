import { createHmac, randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import {
  inWordsOf,
  type SpokenSettings,
} from '../../../accounts/server/members/member-language.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { hashSecret, readOrCreateSecret } from '../../../platform/secrets.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { dueOf } from '../../deadlines.ts';
import { readOrderQuery } from '../../protocol/order-query.ts';
import { titleOf } from '../../protocol/order-view.ts';
import { formatOrderNumber } from '../../protocol/transitions.ts';
import {
  currentOf,
  deadline,
  isOfShop,
  selectOrders,
  whereQuery,
} from '../order/list-orders.server.ts';
import { orders } from '../tables.server.ts';
import { calendarFeeds } from './tables.server.ts';
import { writeCalendar } from './write-calendar.ts';

const SECRET = /^([\w-]{43})\.ics$/;

/** Calendars of members with more open orders show the most urgent ones. */
const EVENTS_AT_MOST = 1000;

/** Returns the path of the member's calendar file, which is its own credential, or null if there is none. */
export async function readFeedPath(db: Database, memberId: string): Promise<string | null> {
  const [feed] = await db
    .select({ salt: calendarFeeds.salt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.memberId, memberId));
  return feed ? `/team/orders/calendar/${await secretOf(db, memberId, feed.salt)}.ics` : null;
}

/** Gives the member an address. With `isNew`, an address that exists ends. */
export async function createFeed(
  appContext: ChangeContext,
  trace: Trace,
  member: Member,
  isNew: boolean,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const salt = randomUUID();
    const secretHash = hashSecret(await secretOf(tx, member.id, salt));
    const row = { secretHash, salt, createdAt: appContext.clock.now() };
    const insert = tx.insert(calendarFeeds).values({ memberId: member.id, ...row });
    const saved = isNew
      ? await insert.onConflictDoUpdate({ target: calendarFeeds.memberId, set: row }).returning()
      : await insert.onConflictDoNothing().returning();
    if (saved.length === 0) return;
    after.audit(isNew ? 'calendar-renewed' : 'calendar-created', {
      subjectId: member.id,
      subject: member.email,
    });
  });
}

/** Ends the address. Idempotent. */
export async function endFeed(
  appContext: ChangeContext,
  trace: Trace,
  member: Member,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const gone = await tx
      .delete(calendarFeeds)
      .where(eq(calendarFeeds.memberId, member.id))
      .returning({ memberId: calendarFeeds.memberId });
    if (gone.length === 0) return;
    after.audit('calendar-ended', { subjectId: member.id, subject: member.email });
  });
}

/** The database has only a hash of the secret, so that a copy of it opens no calendar. */
async function secretOf(db: Database, memberId: string, salt: string): Promise<string> {
  const key = await readOrCreateSecret(db, 'calendar-feeds');
  return createHmac('sha256', key).update(`${memberId} ${salt}`).digest('base64url');
}

interface FeedContext {
  readonly db: Database;
  readonly clock: { now(): Date };
  readonly settings: Pick<Settings, 'origin' | 'brandName' | 'supportTimezone'> & SpokenSettings;
}

/**
 * Returns the calendar file of the active member with this secret: the deadlines of the open orders that the member
 * owns or is assigned to, with today's access rights. It names no buyer, because calendars are often shared.
 */
export async function readFeed(
  { db, clock, settings }: FeedContext,
  file: string,
): Promise<string | undefined> {
  const [, secret] = SECRET.exec(file) ?? [];
  if (secret === undefined) return undefined;
  const [owner] = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      fullName: profiles.fullName,
      role: profiles.role,
    })
    .from(calendarFeeds)
    .innerJoin(profiles, eq(profiles.id, calendarFeeds.memberId))
    .where(and(eq(calendarFeeds.secretHash, hashSecret(secret)), eq(profiles.status, 'active')));
  if (!owner) return undefined;
  const member: Member = owner;
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const query = readOrderQuery(new URLSearchParams({ who: 'mine' }));
  const rows = await selectOrders(db, {})
    .where(and(whereQuery(member, query, shop), isOfShop))
    .orderBy(asc(deadline), asc(orders.number))
    .limit(EVENTS_AT_MOST);
  const { hostname } = new URL(settings.origin);
  return inWordsOf(db, settings, { id: member.id }, () =>
    writeCalendar(
      settings.brandName,
      rows.flatMap((row) => {
        const { order, lines } = row;
        const due = dueOf(order, shop.timeZone, shop.now);
        const number = formatOrderNumber(order.number);
        const milestone = currentOf(row);
        return due
          ? {
              uid: `${number}.${due.what}@${hostname}`,
              day: due.day,
              what: due.what,
              number,
              title: milestone
                ? t('{title}, {milestone}', { title: titleOf(lines), milestone: milestone.title })
                : titleOf(lines),
              url: `${settings.origin}/team/orders/${number}`,
              changedAt: order.updatedAt,
              sequence: order.lastEvent,
            }
          : [];
      }),
    ),
  );
}
