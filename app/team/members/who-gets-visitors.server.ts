import { sql, type SQL } from 'drizzle-orm';
import { rolesThatMay } from './permissions.ts';
import { ASKED, type RoomyWay, type Way } from './who-gets-visitors.ts';

/** The names that the table `profiles` has in queries. */
type Profile = 'p' | 'o' | 'profiles' | 'holder';

/**
 * Whether the person may get a visitor this way, for a query. `profile` is the name that the table
 * `profiles` has there, `hasRoom` whether this person has room: only who counts visitors knows.
 */
export function mayGetSql(way: Exclude<Way, RoomyWay>, profile: Profile): SQL<boolean>;
export function mayGetSql(way: Way, profile: Profile, hasRoom: SQL): SQL<boolean>;
export function mayGetSql(way: Way, profile: Profile, hasRoom = sql`false`): SQL<boolean> {
  const { permission, ...asked } = ASKED[way];
  const person = sql.raw(profile);
  const conditions = [
    sql`${person}.status = 'active'`,
    sql`${person}.role = any(${sql.param(rolesThatMay(permission))}::text[])`,
    ...('accepts' in asked ? [sql`${person}.accepts_chats`] : []),
    ...('connected' in asked ? [isConnected(profile)] : []),
    ...('room' in asked ? [hasRoom] : []),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** Whether a server holds one of the person's sockets, or did a moment ago. */
export function isConnected(profile: Profile): SQL<boolean> {
  return sql<boolean>`coalesce(${sql.raw(profile)}.connected_until > clock_timestamp(), false)`;
}
