import { sql, type SQL } from 'drizzle-orm';
import { rolesThatMay } from '../../protocol/permissions.ts';
import { ASKED, type RoomyWay, type Way } from './who-gets-visitors.ts';

/** The aliases of the table `profiles` in queries. */
type Profile = 'p' | 'o' | 'profiles' | 'holder';

/**
 * Returns SQL for `mayGet`. `profile` is the alias of the table `profiles`. The caller passes `hasRoom`,
 * because only the caller counts visitors.
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

/** Returns SQL that is true while the member's connection lease is valid. */
export function isConnected(profile: Profile): SQL<boolean> {
  return sql<boolean>`coalesce(${sql.raw(profile)}.connected_until > clock_timestamp(), false)`;
}
