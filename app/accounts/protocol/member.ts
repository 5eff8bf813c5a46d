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

/** A member, as lists and choices show one. */
export interface MemberName {
  readonly id: string;
  readonly name: string;
}

/** The name shown for a member (rule 107): the full name, or else the address before the at sign. */
export function displayName(fullName: string | null, email: string): string {
  return fullName?.trim() || (email.split('@')[0] ?? email);
}

export function languageOf(
  { language }: { readonly language?: Language | null },
  { languages }: { readonly languages: ShopLanguages },
): Language {
  // A language that this version does not know may come from a newer version.
  return teamLanguageOf(findLanguage(language ?? undefined) ?? languages.main);
}
