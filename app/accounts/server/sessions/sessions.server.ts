import { t } from '../../../i18n/translate.ts';
import { and, desc, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { together } from '../../../platform/together.ts';
import type { Signed } from '../factors/requires-second-factor.ts';
import { adminsHaveSince, hasFactor } from '../factors/read-factors.server.ts';
import type { Member } from '../../protocol/member.ts';
import { authSessions, profiles } from '../tables.server.ts';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { CLIENT_ADDRESS_HEADER, SESSION, type Auth } from '../sign-in/auth.server.ts';

const SHOWN_AT_MOST = 50;

/** The absolute lifetime of a session, no matter how often it is prolonged. */
export const SESSION_LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

/** Returns the earlier of idle expiry and absolute lifetime. */
export function endOfSession(session: {
  readonly createdAt: Date;
  readonly expiresAt: Date;
}): Date {
  const last = session.createdAt.getTime() + SESSION_LIFETIME_MS;
  return new Date(Math.min(session.expiresAt.getTime(), last));
}

export interface OpenSession extends Signed {
  readonly endsAt: Date;
}

/** Reads open sessions without prolonging them. Expired sessions and those of inactive accounts are left out. */
export async function readOpenSessions(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OpenSession>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: authSessions.id,
      createdAt: authSessions.createdAt,
      expiresAt: authSessions.expiresAt,
      member: { role: profiles.role },
      factorAtProvider: authSessions.factorAtProvider,
      hasFactor: hasFactor('profiles'),
      adminsHaveSince: adminsHaveSince(),
    })
    .from(authSessions)
    .innerJoin(profiles, eq(profiles.id, authSessions.userId))
    .where(
      and(
        inArray(authSessions.id, [...ids]),
        isNotNull(authSessions.provedAt),
        eq(profiles.status, 'active'),
      ),
    );
  const open = rows.map(
    ({ id, createdAt, expiresAt, ...signed }) =>
      [id, { ...signed, endsAt: endOfSession({ createdAt, expiresAt }) }] as const,
  );
  return new Map(open.filter(([, { endsAt }]) => endsAt.getTime() > Date.now()));
}

/** Reads one session. Concurrent calls share one query. */
export const readOpenSession = together(500, async (db: Database, ids: readonly string[]) => {
  const open = await readOpenSessions(db, [...new Set(ids)]);
  return ids.map((id) => open.get(id));
});

export async function readSessions(db: Database, clock: Clock, userId: string, currentId: string) {
  const rows = await db
    .select()
    .from(authSessions)
    .where(
      and(
        eq(authSessions.userId, userId),
        gt(authSessions.expiresAt, clock.now()),
        // Sessions in constant use end after the absolute lifetime too.
        gt(authSessions.createdAt, new Date(clock.now().getTime() - SESSION_LIFETIME_MS)),
        isNotNull(authSessions.provedAt),
      ),
    )
    .orderBy(desc(authSessions.createdAt))
    .limit(SHOWN_AT_MOST);
  return rows.map((row) => ({
    id: row.id,
    browser: nameBrowser(row.userAgent ?? ''),
    address: row.ipAddress || null,
    since: row.createdAt.toISOString(),
    isCurrent: row.id === currentId,
  }));
}

export type SessionView = Awaited<ReturnType<typeof readSessions>>[number];

export async function endSessions(tx: Database, userId: string, spared?: string): Promise<void> {
  await tx
    .delete(authSessions)
    .where(
      and(
        eq(authSessions.userId, userId),
        spared === undefined ? undefined : ne(authSessions.id, spared),
      ),
    );
}

/** Sockets of members, in every process. */
export interface MemberSockets {
  readonly closeSession: (sessionId: string) => void;
  readonly closeMember: (memberId: string) => void;
}

export async function signOutEverywhere(
  appContext: ChangeContext & MemberSockets,
  trace: Trace,
  { id, email }: Member,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    await endSessions(tx, id);
    after.audit('signed-out-everywhere', { subjectId: id, subject: email });
    after.hint(() => appContext.closeMember(id));
  });
}

export async function endSession(
  appContext: ChangeContext & MemberSockets,
  trace: Trace,
  { id, email }: Member,
  sessionId: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    const browser = await deleteSession(tx, id, sessionId);
    if (browser === undefined) return;
    after.audit('session-ended', { subjectId: id, subject: email, detail: browser });
    after.hint(() => appContext.closeSession(sessionId));
  });
}

/** Concurrent sign-outs create only one audit entry. */
export async function endOwnSession(
  appContext: ChangeContext & MemberSockets,
  trace: Trace,
  { id, email }: Member,
  sessionId: string,
): Promise<void> {
  await change(appContext, trace, async (tx, after) => {
    if ((await deleteSession(tx, id, sessionId)) === undefined) return;
    after.audit('signed-out', { subject: email });
    after.hint(() => appContext.closeSession(sessionId));
  });
}

async function deleteSession(
  tx: Database,
  userId: string,
  sessionId: string,
): Promise<string | undefined> {
  const [ended] = await tx
    .delete(authSessions)
    .where(and(eq(authSessions.userId, userId), eq(authSessions.id, sessionId)))
    .returning({ userAgent: authSessions.userAgent });
  return ended && nameBrowser(ended.userAgent ?? '');
}

const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** Returns for example 'Firefox on Linux', enough to recognise one's own devices. */
export function nameBrowser(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? t('A browser');
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return system ? t('{browser} on {system}', { browser, system }) : browser;
}

interface Proof {
  /** Null while a second factor is awaited. */
  readonly provedAt: Date | null;
  readonly factorAtProvider: boolean;
}

/** Opens a session without a password, in the same format as the library, and returns its Set-Cookie header. */
export async function openSession(
  tx: Database,
  clock: Clock,
  auth: Auth,
  headers: Headers,
  userId: string,
  proof: Proof = { provedAt: clock.now(), factorAtProvider: false },
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  // The library uses the process's clock for sessions.
  const now = new Date();
  await tx.insert(authSessions).values({
    id: randomUUID(),
    token,
    userId,
    ipAddress: headers.get(CLIENT_ADDRESS_HEADER),
    userAgent: headers.get('User-Agent')?.slice(0, 500),
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + SESSION.expiresIn * 1000),
    ...proof,
  });
  const { authCookies, secret } = await auth.$context;
  const { name, attributes } = authCookies.sessionToken;
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const secure = attributes.secure ? '; Secure' : '';
  return `${name}=${encodeURIComponent(`${token}.${signature}`)}; Path=/; Max-Age=${SESSION.expiresIn}; HttpOnly; SameSite=Lax${secure}`;
}
