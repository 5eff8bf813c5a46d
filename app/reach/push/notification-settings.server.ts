import { eq, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
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

/** Saves what a person chose for themselves. */
export async function saveNotificationSettings(
  db: Database,
  clock: Clock,
  profileId: string,
  settings: NotificationSettings,
): Promise<void> {
  const digestSince = clock.now();
  await db
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
