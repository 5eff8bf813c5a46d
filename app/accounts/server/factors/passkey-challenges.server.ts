import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';

/** A passkey answers a challenge within five minutes. */
const VALID_MS = 5 * 60 * 1000;

type ChallengeTable = PgTable & {
  readonly [Name in 'challenge' | 'ownerId' | 'expiresAt']: PgColumn;
};

/** Saves the challenge of somebody who adds a passkey, or of a sign-in, which has no owner. */
export async function keepChallenge(
  appContext: ChangeContext,
  table: ChallengeTable,
  challenge: string,
  ownerId: string | null,
): Promise<void> {
  const expiresAt = new Date(appContext.clock.now().getTime() + VALID_MS);
  const challenges: PgTable = table;
  await change(appContext, undefined, (tx) =>
    tx.insert(challenges).values({ challenge, ownerId, expiresAt }),
  );
}

/** Uses up a challenge, which can be answered only once. */
export async function takeChallenge(
  appContext: ChangeContext,
  table: ChallengeTable,
  challenge: string,
  ownerId: string | null,
): Promise<boolean> {
  const challenges: PgTable = table;
  const taken = await change(appContext, undefined, (tx) =>
    tx
      .delete(challenges)
      .where(
        and(
          eq(table.challenge, challenge),
          ownerId === null ? isNull(table.ownerId) : eq(table.ownerId, ownerId),
          gt(table.expiresAt, appContext.clock.now()),
        ),
      )
      .returning({ challenge: table.challenge }),
  );
  return taken.length > 0;
}

export function expireChallenges(tx: Database, table: ChallengeTable, now: Date): Promise<number> {
  return deleteSome(tx, table, lt(table.expiresAt, now));
}
