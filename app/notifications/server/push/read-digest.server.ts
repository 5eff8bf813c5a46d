import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Role } from '../../../accounts/protocol/roles.ts';
import { DIGEST_LINES, QUEUE_ROLES } from '../../protocol/rules.ts';

export interface UnreadVisitor {
  readonly visitorId: string;
  readonly email: string;
  readonly unread: number;
}

export interface DigestContent {
  /** Limited to the lines of an email, those who have waited longest first. */
  readonly visitors: readonly UnreadVisitor[];
  readonly visitorCount: number;
  /** Unassigned visitors. Zero if this member is not notified of them. */
  readonly queueCount: number;
  /** The time of the newest message, or null if there is none. */
  readonly newestAt: Date | null;
}

export async function readDigest(
  db: Database,
  person: { readonly id: string; readonly role: Role; readonly tellsOfQueue: boolean },
): Promise<DigestContent> {
  const { rows } = await db.execute<{
    id: string;
    email: string;
    unread: number;
    newest_at: Date;
    visitor_count: number;
    newest_of_all: Date;
  }>(sql`
    select v.id, v.email, u.unread, u.newest_at, count(*) over ()::int as visitor_count,
      max(u.newest_at) over () as newest_of_all
    from visitors v
    cross join lateral (
      select count(*)::int as unread, min(m.created_at) as oldest_at, max(m.created_at) as newest_at
      from conversations c
      left join read_marks r on r.agent_id = ${person.id} and r.conversation_id = c.id
      join visitor_messages m on m.conversation_id = c.id and not m.is_agent
        and m.removal_number is null and m.number > coalesce(r.number, 0)
      where c.visitor_id = v.id and c.waiting_since is not null
    ) u
    where v.agent_id = ${person.id} and v.waiting_since is not null and u.unread > 0
    order by u.oldest_at, v.id
    limit ${DIGEST_LINES}`);
  const queue = await readQueue(db, person.tellsOfQueue && QUEUE_ROLES.includes(person.role));
  const times = [rows[0]?.newest_of_all, queue.newestAt].flatMap((at) =>
    at ? [new Date(at).getTime()] : [],
  );
  return {
    visitors: rows.map(({ id, email, unread }) => ({ visitorId: id, email, unread })),
    visitorCount: rows[0]?.visitor_count ?? 0,
    queueCount: queue.count,
    newestAt: times.length > 0 ? new Date(Math.max(...times)) : null,
  };
}

async function readQueue(db: Database, isTold: boolean) {
  if (!isTold) return { count: 0, newestAt: null };
  const { rows } = await db.execute<{ count: number; newest_at: Date | null }>(sql`
    select count(*)::int as count, max(v.waiting_since) as newest_at
    from visitors v where v.agent_id is null and v.waiting_since is not null`);
  return { count: rows[0]?.count ?? 0, newestAt: rows[0]?.newest_at ?? null };
}
