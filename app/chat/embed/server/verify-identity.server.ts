import { msg, t } from '../../../i18n/translate.ts';
import { hash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import { errors, jwtVerify } from 'jose';
import * as v from 'valibot';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import { EMAIL_MAX_LENGTH, isEmail, normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { SUBJECT_MAX_LENGTH } from '../../protocol/elsewhere.ts';
import { VISITOR_NAME_MAX_LENGTH } from '../../protocol/rules.ts';
import { findEmbedSecret } from './embed-secrets.server.ts';
import { usedSignatures } from './tables.server.ts';

/** The longest accepted lifetime of a signature. It is short because the signature is part of a page. */
export const LONGEST_MINUTES = 60;
/** Tolerates clock skew between the host site and this server. */
const TOLERANCE_SECONDS = 60;

/** The visitor can type an email address instead. */
export const NOT_SIGNED = msg("This site couldn't tell us who you are. Enter your email address.");

const claims = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(SUBJECT_MAX_LENGTH)),
  email: v.pipe(v.string(), v.maxLength(EMAIL_MAX_LENGTH), v.check(isEmail)),
  name: v.optional(v.nullable(v.string())),
  iat: v.number(),
  exp: v.number(),
});

export interface SignedIdentity {
  readonly subject: string;
  readonly email: string;
  readonly name: string | null;
  readonly hash: string;
  readonly expiresAt: Date;
}

interface VerifyIdentityContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: { readonly origin: string };
}

/**
 * Verifies a site's JSON Web Token (RFC 7519, HS256) with the site's own secret: issued by that site (`iss`)
 * for this shop (`aud`), valid now, for an hour at most. Throws {@link RefusedError} 400 at the field `email`
 * with the same message for every defect.
 */
export async function verifyIdentity(
  { db, clock, settings }: VerifyIdentityContext,
  origin: string,
  token: string,
): Promise<SignedIdentity> {
  const secret = await findEmbedSecret(db, origin);
  if (secret === undefined) throw refusal();
  const payload = await jwtVerify(token, new TextEncoder().encode(secret), {
    // A fixed algorithm keeps the token from choosing how it is verified.
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

/** Binds the signature to this browser. Throws if another browser used it before. */
export async function useSignature(
  tx: Database,
  { hash, expiresAt }: SignedIdentity,
  browserId: string,
): Promise<void> {
  await tx.insert(usedSignatures).values({ hash, browserId, expiresAt }).onConflictDoNothing();
  const [used] = await tx.select().from(usedSignatures).where(eq(usedSignatures.hash, hash));
  if (used?.browserId !== browserId) throw refusal();
}

export async function forgetSignatures(tx: Database, clock: Clock): Promise<number> {
  return deleteSome(tx, usedSignatures, lt(usedSignatures.expiresAt, clock.now()));
}

function refusal(): RefusedError {
  return new RefusedError(400, t(NOT_SIGNED), 'email');
}
