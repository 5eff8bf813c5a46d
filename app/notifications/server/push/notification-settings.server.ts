import { eq, sql } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { may } from '../../../accounts/protocol/permissions.ts';
import type { Digest } from '../../protocol/rules.ts';
import { notificationSettings } from './tables.server.ts';

export interface NotificationSettings {
  readonly showsPreviews: boolean;
  readonly tellsOfQueue: boolean;
  /** An email is sent only if the mention is not seen in the inbox. */
  readonly mailsMentions: boolean;
  readonly mailsOrders: boolean;
  readonly digest: Digest;
}

/** Must match the defaults of the table. */
const DEFAULTS: NotificationSettings = {
  showsPreviews: false,
  tellsOfQueue: true,
  mailsMentions: true,
  mailsOrders: true,
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
      mailsOrders: notificationSettings.mailsOrders,
      digest: notificationSettings.digest,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.profileId, profileId));
  return row ?? DEFAULTS;
}

/** Saves a member's choice. The setting about the queue is hidden from some roles, whose former choice is kept. */
export async function chooseNotifications(
  appContext: ChangeContext,
  member: Member,
  chosen: NotificationSettings,
): Promise<void> {
  await change(appContext, undefined, async (tx) => {
    const { tellsOfQueue } = may(member, 'take-from-queue')
      ? chosen
      : await readNotificationSettings(tx, member.id);
    await saveNotificationSettings(tx, appContext.clock, member.id, { ...chosen, tellsOfQueue });
  });
}

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
        // Saving other settings must not postpone the next digest.
        digestSince: sql`case when ${notificationSettings.digest} = ${settings.digest}
          then ${notificationSettings.digestSince} else excluded.digest_since end`,
      },
    });
}
