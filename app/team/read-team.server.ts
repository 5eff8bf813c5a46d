import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import type { Role } from './roles.ts';
import { authUsers, profiles } from './tables.server.ts';

/** Somebody on the team page. */
export interface TeamMember {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly status: 'waiting' | 'active' | 'suspended';
  readonly requestedRole: Role | null;
  readonly isVerified: boolean;
  readonly acceptsChats: boolean;
  readonly isConnected: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
}

const SHOWN_AT_MOST = 500;

/** Everybody with an account, in the order they came. */
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
      isConnected: sql<boolean>`coalesce(${profiles.connectedUntil} > clock_timestamp(), false)`,
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .innerJoin(authUsers, eq(authUsers.id, profiles.id))
    .orderBy(asc(profiles.createdAt), asc(profiles.id))
    .limit(SHOWN_AT_MOST);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
