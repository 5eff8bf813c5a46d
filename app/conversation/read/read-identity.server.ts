import { sql, type SQL } from 'drizzle-orm';
import { isConfirmedSql } from '../confirmation/is-confirmed.server.ts';
import type { CameFrom } from '../wire/elsewhere.ts';
import type { VisitorIdentity } from '../wire/views.ts';

export interface IdentityRow extends Record<string, unknown> {
  /** What the team calls them, or else what they gave there. */
  visitor_name: string | null;
  is_confirmed: boolean;
  is_new_browser: boolean;
  came_from: CameFrom | null;
}

/** Conversations `k` of `v` of browsers that proved nothing: the open ones, and that which an answer goes to. */
const DOUBTFUL: SQL = sql`conversations k where k.visitor_id = v.id
  and (k.completed_at is null or k.id = c.id)
  and not ${isConfirmedSql(sql`k.browser_id`, sql`v.id`)}`;

/** What another browser has open with the address, and the site `h` did not say that it is the same person. */
const SAID_OTHERWISE: SQL = sql`
  select 1 from conversations k where k.visitor_id = v.id
    and k.completed_at is null and k.browser_id <> c.browser_id
    and not exists (
      select 1 from conversation_hosts o where o.conversation_id = k.id
        and o.origin = h.origin and o.subject = h.subject
    )`;

/**
 * Who a visitor `v` is: for {@link toIdentity}. The name is the team's, or else that of their conversation
 * `c`, which may be none. Where several browsers have something open with the address, the least that is known of any of
 * them counts: all of it stands in one thread. Another browser is one that the address did not come with
 * first.
 */
export const identityColumns = sql`
  coalesce(v.name, c.visitor_name) as visitor_name,
  c.id is not null and not exists (
    select 1 from ${DOUBTFUL}
  ) as is_confirmed,
  exists (
    select 1 from ${DOUBTFUL} and k.browser_id <> (
      select f.browser_id from conversations f where f.visitor_id = v.id
      order by f.started_at, f.id limit 1
    )
  ) as is_new_browser,
  (
    select json_build_object('site', regexp_replace(h.origin, '^https?://', ''),
      'section', h.section,
      'subject', case when not exists (${SAID_OTHERWISE}) then h.subject end)
    from conversation_hosts h where h.conversation_id = c.id
  ) as came_from`;

export function toIdentity(row: IdentityRow): VisitorIdentity {
  return {
    name: row.visitor_name,
    isConfirmed: row.is_confirmed,
    isNewBrowser: row.is_new_browser,
    ...(row.came_from && { cameFrom: row.came_from }),
  };
}
