import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { authFault, type Auth } from '../accounts/auth.server.ts';
import type { Member } from './member.ts';
import { endOfSession } from '../sessions/sessions.server.ts';
import { profiles } from '../tables.server.ts';

/** The session a request or handshake comes with, and whose it is. */
export interface MemberSession {
  readonly sessionId: string;
  readonly member: Member;
  readonly expiresAt: Date;
}

/**
 * Who is signed in: undefined without a valid session, and also when the account waits for
 * approval or is suspended, so that a role can be taken away without ending sessions first.
 */
export async function findMember(
  db: Database,
  auth: Auth,
  headers: Headers,
): Promise<MemberSession | undefined> {
  const found = await auth.api.getSession({ headers }).catch(sayWhatFailed);
  if (!found) return undefined;
  const expiresAt = endOfSession(found.session);
  if (expiresAt.getTime() <= Date.now()) return undefined;
  const [profile] = await db
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, found.user.id), eq(profiles.status, 'active')));
  if (!profile) return undefined;
  const { id, email, fullName, role } = profile;
  return { sessionId: found.session.id, member: { id, email, fullName, role }, expiresAt };
}

function sayWhatFailed(error: unknown): never {
  const { status } = error as { status?: unknown };
  throw status === 'INTERNAL_SERVER_ERROR' ? authFault(error) : error;
}
