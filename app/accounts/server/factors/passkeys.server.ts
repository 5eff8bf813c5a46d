import { t } from '../../../i18n/translate.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, recordAudit } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLine } from '../../../platform/shown-text.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import type { Member } from '../../protocol/member.ts';
import type { TeamServices } from '../members/team-services.ts';
import { passkeyChallenges, passkeys, profiles } from '../tables.server.ts';
import { keepChallenge, takeChallenge } from './passkey-challenges.server.ts';
import { keepFactor } from './set-up-factor.server.ts';
import { requireFreshProof, keepProof, type Prover } from './prove.server.ts';
import { lockFactors, readHasFactor } from './read-factors.server.ts';
import { accountMessage } from '../../stored-messages.ts';
import {
  optionsToAdd,
  optionsToProve,
  readCredential,
  refuseMorePasskeys,
  unknownPasskey,
  UNKNOWN_PASSKEY,
  verifyKnown,
  verifyNew,
} from './webauthn.server.ts';

export const PASSKEY_NAME_MAX_LENGTH = 60;

export async function offerPasskey(
  services: TeamServices,
  session: MemberSession,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { clock, db } = services;
  requireFreshProof(session, clock);
  const { id, email, fullName: name } = session.member;
  const known = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, id));
  const options = await optionsToAdd(services, { id, email, name }, known);
  await keepChallenge(services, passkeyChallenges, options.challenge, id);
  return options;
}

/** Does not name an account, so that any passkey of this site can answer. */
export async function askForPasskey(
  services: TeamServices,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await optionsToProve(services);
  await keepChallenge(services, passkeyChallenges, options.challenge, null);
  return options;
}

/** Returns recovery codes if this is the first factor. */
export async function addPasskey(
  services: TeamServices,
  trace: Trace,
  session: MemberSession,
  { credential, name }: { readonly credential: string; readonly name: string },
): Promise<string[]> {
  const { clock } = services;
  const userId = session.member.id;
  requireFreshProof(session, clock);
  const made = await verifyNew(services, credential, (challenge) =>
    takeChallenge(services, passkeyChallenges, challenge, userId),
  );
  return change(services, trace, async (tx, after) => {
    await lockFactors(tx, userId);
    const isFirst = !(await readHasFactor(tx, userId));
    refuseMorePasskeys(await tx.$count(passkeys, eq(passkeys.userId, userId)));
    const [added] = await tx
      .insert(passkeys)
      .values({
        id: made.id,
        userId,
        name: toLine(name, PASSKEY_NAME_MAX_LENGTH) || t('Passkey'),
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: (made.transports ?? []).join(','),
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (!added) throw new RefusedError(409, t('That passkey is already set up.'));
    return keepFactor(services, tx, after, session, isFirst, accountMessage('accounts.passkey'));
  });
}

/** Returns the owner of the passkey. Throws {@link RefusedError} for an unknown one. */
export async function takePasskey(services: TeamServices, credential: string): Promise<Member> {
  const { clock, db } = services;
  const response = readCredential(credential);
  const [known] = await db
    .select({
      key: passkeys,
      member: {
        id: profiles.id,
        email: profiles.email,
        fullName: profiles.fullName,
        role: profiles.role,
      },
    })
    .from(passkeys)
    .innerJoin(profiles, eq(profiles.id, passkeys.userId))
    .where(and(eq(passkeys.id, response.id), eq(profiles.status, 'active')));
  if (!known) throw unknownPasskey();
  const { key, member } = known;
  const counter = await verifyKnown(services, credential, key, (challenge) =>
    takeChallenge(services, passkeyChallenges, challenge, null),
  );
  await change(services, undefined, (tx) =>
    tx.update(passkeys).set({ counter, usedAt: clock.now() }).where(eq(passkeys.id, key.id)),
  );
  return member;
}

/** Records a proof of this session by passkey. Another member's passkey is refused. */
export async function proveByPasskey(
  services: TeamServices,
  trace: Trace,
  prover: Prover,
  credential: string,
): Promise<void> {
  const { id, email } = prover.member;
  try {
    const owner = await takePasskey(services, credential);
    if (owner.id !== id) throw new RefusedError(403, t(UNKNOWN_PASSKEY));
  } catch (error) {
    if (error instanceof RefusedError) {
      const about = { subjectId: id, subject: email, detail: accountMessage('accounts.passkey') };
      await recordAudit(services, trace, 'factor-refused', about);
    }
    throw error;
  }
  await change(services, trace, async (tx, after) => {
    await keepProof(tx, services.clock, prover);
    if (!prover.provedAt)
      after.audit('signed-in', { subject: email, detail: accountMessage('accounts.passkey') });
  });
}
