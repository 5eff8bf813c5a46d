import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { and, asc, eq } from 'drizzle-orm';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import {
  keepChallenge,
  takeChallenge,
} from '../../../accounts/server/factors/passkey-challenges.server.ts';
import {
  optionsToAdd,
  optionsToProve,
  readCredential,
  refuseMorePasskeys,
  unknownPasskey,
  verifyKnown,
  verifyNew,
} from '../../../accounts/server/factors/webauthn.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { t } from '../../../i18n/translate.ts';
import { traceOfClient, type ClientContext, type ClientSession } from '../client-context.server.ts';
import { openSession, type Device } from '../sessions/open-session.server.ts';
import {
  clientPasskeyChallenges,
  clientPasskeys,
  clients,
  PASSKEY_NAME_MAX_LENGTH,
} from '../tables.server.ts';

export async function offerClientPasskey(
  appContext: ClientContext,
  { client: { id, email } }: ClientSession,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const known = await appContext.db
    .select({ id: clientPasskeys.id })
    .from(clientPasskeys)
    .where(eq(clientPasskeys.clientId, id));
  const options = await optionsToAdd(appContext, { id, email, name: email }, known);
  await keepChallenge(appContext, clientPasskeyChallenges, options.challenge, id);
  return options;
}

/** Any passkey of a client can answer, so the options reveal nothing about addresses. */
export async function askForClientPasskey(
  appContext: ClientContext,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await optionsToProve(appContext);
  await keepChallenge(appContext, clientPasskeyChallenges, options.challenge, null);
  return options;
}

/** Adds a passkey. Throws {@link RefusedError}: 403 for an invalid answer, 409 for too many or a known one. */
export async function addClientPasskey(
  appContext: ClientContext,
  requestId: string,
  { client }: ClientSession,
  { credential, name }: { readonly credential: string; readonly name: string },
): Promise<void> {
  const made = await verifyNew(appContext, credential, (challenge) =>
    takeChallenge(appContext, clientPasskeyChallenges, challenge, client.id),
  );
  await change(appContext, traceOfClient(requestId), async (tx, after) => {
    // The lock makes concurrent additions wait, so that each of them is counted.
    await tx
      .select({ id: clients.id })
      .from(clients)
      .where(eq(clients.id, client.id))
      .for('update');
    refuseMorePasskeys(await tx.$count(clientPasskeys, eq(clientPasskeys.clientId, client.id)));
    const [added] = await tx
      .insert(clientPasskeys)
      .values({
        id: made.id,
        clientId: client.id,
        name: toLine(name, PASSKEY_NAME_MAX_LENGTH) || t('Passkey'),
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        createdAt: appContext.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: clientPasskeys.id });
    if (!added) throw new RefusedError(409, t('That passkey is already set up.'));
    after.audit('client-passkey-added', { subject: await addressSubject(tx, client.email) });
  });
}

/** Removes a passkey of this client. Throws {@link RefusedError} 404 for any other. */
export async function removeClientPasskey(
  appContext: ClientContext,
  requestId: string,
  { client }: ClientSession,
  id: string,
): Promise<void> {
  await change(appContext, traceOfClient(requestId), async (tx, after) => {
    const removed = await tx
      .delete(clientPasskeys)
      .where(and(eq(clientPasskeys.id, id), eq(clientPasskeys.clientId, client.id)))
      .returning({ id: clientPasskeys.id });
    if (removed.length === 0) throw new RefusedError(404, t('This passkey is already removed.'));
    after.audit('client-passkey-removed', { subject: await addressSubject(tx, client.email) });
  });
}

/** Signs in with a passkey and returns the cookie. Throws {@link RefusedError} 403 for an unknown one. */
export async function signInByPasskey(
  appContext: ClientContext,
  requestId: string,
  device: Device,
  credential: string,
): Promise<string> {
  const { clock, db } = appContext;
  const { id } = readCredential(credential);
  const [known] = await db
    .select({ key: clientPasskeys, email: clients.email })
    .from(clientPasskeys)
    .innerJoin(clients, eq(clients.id, clientPasskeys.clientId))
    .where(eq(clientPasskeys.id, id));
  if (!known) throw unknownPasskey();
  const counter = await verifyKnown(appContext, credential, known.key, (challenge) =>
    takeChallenge(appContext, clientPasskeyChallenges, challenge, null),
  );
  return change(appContext, traceOfClient(requestId), async (tx, after) => {
    const used = await tx
      .update(clientPasskeys)
      .set({ counter, usedAt: clock.now() })
      .where(eq(clientPasskeys.id, id))
      .returning({ id: clientPasskeys.id });
    // The owner may have removed the passkey, or have been erased, since it was read.
    if (used.length === 0) throw unknownPasskey();
    return openSession(tx, after, appContext, known.email, device, 'passkey');
  });
}

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly addedAt: string;
  readonly usedAt: string | null;
}

export async function readClientPasskeys(db: Database, clientId: string): Promise<PasskeyView[]> {
  const rows = await db
    .select()
    .from(clientPasskeys)
    .where(eq(clientPasskeys.clientId, clientId))
    .orderBy(asc(clientPasskeys.createdAt), asc(clientPasskeys.id));
  return rows.map(({ id, name, createdAt, usedAt }) => ({
    id,
    name,
    addedAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }));
}
