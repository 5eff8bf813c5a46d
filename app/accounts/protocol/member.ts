import type { Language } from '../../platform/languages.ts';
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
  return language ?? languages.main;
}
