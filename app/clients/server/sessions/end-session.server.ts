import { and, eq, inArray, lt, ne, type SQL } from 'drizzle-orm';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import { withdrawConfirmation } from '../../../chat/server/email-verification/confirm-address.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { isUuid } from '../../../platform/fields.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import { traceOfClient, type ClientContext, type ClientSession } from '../client-context.server.ts';
import { clients, clientSessions } from '../tables.server.ts';

/** Few, because each session takes several statements. */
const EXPIRED_AT_ONCE = 100;

/**
 * Deletes sessions together with the confirmations of their browsers, because a browser that is still confirmed shows
 * all orders of the address. A browser where the same client is still signed in stays confirmed. Returns the number of
 * sessions.
 */
export async function deleteSession(
  tx: Database,
  after: After,
  appContext: Pick<ClientContext, 'db' | 'chat'>,
  which: SQL | undefined,
): Promise<number> {
  const ended = await tx
    .delete(clientSessions)
    .where(which)
    .returning({ clientId: clientSessions.clientId, browserId: clientSessions.browserId });
  for (const { clientId, browserId } of ended) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    const [client] = await tx
      .select({ email: clients.email })
      .from(clients)
      .where(eq(clients.id, clientId));
    const others = and(
      eq(clientSessions.clientId, clientId),
      eq(clientSessions.browserId, browserId),
    );
    // oxlint-disable-next-line no-await-in-loop -- as above
    const isSignedIn = (await tx.$count(clientSessions, others)) > 0;
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (client && !isSignedIn)
      await withdrawConfirmation(tx, after, appContext, browserId, client.email);
  }
  return ended.length;
}

/** Signs this browser out. */
export async function signOutClient(
  appContext: ClientContext,
  requestId: string,
  { client, sessionId }: ClientSession,
): Promise<void> {
  await change(appContext, traceOfClient(requestId), async (tx, after) => {
    await deleteSession(tx, after, appContext, eq(clientSessions.id, sessionId));
    after.audit('client-signed-out', { subject: await addressSubject(tx, client.email) });
  });
}

/** Signs another device of the same client out. Throws {@link RefusedError} 404 for any other session. */
export async function endDevice(
  appContext: ClientContext,
  requestId: string,
  { client }: ClientSession,
  id: string,
): Promise<void> {
  await change(appContext, traceOfClient(requestId), async (tx, after) => {
    const own = and(eq(clientSessions.id, id), eq(clientSessions.clientId, client.id));
    const ended = isUuid(id) ? await deleteSession(tx, after, appContext, own) : 0;
    if (ended === 0) throw new RefusedError(404, t('This device is already signed out.'));
    after.audit('client-session-ended', { subject: await addressSubject(tx, client.email) });
  });
}

/** Signs all other devices of the client out, and returns how many there were. */
export async function endOtherDevices(
  appContext: ClientContext,
  requestId: string,
  { client, sessionId }: ClientSession,
): Promise<number> {
  return change(appContext, traceOfClient(requestId), async (tx, after) => {
    const others = and(eq(clientSessions.clientId, client.id), ne(clientSessions.id, sessionId));
    const ended = await deleteSession(tx, after, appContext, others);
    if (ended > 0) {
      after.audit('client-session-ended', { subject: await addressSubject(tx, client.email) });
    }
    return ended;
  });
}

export async function expireSessions(
  tx: Database,
  after: After,
  appContext: Pick<ClientContext, 'db' | 'chat'>,
  now: Date,
): Promise<number> {
  const batch = tx
    .select({ id: clientSessions.id })
    .from(clientSessions)
    .where(lt(clientSessions.expiresAt, now))
    .limit(EXPIRED_AT_ONCE);
  return deleteSession(tx, after, appContext, inArray(clientSessions.id, batch));
}
