import { and, desc, eq, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.server.ts';
import type { Log } from '../platform/log.server.ts';
import type { Mail, MailMessage } from '../platform/mail/mail.ts';
import type { Settings } from '../platform/settings.server.ts';
import { profiles } from '../team/tables.server.ts';
import { digestDue } from './digest-due.ts';
import { digestMail } from './notification-mails.ts';
import { readNotificationSettings } from './notification-settings.server.ts';
import { readDigest } from './read-digest.server.ts';
import { DIGEST_RETRY_AFTER_MS, DIGESTS_KEPT_MS } from './rules.ts';
import { mailDigests } from './tables.server.ts';

export interface DigestServices {
  readonly clock: Clock;
  readonly mail: Mail;
  readonly log: Log;
  readonly settings: Pick<Settings, 'origin' | 'brandName' | 'supportTimezone'>;
}

type MailDigest = typeof mailDigests.$inferSelect;

/**
 * Writes down whose digest is due, once a person and period: whether there is anything to say is
 * asked when it is sent. A period that had begun when the digest was chosen is left out.
 */
export async function claimDigests(
  db: Database,
  clock: Clock,
  { supportTimezone }: Pick<Settings, 'supportTimezone'>,
): Promise<void> {
  const now = clock.now();
  for (const kind of ['hourly', 'daily'] as const) {
    const dueAt = digestDue(kind, now, supportTimezone).toISOString();
    await db.execute(sql`
      insert into mail_digests (profile_id, kind, due_at, next_attempt_at)
      select o.profile_id, ${kind}::text, ${dueAt}::timestamptz, ${now.toISOString()}::timestamptz
      from notification_settings o
      join profiles p on p.id = o.profile_id and p.status = 'active'
      where o.digest = ${kind} and o.digest_since < ${dueAt}::timestamptz
      on conflict (profile_id, due_at) do nothing`);
  }
}

/** Sends the digests that wait, one after the other, until none is due. */
export async function deliverDigests(db: Database, services: DigestServices): Promise<void> {
  const { clock, mail, log } = services;
  for (let next = await takeNext(db, clock); next; next = await takeNext(db, clock)) {
    // What comes while the mail is written is not in it.
    const readAt = clock.now();
    const message = await compose(db, services, next);
    if (!message) {
      await finish(db, next, {});
      continue;
    }
    try {
      await mail.deliver(message);
      await finish(db, next, { sentAt: readAt });
    } catch (error) {
      const fault = { err: error, digest: next.id, attempts: next.attempts };
      if (next.attempts > DIGEST_RETRY_AFTER_MS.length) {
        log.error(fault, 'A digest could not be sent and is given up');
        await finish(db, next, {});
      } else log.warn(fault, 'A digest is tried again later');
    }
  }
}

/** What nobody compares with any more is forgotten. */
export async function forgetDigests(db: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - DIGESTS_KEPT_MS);
  await db.delete(mailDigests).where(lt(mailDigests.dueAt, before));
}

/** Claims an attempt by moving the next one away first: of two processes one gets the row. */
async function takeNext(db: Database, clock: Clock): Promise<MailDigest | undefined> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(mailDigests)
      .where(lte(mailDigests.nextAttemptAt, now))
      .orderBy(mailDigests.nextAttemptAt)
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const wait = DIGEST_RETRY_AFTER_MS[due.attempts] ?? DIGEST_RETRY_AFTER_MS.at(-1) ?? 0;
    const [taken] = await tx
      .update(mailDigests)
      .set({ attempts: due.attempts + 1, nextAttemptAt: new Date(now.getTime() + wait) })
      .where(eq(mailDigests.id, due.id))
      .returning();
    return taken;
  });
}

async function finish(
  db: Database,
  { id }: MailDigest,
  change: Partial<typeof mailDigests.$inferInsert>,
): Promise<void> {
  await db
    .update(mailDigests)
    .set({ nextAttemptAt: null, ...change })
    .where(eq(mailDigests.id, id));
}

/** Undefined when there is nothing to say: all is read, or the person wants no digest any more. */
async function compose(
  db: Database,
  { settings }: DigestServices,
  digest: MailDigest,
): Promise<MailMessage | undefined> {
  const [person] = await db
    .select({ id: profiles.id, email: profiles.email, role: profiles.role })
    .from(profiles)
    .where(and(eq(profiles.id, digest.profileId), eq(profiles.status, 'active')));
  const chosen = await readNotificationSettings(db, digest.profileId);
  if (!person || chosen.digest !== digest.kind) return undefined;
  const unread = await readDigest(db, { ...person, tellsOfQueue: chosen.tellsOfQueue });
  if (!unread.newestAt) return undefined;
  // An hour in which nothing new came is not worth a mail that says the same again.
  const lastSentAt = digest.kind === 'hourly' ? await readLastSent(db, digest) : undefined;
  if (lastSentAt && unread.newestAt <= lastSentAt) return undefined;
  return {
    ...digestMail(settings, person.email, unread),
    messageId: `<${digest.id}@${new URL(settings.origin).hostname}>`,
  };
}

async function readLastSent(db: Database, { profileId }: MailDigest): Promise<Date | undefined> {
  const [last] = await db
    .select({ sentAt: mailDigests.sentAt })
    .from(mailDigests)
    .where(and(eq(mailDigests.profileId, profileId), isNotNull(mailDigests.sentAt)))
    .orderBy(desc(mailDigests.sentAt))
    .limit(1);
  return last?.sentAt ?? undefined;
}
