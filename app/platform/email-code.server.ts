import { randomInt, randomUUID } from 'node:crypto';
import { desc, eq, type SQL } from 'drizzle-orm';
import { integer, text, uuid, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { msg, t } from '../i18n/translate.ts';
import type { Clock } from './clock.ts';
import { instant } from './columns.server.ts';
import type { Database } from './db/database.server.ts';
import { RefusedError } from './errors.ts';
import type { RateLimit, RateLimits } from './rate-limit.ts';
import { hashSecret } from './secrets.server.ts';
import { readSixDigits } from './six-digits.ts';

export const CODE_VALID_MINUTES = 15;
const ATTEMPTS = 5;

/**
 * A network has 20 guesses at an address and then one an hour, so that a stranger elsewhere does not use up those of
 * the owner. All networks together have 300 and then two an hour: on the first day 348 of a million codes, a chance of
 * 1 in 2,870 for a stranger with many networks, and on each further day 48, a chance of 1 in 20,800.
 */
const GUESSES_OF_NETWORK: RateLimit = { name: 'email-code-network', burst: 20, perMinute: 1 / 60 };
const GUESSES_AT_ADDRESS: RateLimit = { name: 'email-code-address', burst: 300, perMinute: 2 / 60 };

export const SIX_DIGITS_NEEDED = msg('Enter the six digits from the email.');
const WRONG = msg("This isn't the code from the newest email. Check it and try again.");
const OVER = msg('This code has been used or has expired. Request a new one.');

/** The columns of a table of codes, which store only hashes. The browser that asks for a code is a column, too. */
export function codeColumns(expiry = 'code_expires_at') {
  return {
    id: uuid('id').primaryKey(),
    codeHash: text('code_hash').notNull(),
    codeExpiresAt: instant(expiry).notNull(),
    attempts: integer('attempts').notNull().default(0),
    usedAt: instant('used_at'),
  };
}

type CodeTable = PgTable & {
  readonly [Name in keyof ReturnType<typeof codeColumns> | 'createdAt']: PgColumn;
};

interface CodeRow {
  readonly id: string;
  readonly codeHash: string;
  readonly codeExpiresAt: Date;
  readonly attempts: number;
  readonly usedAt: Date | null;
}

/** Creates a code of six digits, which only the email contains, and the columns to store. */
export function newCode(clock: Clock) {
  const id = randomUUID();
  const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
  const codeExpiresAt = new Date(clock.now().getTime() + CODE_VALID_MINUTES * 60_000);
  return { code, row: { id, codeHash: hashCode(id, code), codeExpiresAt } };
}

/** The id acts as a salt, so that equal codes have different hashes. */
function hashCode(id: string, code: string): string {
  return hashSecret(`${id} ${code}`);
}

interface GuessContext {
  readonly clock: Clock;
  readonly db: Database;
  readonly limits: RateLimits;
}

export interface TypedCode {
  readonly email: string;
  readonly code: string;
  readonly network: string;
}

/**
 * Counts a guess at the newest code that `where` selects, and returns its six digits. Guesses at a code that is over do
 * not count, because strangers could use up those of the owner otherwise. Throws {@link RefusedError}: 400 for something
 * else than six digits, 429 after too many guesses.
 */
export async function takeGuess(
  { clock, db, limits }: GuessContext,
  table: CodeTable,
  where: SQL | undefined,
  { email, code: typed, network }: TypedCode,
): Promise<string> {
  const code = readSixDigits(typed);
  if (code === null) throw new RefusedError(400, t(SIX_DIGITS_NEEDED), 'code');
  const [newest] = await newestCode(db, table, where);
  if (isOpen(newest as CodeRow | undefined, clock.now())) {
    const { name } = GUESSES_OF_NETWORK;
    await limits.take({ ...GUESSES_OF_NETWORK, name: `${name} ${email}` }, network);
    await limits.take(GUESSES_AT_ADDRESS, email);
  }
  return code;
}

/**
 * Uses the newest code that `where` selects, if the six digits are right. Returns the refusal (400 for a wrong code, 410
 * for one that is over) instead of throwing it, because a rollback would forget the wrong guess.
 */
export async function useCode(
  tx: Database,
  clock: Clock,
  table: CodeTable,
  where: SQL | undefined,
  code: string,
): Promise<RefusedError | undefined> {
  const { refusal, use } = await checkCode(tx, clock, table, where, code);
  if (refusal) return refusal;
  await use();
  return undefined;
}

type CheckedCode =
  | { readonly refusal: RefusedError; readonly use?: never }
  /** Until the end of the transaction the code is locked. Unless it is used, it stays valid until it expires. */
  | { readonly refusal?: never; readonly use: () => Promise<void> };

/** As {@link useCode}, for a code that is used up only if the transaction does what the code is for. */
export async function checkCode(
  tx: Database,
  clock: Clock,
  table: CodeTable,
  where: SQL | undefined,
  code: string,
): Promise<CheckedCode> {
  const now = clock.now();
  // The lock makes concurrent guesses wait, so that each of them is counted.
  const [row] = await newestCode(tx, table, where).for('update');
  const newest = row as CodeRow | undefined;
  if (!isOpen(newest, now)) return { refusal: new RefusedError(410, t(OVER), 'code') };
  const codes: PgTable = table;
  const set = async (values: Partial<Pick<CodeRow, 'attempts' | 'usedAt'>>) => {
    await tx.update(codes).set(values).where(eq(table.id, newest.id));
  };
  if (newest.codeHash === hashCode(newest.id, code)) return { use: () => set({ usedAt: now }) };
  await set({ attempts: newest.attempts + 1 });
  return { refusal: new RefusedError(400, t(WRONG), 'code') };
}

function newestCode(db: Database, table: CodeTable, where: SQL | undefined) {
  const { id, codeHash, codeExpiresAt, attempts, usedAt, createdAt } = table;
  const codes: PgTable = table;
  return db
    .select({ id, codeHash, codeExpiresAt, attempts, usedAt })
    .from(codes)
    .where(where)
    .orderBy(desc(createdAt))
    .limit(1);
}

function isOpen(row: CodeRow | undefined, now: Date): row is CodeRow {
  return row !== undefined && !row.usedAt && row.codeExpiresAt > now && row.attempts < ATTEMPTS;
}
