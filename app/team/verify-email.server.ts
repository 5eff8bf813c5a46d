import { eq } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { recordAudit, type Trace } from './audit.server.ts';
import { authUsers } from './tables.server.ts';
import type { TeamServices } from './team-services.ts';
import { consumeToken } from './tokens.server.ts';

export const LINK_EXPIRED = 'This link has expired or was used already.';

/** Confirms the address the link was mailed to; throws {@link RefusedError} 410 for a dead link. */
export async function verifyEmail(
  db: Database,
  { clock }: Pick<TeamServices, 'clock'>,
  trace: Trace,
  token: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const consumed = await consumeToken(tx, clock, 'verify-email', token);
    if (!consumed?.userId) throw new RefusedError(410, LINK_EXPIRED, 'token');
    const [user] = await tx
      .update(authUsers)
      .set({ emailVerified: true, updatedAt: clock.now() })
      .where(eq(authUsers.id, consumed.userId))
      .returning({ email: authUsers.email });
    await recordAudit(tx, clock, trace, {
      action: 'email-verified',
      subjectId: consumed.userId,
      ...(user ? { subject: user.email } : {}),
    });
  });
}
