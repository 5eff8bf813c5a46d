import { findLanguage, teamLanguageOf, type Language } from '../../platform/languages.ts';
import type { Role } from './roles.ts';
import type { ShopLanguages } from '../../platform/address-language.ts';

export interface Member {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  /** The chosen language, or null for the shop's main language. */
  readonly language?: Language | null;
}

export function languageOf(
  { language }: { readonly language?: Language | null },
  { languages }: { readonly languages: ShopLanguages },
): Language {
  // A language that this version does not know may come from a newer version.
  return teamLanguageOf(findLanguage(language ?? undefined) ?? languages.main);
}
