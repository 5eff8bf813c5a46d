import {
  inWordsOf,
  type SpokenSettings,
} from '../../../accounts/server/members/member-language.server.ts';
import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { JobKind } from '../../../platform/change/kind.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import type { Mail, MailMessage } from '../../../platform/email/mail.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { profiles } from '../../../accounts/server/tables.server.ts';
import { digestMail } from './notification-mails.ts';
import { readNotificationSettings } from './notification-settings.server.ts';
import { readDigest } from './read-digest.server.ts';
import { unsubscribeAddress } from './unsubscribe.server.ts';
import {
  DIGEST_RETRY_AFTER_MS,
  DIGESTS_AT_ONCE,
  DIGESTS_EXPIRE_AFTER_MS,
  DAILY_DIGEST_HOUR,
  type Digest,
} from '../../protocol/rules.ts';
import { mailDigests } from './tables.server.ts';
import { dayOf, instantOf } from '../../../platform/weekly-hours.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** The kind of the jobs that send digests. A job's key is the id of a row of `mail_digests`. */
const DIGEST_KIND = 'digest';
const LEASE_MS = 4 * 60_000;
const TRACE = { member: undefined, requestId: 'digests' };

export interface DigestServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'deliver'>;
  readonly settings: Pick<Settings, 'origin' | 'brandName' | 'supportTimezone'> & SpokenSettings;
}

type MailDigest = typeof mailDigests.$inferSelect;

/**
 * Queues due digests, one per member and period. A period that began before the digest was chosen is skipped.
 * The contents are read when the digest is sent.
 */
export async function claimDigests(
  appContext: ChangeContext,
  { supportTimezone }: Pick<Settings, 'supportTimezone'>,
): Promise<void> {
  const now = appContext.clock.now();
  for (const kind of ['hourly', 'daily'] as const) {
    const dueAt = digestDue(kind, now, supportTimezone).toISOString();
    await change(appContext, TRACE, async (tx, after) => {
      const { rows } = await tx.execute<{ id: string; profile_id: string }>(sql`
        insert into mail_digests (profile_id, kind, due_at)
        select o.profile_id, ${kind}::text, ${dueAt}::timestamptz
        from notification_settings o
        join profiles p on p.id = o.profile_id and p.status = 'active'
        where o.digest = ${kind} and o.digest_since < ${dueAt}::timestamptz
        on conflict (profile_id, due_at) do nothing
        returning id, profile_id`);
      for (const { id, profile_id: lane } of rows) {
        after.deliver(DIGEST_KIND, { key: id, lane, payload: {} });
      }
    });
  }
}

export function digestKind(services: DigestServices): JobKind {
  const { clock, db, mail } = services;
  return {
    name: DIGEST_KIND,
    retryAfterMs: DIGEST_RETRY_AFTER_MS,
    leaseMs: LEASE_MS,
    concurrencyGroups: DIGESTS_AT_ONCE,
    atOnce: 1,
    keepDoneMs: 0,
    keepFailedMs: DIGESTS_EXPIRE_AFTER_MS,
    async deliver({ key }) {
      // Messages that arrive from here on belong to the next digest.
      const readAt = clock.now();
      const [digest] = await db.select().from(mailDigests).where(eq(mailDigests.id, key));
      const message = digest && (await compose(db, services, digest));
      if (!message) return { result: 'done' };
      await mail.deliver(message);
      return {
        result: 'done',
        async settle(tx) {
          await tx.update(mailDigests).set({ sentAt: readAt }).where(eq(mailDigests.id, key));
        },
      };
    },
  };
}

export async function forgetDigests(tx: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - DIGESTS_EXPIRE_AFTER_MS);
  return deleteSome(tx, mailDigests, lt(mailDigests.dueAt, before));
}

/** Returns `undefined` if everything is read or the member wants no digest any more. */
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
  // An hourly digest without new messages would only repeat the last one.
  const lastSentAt = digest.kind === 'hourly' ? await readLastSent(db, digest) : undefined;
  if (lastSentAt && unread.newestAt <= lastSentAt) return undefined;
  return {
    ...(await inWordsOf(db, settings, person, () => digestMail(settings, person.email, unread))),
    messageId: `<${digest.id}@${new URL(settings.origin).hostname}>`,
    unsubscribe: await unsubscribeAddress(db, settings, { memberId: person.id, from: 'digest' }),
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

/** Returns the latest due time up to now. */
export function digestDue(kind: Exclude<Digest, 'off'>, now: Date, timeZone: string): Date {
  if (kind === 'hourly') return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const today = dayOf(timeZone, now);
  const due = dueOn(timeZone, today);
  if (due.getTime() <= now.getTime()) return due;
  return dueOn(timeZone, new Date(Date.parse(`${today}T00:00:00Z`) - DAY_MS).toISOString());
}

function dueOn(timeZone: string, day: string): Date {
  return new Date(instantOf(timeZone, day.slice(0, 10), DAILY_DIGEST_HOUR * 60));
}
