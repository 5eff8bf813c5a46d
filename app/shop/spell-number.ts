import type { Language } from '../platform/languages.ts';
import { languageNow } from '../i18n/translate.ts';

const ENGLISH = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

const SPANISH = [
  'ninguna',
  'una',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
  'once',
  'doce',
];

const WORDS: Readonly<Record<Language, readonly string[]>> = { en: ENGLISH, es: SPANISH };

/** The Spanish words are feminine, like all nouns they are used with. */
export function spellNumber(number: number): string {
  return WORDS[languageNow()][number] ?? String(number);
}
