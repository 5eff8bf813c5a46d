import type { Database } from '../../../platform/db/database.server.ts';
import { authFault, mayBeProlonged, type Auth } from '../sign-in/auth.server.ts';
import type { Member } from '../../protocol/member.ts';
import { readSession, readSessionToken } from '../sessions/read-session.server.ts';
import { endOfSession } from '../sessions/sessions.server.ts';

export interface MemberSession {
  readonly sessionId: string;
  readonly member: Member;
  readonly expiresAt: Date;
  readonly provedAt: Date;
  readonly hasFactor: boolean;
  /** True if the member signed in at a provider with a second factor that counts here. */
  readonly factorAtProvider: boolean;
  readonly adminsHaveSince: Date | null;
}

/**
 * Returns the signed-in member. Waiting and suspended accounts have none, so that revoking access needs no
 * ended sessions. Concurrent calls share one query; the library is called only to prolong a session.
 */
export async function findMember(
  db: Database,
  auth: Auth,
  headers: Headers,
): Promise<MemberSession | undefined> {
  const token = await readSessionToken(auth, headers.get('Cookie'));
  const session = token === undefined ? undefined : await readSession(db, token);
  if (!session || endOfSession(session).getTime() <= Date.now()) return undefined;
  const { id: sessionId, createdAt, member, provedAt } = session;
  const { hasFactor, factorAtProvider, adminsHaveSince } = session;
  const expiresAt = mayBeProlonged(session.expiresAt)
    ? await prolong(auth, headers)
    : session.expiresAt;
  if (!expiresAt) return undefined;
  const endsAt = endOfSession({ createdAt, expiresAt });
  const factors = { hasFactor, factorAtProvider, adminsHaveSince };
  return { sessionId, member, expiresAt: endsAt, provedAt, ...factors };
}

async function prolong(auth: Auth, headers: Headers): Promise<Date | undefined> {
  const found = await auth.api.getSession({ headers }).catch(throwReadableError);
  return found?.session.expiresAt;
}

function throwReadableError(error: unknown): never {
  const { status } = error as { status?: unknown };
  throw status === 'INTERNAL_SERVER_ERROR' ? authFault(error) : error;
}
