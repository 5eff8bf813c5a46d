import { sql, type SQL } from 'drizzle-orm';
import { rolesThatMay } from './permissions.ts';
import { ASKED, type Way } from './who-gets-visitors.ts';

/**
 * Whether the person may get a visitor this way, for a query. `profile` is the name that the table
 * `profiles` has there.
 */
export function mayGetSql(way: Way, profile: 'p' | 'profiles'): SQL<boolean> {
  const { permission, ...asked } = ASKED[way];
  const person = sql.raw(profile);
  const conditions = [
    sql`${person}.status = 'active'`,
    sql`${person}.role = any(${sql.param(rolesThatMay(permission))}::text[])`,
    ...('accepts' in asked ? [sql`${person}.accepts_chats`] : []),
    ...('connected' in asked ? [isConnected(profile)] : []),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** Whether a server holds one of the person's sockets, or did a moment ago. */
export function isConnected(profile: 'p' | 'profiles' | 'holder'): SQL<boolean> {
  return sql<boolean>`coalesce(${sql.raw(profile)}.connected_until > clock_timestamp(), false)`;
}
