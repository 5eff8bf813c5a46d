import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { findLink, newLink, takeLink } from '../../../platform/one-time-link.server.ts';
import { accountTokens } from '../tables.server.ts';

export type TokenPurpose = (typeof accountTokens.$inferSelect)['purpose'];

const MINUTE_MS = 60_000;

export const LINK_VALID_FOR_MS: Readonly<Record<TokenPurpose, number>> = {
  setup: 7 * 24 * 60 * MINUTE_MS,
  'verify-email': 3 * 24 * 60 * MINUTE_MS,
  'reset-password': 60 * MINUTE_MS,
};

/**
 * Creates a one-time link. Earlier links stay valid, because a stranger can request a link too, and its email
 * may be dropped (`platform/email/mailbox-budget.server.ts`); invalidating earlier links would lock the owner
 * out.
 */
export async function issueToken(
  tx: Database,
  clock: Clock,
  purpose: TokenPurpose,
  userId: string | null,
): Promise<string> {
  const { token, link } = newLink(clock, LINK_VALID_FOR_MS[purpose]);
  await tx.insert(accountTokens).values({ purpose, userId, ...link });
  return token;
}

export async function dropTokens(
  tx: Database,
  purpose: TokenPurpose,
  userId: string,
): Promise<void> {
  await tx
    .delete(accountTokens)
    .where(and(eq(accountTokens.purpose, purpose), eq(accountTokens.userId, userId)));
}

/** For display only. `consumeToken` decides. */
export async function isTokenValid(
  db: Database,
  clock: Clock,
  purpose: TokenPurpose,
  token: string,
): Promise<boolean> {
  const found = await findLink(db, clock, accountTokens, token, eq(accountTokens.purpose, purpose));
  return found !== undefined;
}

/** Returns `undefined` if the link is invalid. */
export function consumeToken(
  tx: Database,
  clock: Clock,
  purpose: TokenPurpose,
  token: string,
): Promise<{ readonly userId: string | null } | undefined> {
  return takeLink(tx, clock, accountTokens, token, eq(accountTokens.purpose, purpose));
}
