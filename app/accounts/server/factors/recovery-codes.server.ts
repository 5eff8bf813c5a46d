import { hash, randomInt } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { recoveryCodes } from '../tables.server.ts';

const CODES = 10;
/** Omits characters that are easily confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 16 characters out of 31 are 79 bits, too many to crack the hashes of a stolen database. */
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Replaces all codes. Only their hashes are stored. */
export async function makeRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ codeHash: hashCode(userId, code), userId })));
  return codes;
}

/** Each code works once. Spaces, dashes and case are ignored. */
export async function takeRecoveryCode(
  tx: Database,
  clock: Clock,
  userId: string,
  typed: string,
): Promise<boolean> {
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: clock.now() })
    .where(and(eq(recoveryCodes.codeHash, hashCode(userId, typed)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

function hashCode(userId: string, typed: string): string {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return hash('sha256', `${userId} ${letters}`);
}
