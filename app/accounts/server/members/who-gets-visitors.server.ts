import { sql, type SQL } from 'drizzle-orm';
import { rolesThatMay, may } from '../../protocol/permissions.ts';
import type { Role } from '../../protocol/roles.ts';
import type { Member } from '../../protocol/member.ts';

/** New visitors are assigned to these roles, and to managers and admins who chose to answer visitors. */
const ASSIGNED: readonly Role[] = ['agent'];
/** The same, for assignments by colleagues. These members can switch chats off and have a capacity. */
const ANSWERING: readonly Role[] = ['agent', 'support'];

interface Asked {
  readonly roles: readonly Role[];
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
  handed: { roles: ANSWERING },
  /** Counts for the availability that visitors see (rule 129). */
  counted: { roles: ANSWERING, accepts: true },
  /** A new visitor is assigned automatically (rule 126). */
  given: { roles: ASSIGNED, accepts: true, room: true },
  /** A visitor who waits in vain is reassigned automatically. */
  'passed-on': { roles: ASSIGNED, accepts: true, room: true, connected: true },
  /** A visitor can wait for this member, because the member will take visitors once there is room. */
  expected: { roles: ASSIGNED, accepts: true, connected: true },
  /** Visitors are told that an agent is online (rule 132). */
  there: { roles: ANSWERING, accepts: true, connected: true },
} as const satisfies Readonly<Record<string, Asked>>;

export type AssignmentStep = keyof typeof ASKED;

type StepWithCapacity = {
  [W in AssignmentStep]: (typeof ASKED)[W] extends { room: true } ? W : never;
}[AssignmentStep];

interface Answering extends Pick<Member, 'role'> {
  /** The choice of a manager or admin. */
  readonly answersVisitors: boolean;
}

export interface AssignmentStatus extends Answering {
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
  const { roles, ...asked } = ASKED[step];
  const person = sql.raw(profile);
  const conditions = [
    sql`${person}.status = 'active'`,
    sql`(${person}.role = any(${sql.param([...roles])}::text[])
      or (${person}.answers_visitors
        and ${person}.role = any(${sql.param(rolesThatMay('choose-to-answer'))}::text[])))`,
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
    isOneOf(asked.roles, person) &&
    (!asked.accepts || person.acceptsChats) &&
    (!asked.connected || person.isConnected) &&
    (!asked.room || person.hasCapacity)
  );
}

/** True if visitors may be assigned to the member automatically, apart from the member's present availability. */
export function isAssignedVisitors(person: Answering): boolean {
  return isOneOf(ASSIGNED, person);
}

/** True if colleagues may assign visitors to the member. */
export function isAnswering(person: Answering): boolean {
  return isOneOf(ANSWERING, person);
}

function isOneOf(roles: readonly Role[], person: Answering): boolean {
  return roles.includes(person.role) || (person.answersVisitors && may(person, 'choose-to-answer'));
}
