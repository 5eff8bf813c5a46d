import { and, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import { expireChallenges } from '../factors/passkey-challenges.server.ts';
import { pruneFlows } from '../openid/flows.server.ts';
import { AWAITED_MS } from '../sessions/read-session.server.ts';
import { SESSION_LIFETIME_MS } from '../sessions/sessions.server.ts';
import {
  accountTokens,
  authSessions,
  authVerifications,
  invitations,
  passkeyChallenges,
  pendingSignUps,
} from '../tables.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** For this long the owner of a mailbox can disown what strangers requested. */
const EXPIRED_LINK_MS = DAY_MS;

/** The team page lists expired invitations for this long, so that they can be sent again. */
const EXPIRED_INVITATION_MS = 30 * DAY_MS;

/**
 * Deletes a batch of expired links, sign-ups, invitations and sessions, and returns its size. Idempotent, and safe to
 * run in several processes at once.
 */
export async function pruneTeam(tx: Database, clock: Clock): Promise<number> {
  const now = clock.now();
  const before = (age: number) => new Date(now.getTime() - age);
  const gone: readonly (readonly [PgTable, SQL | undefined])[] = [
    [accountTokens, lt(accountTokens.expiresAt, before(EXPIRED_LINK_MS))],
    [pendingSignUps, lt(pendingSignUps.expiresAt, now)],
    [authVerifications, lt(authVerifications.expiresAt, now)],
    [
      authSessions,
      or(
        lt(authSessions.expiresAt, now),
        lt(authSessions.createdAt, before(SESSION_LIFETIME_MS)),
        and(isNull(authSessions.provedAt), lt(authSessions.createdAt, before(AWAITED_MS))),
      ),
    ],
    [invitations, lt(invitations.expiresAt, before(EXPIRED_INVITATION_MS))],
  ];
  let count = (await expireChallenges(tx, passkeyChallenges, now)) + (await pruneFlows(tx, now));
  for (const [table, where] of gone) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    count += await deleteSome(tx, table, where);
  }
  return count;
}
