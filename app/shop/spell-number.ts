import type { Language } from '../platform/languages.ts';
import { languageNow } from '../i18n/translate.ts';

/** All nouns that the words are used with are feminine, which decides the forms in Spanish, German and Arabic. */
const WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: [
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
  ],
  es: [
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
  ],
  de: [
    'keine',
    'eine',
    'zwei',
    'drei',
    'vier',
    'fünf',
    'sechs',
    'sieben',
    'acht',
    'neun',
    'zehn',
    'elf',
    'zwölf',
  ],
  ar: [
    'لا',
    'واحدة',
    'اثنتان',
    'ثلاث',
    'أربع',
    'خمس',
    'ست',
    'سبع',
    'ثماني',
    'تسع',
    'عشر',
    'إحدى عشرة',
    'اثنتا عشرة',
  ],
};

export function spellNumber(number: number): string {
  return WORDS[languageNow()][number] ?? String(number);
}
