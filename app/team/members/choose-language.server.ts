import { eq } from 'drizzle-orm';
import { change, type ChangeHost } from '../../platform/change/change.server.ts';
import type { Language } from '../../platform/languages.ts';
import { profiles } from '../tables.server.ts';

/** In which somebody reads the team's pages and gets mails; null: the shop's own language. */
export async function chooseLanguage(
  host: ChangeHost,
  memberId: string,
  language: Language | null,
): Promise<void> {
  await change(host, undefined, (tx) =>
    tx
      .update(profiles)
      .set({ language, updatedAt: host.clock.now() })
      .where(eq(profiles.id, memberId)),
  );
}
