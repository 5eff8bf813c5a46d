import { eq, inArray, lte, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { transact } from '../../platform/db/transact.server.ts';
import { endOfSession } from '../../team/sessions/sessions.server.ts';
import type { Subject } from './push-payload.ts';
import type { PushTarget } from './push-sender.server.ts';
import { QUEUE_ROLES } from './queue-roles.ts';
import { PUSH_LEASE_MS, PUSHES_AT_ONCE } from './rules.ts';
import { pushNotices, pushSubscriptions } from './tables.server.ts';

/** A push that is this process's to send until its lease ends. */
export interface ClaimedPush {
  readonly noticeId: string;
  readonly subscriptionId: string;
  readonly profileId: string;
  /** Which try it is; a try that was overtaken by another settles nothing. */
  readonly attempts: number;
  readonly target: PushTarget;
  readonly subject: Subject;
  readonly showsPreviews: boolean;
}

interface Row extends Record<string, unknown> {
  notice_id: string;
  subscription_id: string;
  profile_id: string;
  attempts: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  shows_previews: boolean;
  is_active: boolean;
  session_created_at: Date;
  session_expires_at: Date;
  about: 'messages' | 'queue';
  is_wanted: boolean;
  was_sent: boolean;
  conversation_id: string;
  visitor_id: string;
  email: string;
  last_number: number;
  unread: number;
  text: string | null;
}

/**
 * Takes what is due and looks once more: what was read meanwhile, or went to somebody else, is not
 * sent, and a browser whose session is over is forgotten. The look and the lease are one
 * transaction. `isEmpty` when nothing is due any more.
 */
export async function claimPushes(
  db: Database,
  clock: Clock,
): Promise<{ readonly isEmpty: boolean; readonly claimed: readonly ClaimedPush[] }> {
  const now = clock.now();
  return transact(db, async (tx) => {
    const rows = await takeDue(tx, now);
    const ended = rows.filter((row) => !isSignedIn(row, now));
    await forget(tx, ended);
    const alive = rows.filter((row) => isSignedIn(row, now));
    await drop(
      tx,
      alive.filter((row) => !row.is_wanted),
    );
    const claimed: ClaimedPush[] = [];
    for (const row of alive.filter((one) => one.is_wanted)) {
      await tx
        .update(pushNotices)
        .set({
          attempts: row.attempts + 1,
          upToNumber: row.last_number,
          nextAttemptAt: new Date(now.getTime() + PUSH_LEASE_MS),
        })
        .where(eq(pushNotices.id, row.notice_id));
      claimed.push(toClaimed(row));
    }
    return { isEmpty: rows.length === 0, claimed };
  });
}

// In two steps, because the second joins so many tables that its plan alone takes the embedded
// database 30 ms, in which nothing else happens, and mostly nothing is due.
async function takeDue(tx: Database, now: Date): Promise<Row[]> {
  const due = await tx
    .select({ id: pushNotices.id })
    .from(pushNotices)
    .where(lte(pushNotices.nextAttemptAt, now))
    .orderBy(pushNotices.nextAttemptAt, pushNotices.id)
    .limit(PUSHES_AT_ONCE)
    .for('update', { skipLocked: true });
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const { rows } = await tx.execute<Row>(sql`
    select n.id as notice_id, n.attempts, n.about, n.sent_at is not null as was_sent,
      s.id as subscription_id, s.profile_id, s.endpoint, s.p256dh, s.auth,
      coalesce(o.shows_previews, false) as shows_previews,
      p.status = 'active' as is_active,
      a.created_at as session_created_at, a.expires_at as session_expires_at,
      c.id as conversation_id, c.last_number, v.id as visitor_id, v.email,
      unread.count::int as unread, unread.text,
      v.completed_at is null and c.completed_at is null and c.waiting_since is not null and case
        when n.about = 'messages' then v.agent_id = s.profile_id and unread.count > 0
        else v.agent_id is null and v.conversation_id = c.id
          and p.role = any(${sql.param([...QUEUE_ROLES])}::text[])
          and coalesce(o.tells_of_queue, true)
          and (r.number is null or r.number < c.last_number)
      end as is_wanted
    from push_notices n
    join push_subscriptions s on s.id = n.subscription_id
    join profiles p on p.id = s.profile_id
    join auth_sessions a on a.id = s.session_id
    join conversations c on c.id = n.conversation_id
    join visitors v on v.id = c.visitor_id
    left join notification_settings o on o.profile_id = s.profile_id
    left join read_marks r on r.agent_id = s.profile_id and r.conversation_id = c.id
    cross join lateral (
      select count(*) as count, (array_agg(m.message order by m.number desc))[1] as text
      from visitor_messages m
      where m.conversation_id = c.id and not m.is_agent and m.number > coalesce(r.number, 0)
    ) unread
    where n.id = any(${sql.param(ids)}::uuid[])
    order by n.next_attempt_at, n.id`);
  return rows;
}

function isSignedIn(row: Row, now: Date): boolean {
  const createdAt = new Date(row.session_created_at);
  const expiresAt = new Date(row.session_expires_at);
  return row.is_active && endOfSession({ createdAt, expiresAt }).getTime() > now.getTime();
}

async function forget(tx: Database, rows: readonly Row[]): Promise<void> {
  const ids = rows.map((row) => row.subscription_id);
  if (ids.length > 0) await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, ids));
}

/** What was never sent is forgotten, so that it may be decided on anew when it comes back. */
async function drop(tx: Database, rows: readonly Row[]): Promise<void> {
  for (const { notice_id: id, was_sent: wasSent } of rows) {
    const notice = eq(pushNotices.id, id);
    if (wasSent) await tx.update(pushNotices).set({ nextAttemptAt: null }).where(notice);
    else await tx.delete(pushNotices).where(notice);
  }
}

function toClaimed(row: Row): ClaimedPush {
  return {
    noticeId: row.notice_id,
    subscriptionId: row.subscription_id,
    profileId: row.profile_id,
    attempts: row.attempts + 1,
    target: { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth },
    showsPreviews: row.shows_previews,
    subject: {
      about: row.about,
      conversationId: row.conversation_id,
      visitorId: row.visitor_id,
      email: row.email,
      unread: row.unread,
      upToNumber: row.last_number,
      text: row.text,
    },
  };
}
