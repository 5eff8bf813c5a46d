import type { ShopLanguages } from '../../platform/address-language.ts';
import type { Language } from '../../platform/languages.ts';

/** In which somebody of the team reads: what they chose, or the shop's own language. */
export function languageOf(
  { language }: { readonly language?: Language | null },
  { languages }: { readonly languages: ShopLanguages },
): Language {
  return language ?? languages.main;
}
