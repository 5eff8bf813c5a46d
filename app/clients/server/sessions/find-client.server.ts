import { and, desc, eq, gt, lt } from 'drizzle-orm';
import { nameBrowser } from '../../../accounts/server/sessions/sessions.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import type { ClientSession } from '../client-context.server.ts';
import { clients, clientSessions } from '../tables.server.ts';
import { readClientHash } from './client-cookie.server.ts';

/** Often enough for the list of devices. */
const SEEN_EVERY_MS = 60 * 60 * 1000;
const SHOWN_AT_MOST = 50;

export interface CookieContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'origin'>;
}

/** Returns the session of the cookie, unless it has expired or was ended. */
export async function findClient(
  { db, clock, settings }: CookieContext,
  cookies: string | null,
): Promise<(ClientSession & { readonly seenAt: Date }) | undefined> {
  const secretHash = readClientHash(settings.origin, cookies);
  if (secretHash === undefined) return undefined;
  const [row] = await db
    .select({ session: clientSessions, client: clients })
    .from(clientSessions)
    .innerJoin(clients, eq(clients.id, clientSessions.clientId))
    .where(
      and(eq(clientSessions.secretHash, secretHash), gt(clientSessions.expiresAt, clock.now())),
    );
  if (!row) return undefined;
  const { session, client } = row;
  return {
    sessionId: session.id,
    browserId: session.browserId,
    client: { id: client.id, email: client.email, language: client.language },
    seenAt: session.seenAt,
  };
}

/** Records at most hourly that the device is in use. */
export async function noteSeen(
  appContext: ChangeContext,
  { sessionId, seenAt }: { readonly sessionId: string; readonly seenAt: Date },
): Promise<void> {
  const now = appContext.clock.now();
  const before = new Date(now.getTime() - SEEN_EVERY_MS);
  if (seenAt > before) return;
  await change(appContext, undefined, (tx) =>
    tx
      .update(clientSessions)
      .set({ seenAt: now })
      .where(and(eq(clientSessions.id, sessionId), lt(clientSessions.seenAt, before))),
  );
}

export interface DeviceView {
  readonly id: string;
  /** For example 'Firefox on Linux'. */
  readonly name: string;
  readonly signedInAt: string;
  readonly seenAt: string;
  readonly isCurrent: boolean;
}

export async function readDevices(
  db: Database,
  clock: Clock,
  { client, sessionId }: ClientSession,
): Promise<DeviceView[]> {
  const rows = await db
    .select()
    .from(clientSessions)
    .where(and(eq(clientSessions.clientId, client.id), gt(clientSessions.expiresAt, clock.now())))
    .orderBy(desc(clientSessions.seenAt), desc(clientSessions.id))
    .limit(SHOWN_AT_MOST);
  return rows.map(({ id, userAgent, createdAt, seenAt }) => ({
    id,
    name: nameBrowser(userAgent ?? ''),
    signedInAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isCurrent: id === sessionId,
  }));
}
