import { asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Role } from '../../protocol/roles.ts';
import { authUsers, pendingSignUps, profiles } from '../tables.server.ts';
import { hasFactor } from '../factors/read-factors.server.ts';
import { isConnected } from './who-gets-visitors.server.ts';
import { toSent } from '../../../platform/sent.ts';

export interface TeamMember {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly status: 'waiting' | 'active' | 'suspended';
  readonly requestedRole: Role | null;
  readonly isVerified: boolean;
  readonly acceptsChats: boolean;
  readonly answersVisitors: boolean;
  readonly isConnected: boolean;
  readonly hasFactor: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly signUp?: SignUpTraits;
}

export interface SignUpTraits {
  readonly network: string | null;
  readonly browser: string | null;
  /** The number of other sign-ups with the same address. */
  readonly others: number;
}

const SHOWN_AT_MOST = 500;
const SIGN_UPS_SHOWN_AT_MOST = 100;

export async function readTeam(db: Database): Promise<TeamMember[]> {
  const rows = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      fullName: profiles.fullName,
      role: profiles.role,
      status: profiles.status,
      requestedRole: profiles.requestedRole,
      isVerified: authUsers.emailVerified,
      acceptsChats: profiles.acceptsChats,
      answersVisitors: profiles.answersVisitors,
      isConnected: isConnected('profiles'),
      hasFactor: hasFactor('profiles'),
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .innerJoin(authUsers, eq(authUsers.id, profiles.id))
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(SHOWN_AT_MOST);
  return rows.map(toSent);
}

/** Counts the accounts that wait for an approval. */
export function countWaitingMembers(db: Database): Promise<number> {
  return db.$count(profiles, eq(profiles.status, 'waiting'));
}

/** Returns the newest unverified sign-ups, and the total number. */
export async function readSignUps(
  db: Database,
  clock: Clock,
): Promise<{ readonly signUps: TeamMember[]; readonly total: number }> {
  const rows = await db
    .select({
      id: pendingSignUps.id,
      email: pendingSignUps.email,
      fullName: pendingSignUps.fullName,
      requestedRole: pendingSignUps.requestedRole,
      network: pendingSignUps.network,
      browser: pendingSignUps.browser,
      createdAt: pendingSignUps.createdAt,
      ofAddress: sql<number>`(count(*) over (partition by ${pendingSignUps.email}))::int`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(pendingSignUps)
    .where(gt(pendingSignUps.expiresAt, clock.now()))
    .orderBy(desc(pendingSignUps.createdAt), desc(pendingSignUps.id))
    .limit(SIGN_UPS_SHOWN_AT_MOST);
  const signUps = rows.map(({ network, browser, ofAddress, total: _, createdAt, ...row }) => ({
    ...row,
    role: 'agent' as const,
    status: 'waiting' as const,
    isVerified: false,
    acceptsChats: false,
    answersVisitors: false,
    isConnected: false,
    hasFactor: false,
    createdAt: createdAt.toISOString(),
    signUp: { network, browser, others: ofAddress - 1 },
  }));
  return { signUps, total: rows[0]?.total ?? 0 };
}
