import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Language } from '../../platform/languages.ts';
import { profiles } from '../tables.server.ts';

/** In which somebody reads the team's pages and gets mails; null: the shop's own language. */
export async function chooseLanguage(
  db: Database,
  clock: Clock,
  memberId: string,
  language: Language | null,
): Promise<void> {
  await db
    .update(profiles)
    .set({ language, updatedAt: clock.now() })
    .where(eq(profiles.id, memberId));
}
