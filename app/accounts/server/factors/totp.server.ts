import { and, eq, gt, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { renderSVG } from 'uqr';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Member } from '../../protocol/member.ts';
import { totpFactors } from '../tables.server.ts';

/** Codes of the previous and the next half minute are accepted, because clocks differ. */
const TOLERANCE_SECONDS = 30;
const CODE = /^\d{6}$/;

const OFFERED_MS = 10 * 60 * 1000;

export interface TotpOffer {
  readonly secret: string;
  /** An SVG of the otpauth:// URI as a QR code, as a data: URL. */
  readonly picture: string;
}

/**
 * Creates a secret and replaces an unconfirmed one. Does nothing if a confirmed app exists, which must be
 * removed first.
 */
export async function offerTotp(tx: Database, clock: Clock, userId: string): Promise<void> {
  const row = { secret: generateSecret(), createdAt: clock.now(), lastStep: 0 };
  await tx
    .insert(totpFactors)
    .values({ userId, ...row })
    .onConflictDoUpdate({
      target: totpFactors.userId,
      set: row,
      setWhere: isNull(totpFactors.confirmedAt),
    });
}

/** Returns the unconfirmed secret if it is younger than ten minutes. */
export async function readTotpOffer(
  db: Database,
  clock: Clock,
  { id, email }: Pick<Member, 'id' | 'email'>,
  issuer: string,
): Promise<TotpOffer | undefined> {
  const [offer] = await db
    .select({ secret: totpFactors.secret })
    .from(totpFactors)
    .where(and(eq(totpFactors.userId, id), isOffered(clock)));
  if (!offer) return undefined;
  const drawing = renderSVG(generateURI({ issuer, label: email, secret: offer.secret }), {
    border: 2,
  });
  const picture = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
  return { secret: offer.secret, picture };
}

function isOffered(clock: Clock): SQL | undefined {
  const since = new Date(clock.now().getTime() - OFFERED_MS);
  return and(isNull(totpFactors.confirmedAt), gt(totpFactors.createdAt, since));
}

export async function confirmTotp(
  tx: Database,
  clock: Clock,
  userId: string,
  code: string,
): Promise<boolean> {
  if (!(await useCode(tx, clock, userId, code, isOffered(clock)))) return false;
  await tx
    .update(totpFactors)
    .set({ confirmedAt: clock.now() })
    .where(eq(totpFactors.userId, userId));
  return true;
}

/** Each code works once, even for concurrent requests. */
export async function takeTotpCode(
  tx: Database,
  clock: Clock,
  userId: string,
  code: string,
): Promise<boolean> {
  return useCode(tx, clock, userId, code, isNotNull(totpFactors.confirmedAt));
}

async function useCode(
  tx: Database,
  clock: Clock,
  userId: string,
  code: string,
  state: SQL | undefined,
): Promise<boolean> {
  if (!CODE.test(code)) return false;
  const [factor] = await tx
    .select()
    .from(totpFactors)
    .where(and(eq(totpFactors.userId, userId), state));
  if (!factor) return false;
  const result = verifySync({
    secret: factor.secret,
    token: code,
    epoch: Math.floor(clock.now().getTime() / 1000),
    epochTolerance: TOLERANCE_SECONDS,
  });
  if (!result.valid || !('timeStep' in result)) return false;
  const taken = await tx
    .update(totpFactors)
    .set({ lastStep: result.timeStep })
    .where(and(eq(totpFactors.userId, userId), lt(totpFactors.lastStep, result.timeStep)))
    .returning({ userId: totpFactors.userId });
  return taken.length > 0;
}
