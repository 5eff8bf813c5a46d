import { sql, type SQL } from 'drizzle-orm';
import { isConfirmedSql } from '../email-verification/is-confirmed.server.ts';
import type { CameFrom } from '../../protocol/elsewhere.ts';
import type { VisitorIdentity } from '../../protocol/views.ts';
import {
  eachVisitorField,
  VISITOR_FIELD_NAMES,
  type VisitorFieldName,
  type VisitorFields,
} from '../../protocol/visitor-fields.ts';
import { visitors } from '../tables.server.ts';

export type VisitorFieldsRow = Record<`visitor_${VisitorFieldName}`, string | null>;

export interface IdentityRow extends VisitorFieldsRow, Record<string, unknown> {
  is_confirmed: boolean;
  is_new_browser: boolean;
  came_from: CameFrom | null;
}

/** Conversations `k` of unconfirmed browsers of `v`: the open ones and the one that receives answers. */
const DOUBTFUL: SQL = sql`conversations k where k.visitor_id = v.id
  and (k.completed_at is null or k.id = c.id)
  and not ${isConfirmedSql(sql`k.browser_id`, sql`v.id`)}`;

/**
 * Open conversations of other browsers with the address, unless the host site `h` signed the same identity
 * for them.
 */
const SAID_OTHERWISE: SQL = sql`
  select 1 from conversations k where k.visitor_id = v.id
    and k.completed_at is null and k.browser_id <> c.browser_id
    and not exists (
      select 1 from conversation_hosts o where o.conversation_id = k.id
        and o.origin = h.origin and o.subject = h.subject
    )`;

/** The visitor's own texts in the conversation `c`, which may be missing. They apply if the team wrote none. */
const OWN_TEXTS: Readonly<Partial<Record<VisitorFieldName, SQL>>> = { name: sql`c.visitor_name` };

/** Columns for {@link toVisitorFields}, of the visitor `v`. */
export const visitorFieldColumns: SQL = sql.join(
  VISITOR_FIELD_NAMES.map((name) => {
    const column = sql`v.${sql.identifier(visitors[name].name)}`;
    return sql`coalesce(${column}, ${OWN_TEXTS[name] ?? sql`null`}) as ${sql.identifier(`visitor_${name}`)}`;
  }),
  sql`, `,
);

export function toVisitorFields(row: VisitorFieldsRow): VisitorFields {
  return eachVisitorField((name) => row[`visitor_${name}`]);
}

/**
 * Columns for {@link toIdentity}. With open conversations in several browsers, the least trusted one counts,
 * because they share a thread.
 */
export const identityColumns = sql`
  ${visitorFieldColumns},
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
    ...toVisitorFields(row),
    isConfirmed: row.is_confirmed,
    isNewBrowser: row.is_new_browser,
    ...(row.came_from && { cameFrom: row.came_from }),
  };
}
