import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray, isNotNull, sql, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import { readCookie } from '../../../platform/read-cookie.ts';
import { together } from '../../../platform/together.ts';
import { adminsHaveSince, hasFactor } from '../factors/read-factors.server.ts';
import type { Auth } from '../sign-in/auth.server.ts';
import { authSessions, profiles } from '../tables.server.ts';
import type { Member } from '../../protocol/member.ts';

/**
 * Returns the session token of the cookie if the signature is valid. The format is the library's: HMAC-SHA256
 * in base64, after a dot.
 */
export async function readSessionToken(
  auth: Auth,
  cookies: string | null,
): Promise<string | undefined> {
  const { authCookies, secret } = await auth.$context;
  const value = readCookie(cookies, authCookies.sessionToken.name);
  const at = value.lastIndexOf('.');
  if (at < 1) return undefined;
  const token = value.slice(0, at);
  const expected = createHmac('sha256', secret).update(token).digest();
  const signature = Buffer.from(value.slice(at + 1), 'base64');
  return signature.length === expected.length && timingSafeEqual(signature, expected)
    ? token
    : undefined;
}

const AT_ONCE = 500;

/** Reads a session of an active member, expired or not. Concurrent calls share one query. */
export const readSession = together(AT_ONCE, async (db: Database, tokens: readonly string[]) => {
  const rows = await readSessionRows(db, tokens);
  const byToken = new Map(rows.map((row) => [row.token, row]));
  return tokens.map((token) => byToken.get(token));
});

function readSessionRows(db: Database, tokens: readonly string[]) {
  return db
    .select({
      id: authSessions.id,
      token: authSessions.token,
      createdAt: authSessions.createdAt,
      expiresAt: authSessions.expiresAt,
      provedAt: sql<Date>`${authSessions.provedAt}`.mapWith(authSessions.provedAt),
      factorAtProvider: authSessions.factorAtProvider,
      hasFactor: hasFactor('profiles'),
      adminsHaveSince: adminsHaveSince(),
      member: {
        id: profiles.id,
        email: profiles.email,
        fullName: profiles.fullName,
        role: profiles.role,
        language: profiles.language,
      },
    })
    .from(authSessions)
    .innerJoin(profiles, eq(profiles.id, authSessions.userId))
    .where(
      and(
        inArray(authSessions.token, [...new Set(tokens)]),
        isNotNull(authSessions.provedAt),
        eq(profiles.status, 'active'),
      ),
    );
}

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
