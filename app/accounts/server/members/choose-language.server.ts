import { eq } from 'drizzle-orm';
import { change, type ChangeHost } from '../../../platform/change/change.server.ts';
import type { Language } from '../../../platform/languages.ts';
import { profiles } from '../tables.server.ts';

/** `null` selects the shop's main language. */
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
