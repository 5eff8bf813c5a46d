import { eq } from 'drizzle-orm';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import { confirmBrowser } from '../../../chat/server/email-verification/confirm-address.server.ts';
import { visitors } from '../../../chat/server/tables.server.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { hashSecret, newSecret } from '../../../platform/secrets.server.ts';
import { clientMessage } from '../../stored-messages.ts';
import type { ClientContext } from '../client-context.server.ts';
import { clients, clientSessions, USER_AGENT_MAX_LENGTH } from '../tables.server.ts';
import { clientCookie, SESSION_DAYS } from './client-cookie.server.ts';
import { deleteSession } from './end-session.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Where somebody signs in. */
export interface Device {
  readonly browserId: string;
  readonly userAgent: string | null;
  /** The hash of the session that this browser had before. It ends, whoever it belonged to. */
  readonly formerHash: string | undefined;
}

export type SignInMethod = 'code' | 'link' | 'passkey';

/**
 * Opens a session for an address that was proved just now, and confirms the browser for it (rule 292). The account is
 * created by the first sign-in. Returns the cookie.
 */
export async function openSession(
  tx: Database,
  after: After,
  appContext: ClientContext,
  email: string,
  { browserId, userAgent, formerHash }: Device,
  method: SignInMethod,
): Promise<string> {
  const now = appContext.clock.now();
  if (formerHash !== undefined) await deleteFormer(tx, after, appContext, formerHash);
  const [client] = await tx
    .insert(clients)
    .values({ email, createdAt: now, signedInAt: now })
    .onConflictDoUpdate({ target: clients.email, set: { signedInAt: now } })
    .returning({ id: clients.id });
  if (!client) throw new Error('The client was not inserted');
  const secret = newSecret();
  await tx.insert(clientSessions).values({
    clientId: client.id,
    browserId,
    secretHash: hashSecret(secret),
    userAgent: userAgent?.slice(0, USER_AGENT_MAX_LENGTH) || null,
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
  });
  const [visitor] = await tx
    .select({ id: visitors.id })
    .from(visitors)
    .where(eq(visitors.email, email));
  if (visitor) await confirmBrowser(tx, after, appContext, browserId, visitor.id);
  after.audit('client-signed-in', {
    subject: await addressSubject(tx, email),
    detail: clientMessage('clients.method', { method }),
  });
  return clientCookie(appContext.settings.origin, secret);
}

async function deleteFormer(
  tx: Database,
  after: After,
  appContext: ClientContext,
  formerHash: string,
): Promise<void> {
  const [former] = await tx
    .select({ id: clientSessions.id })
    .from(clientSessions)
    .where(eq(clientSessions.secretHash, formerHash));
  if (former) await deleteSession(tx, after, appContext, eq(clientSessions.id, former.id));
}
