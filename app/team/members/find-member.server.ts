import type { Database } from '../../platform/db/database.server.ts';
import { authFault, mayBeProlonged, type Auth } from '../accounts/auth.server.ts';
import type { Member } from './member.ts';
import { readSession, readSessionToken } from '../sessions/read-session.server.ts';
import { endOfSession } from '../sessions/sessions.server.ts';

/** The session a request or handshake comes with, and whose it is. */
export interface MemberSession {
  readonly sessionId: string;
  readonly member: Member;
  readonly expiresAt: Date;
  /** When its person last proved who they are. */
  readonly provedAt: Date;
  /** Whether signing in asks them for a second factor. */
  readonly hasFactor: boolean;
  /** Whether they signed in at a provider, with a second factor that counts here. */
  readonly factorAtProvider: boolean;
  /** When the first admin set one up who has one now. */
  readonly adminsHaveSince: Date | null;
}

/**
 * Who is signed in: undefined without a valid session, and also when the account waits for
 * approval or is suspended, so that a role can be taken away without ending sessions first. One query,
 * shared by all who ask at the same moment; the library is asked when it is time to prolong the session.
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

/** Undefined when it has ended meanwhile. */
async function prolong(auth: Auth, headers: Headers): Promise<Date | undefined> {
  const found = await auth.api.getSession({ headers }).catch(sayWhatFailed);
  return found?.session.expiresAt;
}

function sayWhatFailed(error: unknown): never {
  const { status } = error as { status?: unknown };
  throw status === 'INTERNAL_SERVER_ERROR' ? authFault(error) : error;
}
