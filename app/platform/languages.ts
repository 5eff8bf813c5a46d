/** What a shop can be read in, by BCP 47 tag. English is the specification's own and always whole. */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Languages that are written from right to left, by BCP 47 tag; of those a shop may come to be read in. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** In which direction a language is written, as `dir` of a page says it. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const [base = ''] = language.split('-', 1);
  return RIGHT_TO_LEFT.has(base) ? 'rtl' : 'ltr';
}
