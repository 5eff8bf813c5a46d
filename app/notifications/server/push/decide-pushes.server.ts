import { sql, type SQL } from 'drizzle-orm';
import { change, type After, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { PUSH_KIND, type IsInFront } from './push-kind.server.ts';
import {
  PUSH_AFTER_MS,
  PUSH_AGAIN_AFTER_MS,
  QUEUE_ROLES,
  UNANSWERED_ROLES,
} from '../../protocol/rules.ts';
import { pushSubscriptions } from './tables.server.ts';

/**
 * Creates a push notice and a job for each device and conversation, in one transaction. The decision depends
 * only on unread messages, so that a crash loses nothing, and a unique constraint resolves races between
 * processes.
 */
export async function decidePushes(
  appContext: ChangeContext,
  isInFront: IsInFront,
): Promise<number> {
  const { clock, db } = appContext;
  // This runs every few seconds, so it returns early if nobody has a device.
  if ((await db.$count(pushSubscriptions)) === 0) return 0;
  const now = clock.now();
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct due.profile_id as id from (
      ${unreadMessages(now, sql`true`)}
      union all ${waitingVisitors(now, sql`true`)}
      union all ${unansweredVisitors(sql`true`)}
    ) due`);
  const away: string[] = [];
  // Members who have the inbox in front see the messages there. A later run finds messages that stay unread.
  for (const { id } of rows) if (!(await isInFront(id))) away.push(id);
  if (away.length === 0) return 0;
  const person = sql`s.profile_id = any(${sql.param(away)}::text[])`;
  return change(
    appContext,
    undefined,
    async (tx, after) =>
      (await writeDown(tx, after, now, unreadMessages(now, person))) +
      (await writeDown(tx, after, now, waitingVisitors(now, person))) +
      (await writeDown(tx, after, now, unansweredVisitors(person))),
  );
}

async function writeDown(tx: Database, after: After, now: Date, due: SQL): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ id: string; subscription_id: string }>(sql`
    insert into push_notices (subscription_id, conversation_id, about, up_to_number, decided_at)
    select subscription_id, conversation_id, about, up_to_number, ${at} from (${due}) due
    on conflict (subscription_id, conversation_id) do update set
      about = excluded.about, up_to_number = excluded.up_to_number,
      decided_at = excluded.decided_at
    where push_notices.up_to_number < excluded.up_to_number and not ${isWaiting('push_notices')}
    returning id, subscription_id`);
  for (const { id, subscription_id: lane } of rows) {
    after.deliver(PUSH_KIND, { key: id, lane, payload: {} });
  }
  return rows.length;
}

/** Selects unread messages of the member's own visitors. Only messages since the device was registered count. */
function unreadMessages(now: Date, person: SQL): SQL {
  return sql`
    select s.id as subscription_id, s.profile_id, c.id as conversation_id, 'messages' as about,
      c.last_number as up_to_number
    from push_subscriptions s
    join visitors v on v.agent_id = s.profile_id and v.waiting_since is not null
    join conversations c on c.visitor_id = v.id
    left join read_marks r on r.agent_id = s.profile_id and r.conversation_id = c.id
    left join push_notices n on n.subscription_id = s.id and n.conversation_id = c.id
    where ${person}
      and c.waiting_since is not null
      and c.last_number > greatest(coalesce(r.number, 0), coalesce(n.up_to_number, 0))
      and (n.id is null
        or (n.decided_at <= ${before(now, PUSH_AGAIN_AFTER_MS)} and not ${isWaiting('n')}))
      and exists (
        select 1 from visitor_messages m
        where m.conversation_id = c.id and not m.is_agent and m.removal_number is null
          and m.number > greatest(coalesce(r.number, 0), coalesce(n.up_to_number, 0))
          and m.created_at <= ${before(now, PUSH_AFTER_MS)} and m.created_at >= s.created_at)`;
}

/** Selects unassigned visitors, once for each member who could take them and has not looked. */
function waitingVisitors(now: Date, person: SQL): SQL {
  return sql`
    select s.id as subscription_id, s.profile_id, c.id as conversation_id, 'queue' as about,
      c.last_number as up_to_number
    from push_subscriptions s
    join profiles p on p.id = s.profile_id and p.role = any(${sql.param([...QUEUE_ROLES])}::text[])
    left join notification_settings o on o.profile_id = s.profile_id
    join visitors v on v.agent_id is null and v.waiting_since is not null
    join conversations c on c.visitor_id = v.id and c.waiting_since is not null
    where ${person}
      and coalesce(o.tells_of_queue, true)
      and c.waiting_since <= ${before(now, PUSH_AFTER_MS)} and c.waiting_since >= s.created_at
      and not exists (
        select 1 from push_notices n where n.subscription_id = s.id and n.conversation_id = c.id)
      and not exists (
        select 1 from read_marks r
        where r.agent_id = s.profile_id and r.conversation_id = c.id and r.number >= c.last_number)`;
}

/** Selects visitors for whom no agent is available, once for each manager. */
function unansweredVisitors(person: SQL): SQL {
  return sql`
    select s.id as subscription_id, s.profile_id, c.id as conversation_id, 'unattended' as about,
      c.last_number as up_to_number
    from push_subscriptions s
    join profiles p
      on p.id = s.profile_id and p.role = any(${sql.param([...UNANSWERED_ROLES])}::text[])
    join conversations c on c.managers_told_at >= s.created_at
      and c.waiting_since is not null and c.completed_at is null
    where ${person}
      and not exists (
        select 1 from push_notices n where n.subscription_id = s.id and n.conversation_id = c.id)`;
}

/** While a notice is queued, newer messages are included in it. */
function isWaiting(notice: string): SQL {
  return sql`exists (
    select 1 from outbox o
    where o.kind = ${PUSH_KIND} and o.key = ${sql.raw(notice)}.id::text and o.state = 'open')`;
}

function before(now: Date, ms: number): SQL {
  return sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
}
