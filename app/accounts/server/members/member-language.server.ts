import { eq, type SQL } from 'drizzle-orm';
import type { ShopLanguages } from '../../../platform/address-language.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { speechIn } from '../../../i18n/translate.ts';
import { speaking } from '../../../platform/speech.server.ts';
import { profiles } from '../tables.server.ts';
import { languageOf } from '../../protocol/member.ts';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Language } from '../../../platform/languages.ts';

export interface SpokenSettings {
  readonly languages?: ShopLanguages | undefined;
  readonly formats?: string | undefined;
}

const ENGLISH_ONLY: ShopLanguages = { main: 'en', offered: ['en'] };

export type Reader = { readonly id: string } | { readonly email: string };

/**
 * Runs `write` in the language of the member with this id or email address. People without an account get the
 * shop's main language.
 */
export async function inWordsOf<T>(
  db: Database,
  { languages = ENGLISH_ONLY, formats }: SpokenSettings,
  reader: Reader,
  write: () => T,
): Promise<T> {
  const who: SQL = 'id' in reader ? eq(profiles.id, reader.id) : eq(profiles.email, reader.email);
  const [row] = await db.select({ language: profiles.language }).from(profiles).where(who);
  return speaking(speechIn(languageOf(row ?? {}, { languages }), formats), write);
}

/** `null` selects the shop's main language. */
export async function chooseLanguage(
  appContext: ChangeContext,
  memberId: string,
  language: Language | null,
): Promise<void> {
  await change(appContext, undefined, (tx) =>
    tx
      .update(profiles)
      .set({ language, updatedAt: appContext.clock.now() })
      .where(eq(profiles.id, memberId)),
  );
}
