import { and, eq, gt } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { type PendingSignUp, renewPendingLink } from './pending-sign-ups.server.ts';
import { accountTokens } from '../tables.server.ts';
import { verificationMail } from './team-mails.ts';
import type { TeamServices } from '../members/team-services.ts';
import { issueToken } from './tokens.server.ts';

/** Throttles links, so that repeated sign-ins do not flood a mailbox. */
const AGAIN_AFTER_MS = 10 * 60_000;

/** Emails a new link unless one was sent a moment ago. */
export async function resendToSignUp(
  services: TeamServices,
  trace: Trace,
  { id, email, linkMadeAt, linkExpiresAt, createdAt, browser }: PendingSignUp,
): Promise<void> {
  const { clock, mail, settings } = services;
  const now = clock.now().getTime();
  const wasJustMade = linkMadeAt !== null && now - linkMadeAt.getTime() < AGAIN_AFTER_MS;
  if (wasJustMade && linkExpiresAt !== null && linkExpiresAt.getTime() > now) return;
  await change(services, trace, async (tx, after) => {
    const token = await renewPendingLink(tx, clock, id);
    if (token === undefined) return;
    mail.send(after, verificationMail(settings, email, token, { at: createdAt, browser }));
  });
}

/** Emails a new link to an account that was approved before its address was verified. */
export async function resendToAccount(
  services: TeamServices,
  trace: Trace,
  {
    id,
    email,
    createdAt,
  }: { readonly id: string; readonly email: string; readonly createdAt: Date },
): Promise<void> {
  const { clock, db, mail, settings } = services;
  const momentAgo = new Date(clock.now().getTime() - AGAIN_AFTER_MS);
  const [recent] = await db
    .select({ id: accountTokens.id })
    .from(accountTokens)
    .where(
      and(
        eq(accountTokens.userId, id),
        eq(accountTokens.purpose, 'verify-email'),
        gt(accountTokens.createdAt, momentAgo),
      ),
    );
  if (recent) return;
  await change(services, trace, async (tx, after) => {
    const token = await issueToken(tx, clock, 'verify-email', id);
    mail.send(after, verificationMail(settings, email, token, { at: createdAt, browser: null }));
  });
}
