import { hash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { errors, jwtVerify } from 'jose';
import * as v from 'valibot';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { EMAIL_MAX_LENGTH, isEmail, normalizeEmail } from '../../platform/email.ts';
import { RefusedError } from '../../platform/errors.ts';
import { toLine } from '../../platform/shown-text.ts';
import { SUBJECT_MAX_LENGTH } from '../wire/elsewhere.ts';
import { VISITOR_NAME_MAX_LENGTH } from '../wire/rules.ts';
import { findHostSecret } from './host-secrets.server.ts';
import { usedSignatures } from './tables.server.ts';

/** How long a signature may be good for: it lies in a page. */
export const LONGEST_MINUTES = 60;
/** Clocks of two servers are never the same. */
const TOLERANCE_SECONDS = 60;

/** The visitor types the address instead. */
export const NOT_SIGNED =
  'This site could not tell us who you are. Please enter your email address.';

const claims = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(SUBJECT_MAX_LENGTH)),
  email: v.pipe(v.string(), v.maxLength(EMAIL_MAX_LENGTH), v.check(isEmail)),
  name: v.optional(v.nullable(v.string())),
  iat: v.number(),
  exp: v.number(),
});

/** Whom a site says that it has in front of it. */
export interface SignedIdentity {
  readonly subject: string;
  /** Normalised. */
  readonly email: string;
  readonly name: string | null;
  /** Of the signature, so that it is used by one browser. */
  readonly hash: string;
  readonly expiresAt: Date;
}

interface VerifyingHost {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: { readonly origin: string };
}

/**
 * What a site's JSON Web Token (RFC 7519, HS256) says, once its own secret has proved it: made by
 * that site (`iss`) for this shop (`aud`), now, and for an hour at most. Throws {@link RefusedError}
 * 400 at the field `email` for anything else, in the same words whatever is wrong with it.
 */
export async function verifyIdentity(
  { db, clock, settings }: VerifyingHost,
  origin: string,
  token: string,
): Promise<SignedIdentity> {
  const secret = await findHostSecret(db, origin);
  if (secret === undefined) throw refusal();
  const payload = await jwtVerify(token, new TextEncoder().encode(secret), {
    // Named, so that a token cannot choose how it is checked.
    algorithms: ['HS256'],
    issuer: origin,
    audience: settings.origin,
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: clock.now(),
  }).then(
    (verified) => verified.payload,
    (error: unknown) => {
      if (error instanceof errors.JOSEError) throw refusal();
      throw error;
    },
  );
  const read = v.safeParse(claims, payload);
  if (!read.success) throw refusal();
  const { sub, email, name, iat, exp } = read.output;
  const now = clock.now().getTime() / 1000;
  const isTooLong = exp - iat > LONGEST_MINUTES * 60 || iat > now + TOLERANCE_SECONDS;
  const subject = toLine(sub, SUBJECT_MAX_LENGTH);
  if (isTooLong || subject === '') throw refusal();
  return {
    subject,
    email: normalizeEmail(email),
    name: toLine(name ?? '', VISITOR_NAME_MAX_LENGTH) || null,
    hash: hash('sha256', token),
    expiresAt: new Date((exp + TOLERANCE_SECONDS) * 1000),
  };
}

/** Notes that this browser showed the signature; refuses it where another one did before. */
export async function useSignature(
  tx: Database,
  { hash, expiresAt }: SignedIdentity,
  browserId: string,
): Promise<void> {
  await tx.insert(usedSignatures).values({ hash, browserId, expiresAt }).onConflictDoNothing();
  const [used] = await tx.select().from(usedSignatures).where(eq(usedSignatures.hash, hash));
  if (used?.browserId !== browserId) throw refusal();
}

/** What is over is refused anyway. */
export async function forgetSignatures(tx: Database, clock: Clock): Promise<void> {
  await tx.delete(usedSignatures).where(lt(usedSignatures.expiresAt, clock.now()));
}

function refusal(): RefusedError {
  return new RefusedError(400, NOT_SIGNED, 'email');
}
