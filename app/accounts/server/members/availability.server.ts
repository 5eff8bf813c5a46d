import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import type { After } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { may } from '../../protocol/permissions.ts';
import { profiles } from '../tables.server.ts';
import { requireAdmin } from './manage-members.server.ts';

export async function setAcceptsChats(
  tx: Database,
  memberId: string,
  acceptsChats: boolean,
): Promise<void> {
  await tx.update(profiles).set({ acceptsChats }).where(eq(profiles.id, memberId));
}

/**
 * Saves whether a manager or admin answers visitors, which the member or an admin decides. Returns false if nothing
 * changed. Throws {@link RefusedError}: 403 for somebody else's choice, 409 for a role that has none.
 */
export async function setAnswersVisitors(
  tx: Database,
  after: After,
  clock: Clock,
  trace: Trace,
  id: string,
  answersVisitors: boolean,
): Promise<boolean> {
  if (trace.member?.id !== id) await requireAdmin(tx, trace);
  const [subject] = await tx
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), eq(profiles.status, 'active')))
    .for('update');
  if (!subject || !may(subject, 'choose-to-answer')) {
    throw new RefusedError(409, t('Only managers and admins choose whether they answer visitors.'));
  }
  if (subject.answersVisitors === answersVisitors) return false;
  await tx
    .update(profiles)
    .set({ answersVisitors, updatedAt: clock.now() })
    .where(eq(profiles.id, id));
  after.audit(answersVisitors ? 'answering-started' : 'answering-stopped', {
    subjectId: id,
    subject: subject.email,
  });
  return true;
}

export async function readOwnAvailability(
  db: Database,
  memberId: string,
): Promise<Pick<typeof profiles.$inferSelect, 'acceptsChats' | 'answersVisitors'>> {
  const [row] = await db
    .select({ acceptsChats: profiles.acceptsChats, answersVisitors: profiles.answersVisitors })
    .from(profiles)
    .where(eq(profiles.id, memberId));
  return row ?? { acceptsChats: false, answersVisitors: false };
}

/** The interval at which servers renew the leases of connected members. */
export const PRESENCE_RENEWAL_MS = 15_000;

const LEASE = sql`interval '45 seconds'`;

/** Returns SQL for the time of the last connection, accurate to 15 seconds. */
export const lastConnected = (profile: 'holder' | 'p'): SQL =>
  sql`${sql.raw(profile)}.connected_until - ${LEASE}`;

/**
 * Extends the leases of connected members. Leases expire on their own, so that closed tabs and killed servers
 * need no cleanup. A lease far in the future dates from before the clock was set back and is removed; small
 * corrections are common and ignored.
 */
export async function renewPresence(tx: Database, agentIds: readonly string[]): Promise<void> {
  await tx
    .update(profiles)
    .set({ connectedUntil: null })
    .where(sql`${profiles.connectedUntil} > clock_timestamp() + 2 * ${LEASE}`);
  if (agentIds.length === 0) return;
  await tx
    .update(profiles)
    .set({ connectedUntil: sql`clock_timestamp() + ${LEASE}` })
    .where(inArray(profiles.id, [...agentIds]));
}
