import { say } from '../../platform/say.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { and, count, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import type { Member } from '../members/member.ts';
import type { TeamServices } from '../members/team-services.ts';
import { passkeyChallenges, passkeys, profiles } from '../tables.server.ts';
import { keepFactor } from './keep-factor.server.ts';
import { requireFreshProof } from './proof.ts';
import { lockFactors, readHasFactor } from './read-factors.server.ts';

/** A credential's id, which its device chose: at most 1,023 bytes (WebAuthn, 4), as base64url. */
export const PASSKEY_ID = /^[\w-]{1,1364}$/;
export const PASSKEY_NAME_MAX_LENGTH = 60;
const PASSKEYS_EACH = 20;
const CHALLENGE_MS = 5 * 60 * 1000;

export const UNKNOWN_PASSKEY =
  'That passkey is not known here, or took too long. Please try again, or sign in another way.';

/** The page is of one site; where several stand on subdomains a passkey is good for this one alone. */
function siteOf({ settings }: Pick<TeamServices, 'settings'>) {
  return { origin: settings.origin, id: new URL(settings.origin).hostname };
}

/** What the browser needs to make a passkey for this person. */
export async function offerPasskey(
  services: TeamServices,
  session: MemberSession,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { clock, db, settings } = services;
  requireFreshProof(session, clock);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { id, email, fullName } = session.member;
  const known = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, id));
  const options = await generateRegistrationOptions({
    rpName: settings.brandName,
    rpID: siteOf(services).id,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: fullName,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(services, options.challenge, id);
  return options;
}

/** What the browser needs to ask whoever sits there for a passkey, whoever it is. */
export async function askForPasskey(
  services: TeamServices,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: siteOf(services).id,
    userVerification: 'required',
  });
  await keepChallenge(services, options.challenge, null);
  return options;
}

/** Adds the passkey the browser has made. Returns recovery codes where it is the first factor. */
export async function addPasskey(
  services: TeamServices,
  trace: Trace,
  session: MemberSession,
  { credential, name }: { readonly credential: string; readonly name: string },
): Promise<string[]> {
  const { clock } = services;
  const userId = session.member.id;
  requireFreshProof(session, clock);
  const made = await verifyRegistration(services, userId, credential);
  return change(services, trace, async (tx, after) => {
    await lockFactors(tx, userId);
    const isFirst = !(await readHasFactor(tx, userId));
    const [has] = await tx
      .select({ passkeys: count() })
      .from(passkeys)
      .where(eq(passkeys.userId, userId));
    if ((has?.passkeys ?? 0) >= PASSKEYS_EACH) {
      throw new RefusedError(
        409,
        say('You have {passkeysEach} passkeys. Remove one first.', { passkeysEach: PASSKEYS_EACH }),
      );
    }
    const [added] = await tx
      .insert(passkeys)
      .values({
        id: made.id,
        userId,
        name: name.trim() || 'Passkey',
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: (made.transports ?? []).join(','),
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (!added) throw new RefusedError(409, 'That passkey is set up already.');
    return keepFactor(services, tx, after, session, isFirst, 'passkey');
  });
}

/** Whose passkey has answered; throws a {@link RefusedError} for one that is none of ours. */
export async function takePasskey(services: TeamServices, credential: string): Promise<Member> {
  const { clock, db } = services;
  const response = readCredential(credential) as AuthenticationResponseJSON;
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
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { origin, id } = siteOf(services);
  const { key, member } = known;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(services, challenge, null),
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: key.id,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    },
  }).catch(sayUnknown);
  if (!verified) throw unknownPasskey();
  await change(services, undefined, (tx) =>
    tx
      .update(passkeys)
      .set({ counter: authenticationInfo.newCounter, usedAt: clock.now() })
      .where(eq(passkeys.id, key.id)),
  );
  return member;
}

/** Challenges that nobody answered. */
export async function prunePasskeyChallenges(tx: Database, now: Date): Promise<void> {
  await tx.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
}

async function verifyRegistration(services: TeamServices, userId: string, credential: string) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { origin, id } = siteOf(services);
  const result = await verifyRegistrationResponse({
    response: readCredential(credential) as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(services, challenge, userId),
    expectedOrigin: origin,
    expectedRPID: id,
  }).catch(sayUnknown);
  if (!result.verified) throw unknownPasskey();
  return result.registrationInfo.credential;
}

async function keepChallenge(
  services: TeamServices,
  challenge: string,
  userId: string | null,
): Promise<void> {
  const expiresAt = new Date(services.clock.now().getTime() + CHALLENGE_MS);
  await change(services, undefined, (tx) =>
    tx.insert(passkeyChallenges).values({ challenge, userId, expiresAt }),
  );
}

/** Uses a challenge up; of two answers to one the second is refused. */
async function takeChallenge(
  services: TeamServices,
  challenge: string,
  userId: string | null,
): Promise<boolean> {
  const taken = await change(services, undefined, (tx) =>
    tx
      .delete(passkeyChallenges)
      .where(
        and(
          eq(passkeyChallenges.challenge, challenge),
          userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
          gt(passkeyChallenges.expiresAt, services.clock.now()),
        ),
      )
      .returning({ challenge: passkeyChallenges.challenge }),
  );
  return taken.length > 0;
}

/** What the library reads of it, it checks; only the id is asked of the database before. */
function readCredential(text: string): { readonly id: string } {
  try {
    const parsed = JSON.parse(text) as { readonly id?: unknown } | null;
    const id = parsed?.id;
    if (typeof id === 'string' && PASSKEY_ID.test(id)) return { ...parsed, id };
  } catch {
    // As unknown as one that can be read.
  }
  throw unknownPasskey();
}

function sayUnknown(error: unknown): never {
  // A fault of the database is none of the passkey's.
  if (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^\d/.test(error.code)
  ) {
    throw error;
  }
  throw unknownPasskey();
}

function unknownPasskey(): RefusedError {
  return new RefusedError(403, UNKNOWN_PASSKEY);
}
