import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Auth } from '../sign-in/auth.server.ts';
import type { Member } from '../../protocol/member.ts';
import { authSessions, profiles } from '../tables.server.ts';
import { readSessionToken } from './read-session.server.ts';

/** The time to give the second factor after the password. */
export const AWAITED_MS = 10 * 60 * 1000;

/** A session that is unusable until a second factor is given. */
export interface AwaitingSession {
  readonly sessionId: string;
  readonly member: Member;
}

export async function findAwaiting(
  db: Database,
  auth: Auth,
  headers: Headers,
): Promise<AwaitingSession | undefined> {
  const token = await readSessionToken(auth, headers.get('Cookie'));
  if (token === undefined) return undefined;
  const [row] = await db
    .select({
      sessionId: authSessions.id,
      createdAt: authSessions.createdAt,
      member: {
        id: profiles.id,
        email: profiles.email,
        fullName: profiles.fullName,
        role: profiles.role,
      },
    })
    .from(authSessions)
    .innerJoin(profiles, eq(profiles.id, authSessions.userId))
    .where(
      and(
        eq(authSessions.token, token),
        isNull(authSessions.provedAt),
        eq(profiles.status, 'active'),
      ),
    );
  // The library writes `createdAt` with the process's clock, so the same clock is used here.
  if (!row || Date.now() - row.createdAt.getTime() > AWAITED_MS) return undefined;
  return { sessionId: row.sessionId, member: row.member };
}
