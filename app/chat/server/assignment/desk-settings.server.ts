import { lte } from 'drizzle-orm';
import type { Database } from '../../../platform/db/database.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { deskSettings } from './tables.server.ts';

export type DeskSettings = Pick<Settings, 'chatCapacity' | 'agentAwayMinutes' | 'supportTimezone'> &
  Partial<Pick<Settings, 'searchLanguage'>>;

/**
 * Stores the settings that queries in the database need. `revision` is the revision of the settings, so that
 * a process with stale settings overwrites nothing.
 */
export async function saveDeskSettings(
  tx: Database,
  { chatCapacity, agentAwayMinutes, supportTimezone, searchLanguage = 'english' }: DeskSettings,
  revision = 0,
): Promise<void> {
  const set = {
    chatCapacity: chatCapacity ?? null,
    awayAfterMinutes: agentAwayMinutes,
    timeZone: supportTimezone,
    searchLanguage,
    revision,
  };
  await tx
    .insert(deskSettings)
    .values(set)
    .onConflictDoUpdate({
      target: deskSettings.isOnly,
      set,
      setWhere: lte(deskSettings.revision, revision),
    });
}
