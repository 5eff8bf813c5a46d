import { sql, type SQL } from 'drizzle-orm';
import { rolesThatMay, may, type Permission } from '../../protocol/permissions.ts';
import type { Member } from '../../protocol/member.ts';

interface Asked {
  readonly permission: Permission;
  /** The member has not switched chats off. */
  readonly accepts?: boolean;
  /** The member is online. */
  readonly connected?: boolean;
  /** The member has fewer visitors than the capacity allows (rule 133). */
  readonly room?: boolean;
}

/**
 * The conditions for each way of getting a visitor. `who-gets-visitors.server.ts` derives the SQL conditions
 * from this table.
 */
export const ASKED = {
  /** A colleague assigns a visitor by hand. */
  handed: { permission: 'answer-visitors' },
  /** Counts for the availability that visitors see (rule 129). */
  counted: { permission: 'answer-visitors', accepts: true },
  /** A new visitor is assigned automatically (rule 126). */
  given: { permission: 'be-given-visitors', accepts: true, room: true },
  /** A visitor who waits in vain is reassigned automatically. */
  'passed-on': { permission: 'be-given-visitors', accepts: true, room: true, connected: true },
  /** A visitor can wait for this member, because the member will take visitors once there is room. */
  expected: { permission: 'be-given-visitors', accepts: true, connected: true },
  /** Visitors are told that an agent is online (rule 132). */
  there: { permission: 'answer-visitors', accepts: true, connected: true },
} as const satisfies Readonly<Record<string, Asked>>;

export type AssignmentStep = keyof typeof ASKED;

type StepWithCapacity = {
  [W in AssignmentStep]: (typeof ASKED)[W] extends { room: true } ? W : never;
}[AssignmentStep];

export interface AssignmentStatus extends Pick<Member, 'role'> {
  readonly status: 'waiting' | 'active' | 'suspended';
  readonly acceptsChats: boolean;
  readonly isConnected: boolean;
  readonly hasCapacity: boolean;
}

/** The aliases of the table `profiles` in queries. */
type Profile = 'p' | 'o' | 'profiles' | 'holder';

/**
 * Returns SQL for `mayGet`. `profile` is the alias of the table `profiles`. The caller passes `hasCapacity`,
 * because only the caller counts visitors.
 */
export function mayGetSql(
  step: Exclude<AssignmentStep, StepWithCapacity>,
  profile: Profile,
): SQL<boolean>;
export function mayGetSql(step: AssignmentStep, profile: Profile, hasCapacity: SQL): SQL<boolean>;
export function mayGetSql(
  step: AssignmentStep,
  profile: Profile,
  hasCapacity = sql`false`,
): SQL<boolean> {
  const { permission, ...asked } = ASKED[step];
  const person = sql.raw(profile);
  const conditions = [
    sql`${person}.status = 'active'`,
    sql`${person}.role = any(${sql.param(rolesThatMay(permission))}::text[])`,
    ...('accepts' in asked ? [sql`${person}.accepts_chats`] : []),
    ...('connected' in asked ? [isConnected(profile)] : []),
    ...('room' in asked ? [hasCapacity] : []),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** Returns SQL that is true while the member's connection lease is valid. */
export function isConnected(profile: Profile): SQL<boolean> {
  return sql<boolean>`coalesce(${sql.raw(profile)}.connected_until > clock_timestamp(), false)`;
}

export function mayGet(step: AssignmentStep, person: AssignmentStatus): boolean {
  const asked: Asked = ASKED[step];
  return (
    person.status === 'active' &&
    may(person, asked.permission) &&
    (!asked.accepts || person.acceptsChats) &&
    (!asked.connected || person.isConnected) &&
    (!asked.room || person.hasCapacity)
  );
}
