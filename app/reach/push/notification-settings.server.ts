import { eq, sql } from 'drizzle-orm';
import { change, type ChangeHost } from '../../platform/change/change.server.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Member } from '../../team/members/member.ts';
import { may } from '../../team/members/permissions.ts';
import type { Digest } from './rules.ts';
import { notificationSettings } from './tables.server.ts';

export interface NotificationSettings {
  readonly showsPreviews: boolean;
  readonly tellsOfQueue: boolean;
  /** A mail when a note names them and they do not see it on the dashboard. */
  readonly mailsMentions: boolean;
  readonly digest: Digest;
}

/** What counts for a person who chose nothing; the table's defaults are the same. */
const DEFAULTS: NotificationSettings = {
  showsPreviews: false,
  tellsOfQueue: true,
  mailsMentions: true,
  digest: 'off',
};

export async function readNotificationSettings(
  db: Database,
  profileId: string,
): Promise<NotificationSettings> {
  const [row] = await db
    .select({
      showsPreviews: notificationSettings.showsPreviews,
      tellsOfQueue: notificationSettings.tellsOfQueue,
      mailsMentions: notificationSettings.mailsMentions,
      digest: notificationSettings.digest,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.profileId, profileId));
  return row ?? DEFAULTS;
}

/** What a person chose for themselves; who is not asked about the queue keeps what they chose when they were. */
export async function chooseNotifications(
  host: ChangeHost,
  member: Member,
  chosen: NotificationSettings,
): Promise<void> {
  await change(host, undefined, async (tx) => {
    const { tellsOfQueue } = may(member, 'take-from-queue')
      ? chosen
      : await readNotificationSettings(tx, member.id);
    await saveNotificationSettings(tx, host.clock, member.id, { ...chosen, tellsOfQueue });
  });
}

/** Saves them, in the transaction in which they are chosen. */
export async function saveNotificationSettings(
  tx: Database,
  clock: Clock,
  profileId: string,
  settings: NotificationSettings,
): Promise<void> {
  const digestSince = clock.now();
  await tx
    .insert(notificationSettings)
    .values({ profileId, ...settings, digestSince })
    .onConflictDoUpdate({
      target: notificationSettings.profileId,
      set: {
        ...settings,
        // Saving something else must not push the next digest away.
        digestSince: sql`case when ${notificationSettings.digest} = ${settings.digest}
          then ${notificationSettings.digestSince} else excluded.digest_since end`,
      },
    });
}
