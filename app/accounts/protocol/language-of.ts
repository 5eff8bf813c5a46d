import type { ShopLanguages } from '../../platform/address-language.ts';
import type { Language } from '../../platform/languages.ts';

export function languageOf(
  { language }: { readonly language?: Language | null },
  { languages }: { readonly languages: ShopLanguages },
): Language {
  return language ?? languages.main;
}
