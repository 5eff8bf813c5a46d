import { and, isNull, lt, or } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
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
 * Deletes expired links, sign-ups, invitations and sessions. Idempotent, and safe to run in several processes
 * at once.
 */
export async function pruneTeam(tx: Database, clock: Clock): Promise<void> {
  const now = clock.now();
  const before = (age: number) => new Date(now.getTime() - age);
  await tx.delete(accountTokens).where(lt(accountTokens.expiresAt, before(EXPIRED_LINK_MS)));
  await tx.delete(pendingSignUps).where(lt(pendingSignUps.expiresAt, now));
  await tx.delete(authVerifications).where(lt(authVerifications.expiresAt, now));
  await tx
    .delete(authSessions)
    .where(
      or(lt(authSessions.expiresAt, now), lt(authSessions.createdAt, before(SESSION_LIFETIME_MS))),
    );
  await tx
    .delete(authSessions)
    .where(and(isNull(authSessions.provedAt), lt(authSessions.createdAt, before(AWAITED_MS))));
  await expireChallenges(tx, passkeyChallenges, now);
  await pruneFlows(tx, now);
  await tx.delete(invitations).where(lt(invitations.expiresAt, before(EXPIRED_INVITATION_MS)));
}
