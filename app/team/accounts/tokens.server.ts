import { and, eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { findLink, newLink, takeLink } from '../../platform/one-time-link.server.ts';
import { accountTokens } from '../tables.server.ts';

export type TokenPurpose = (typeof accountTokens.$inferSelect)['purpose'];

const MINUTE_MS = 60_000;

/** How long the link of each purpose works, in milliseconds. */
export const LINK_VALID_FOR_MS: Readonly<Record<TokenPurpose, number>> = {
  setup: 7 * 24 * 60 * MINUTE_MS,
  'verify-email': 3 * 24 * 60 * MINUTE_MS,
  'reset-password': 60 * MINUTE_MS,
};

/**
 * Makes a one-time link's secret. Those mailed before go on working until one of them is used or
 * their time is over: a stranger may ask for one, too, and the mail with it may never leave
 * (`platform/mail/mailbox-budget.server.ts`), so that ending them would keep the owner out.
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

/** Ends all links of one purpose: what they were for has happened. */
export async function dropTokens(
  tx: Database,
  purpose: TokenPurpose,
  userId: string,
): Promise<void> {
  await tx
    .delete(accountTokens)
    .where(and(eq(accountTokens.purpose, purpose), eq(accountTokens.userId, userId)));
}

/** Whether the link still works, for the page behind it; only using it up decides. */
export async function isTokenValid(
  db: Database,
  clock: Clock,
  purpose: TokenPurpose,
  token: string,
): Promise<boolean> {
  const found = await findLink(db, clock, accountTokens, token, eq(accountTokens.purpose, purpose));
  return found !== undefined;
}

/** Uses the link up and says whose it was; undefined when it works no more. */
export function consumeToken(
  tx: Database,
  clock: Clock,
  purpose: TokenPurpose,
  token: string,
): Promise<{ readonly userId: string | null } | undefined> {
  return takeLink(tx, clock, accountTokens, token, eq(accountTokens.purpose, purpose));
}
