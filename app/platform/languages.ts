/**
 * BCP 47 tags of the languages a shop can offer. English is the language of docs/rules.md and
 * always complete.
 */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** BCP 47 tags of right-to-left languages that a shop may offer later. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

export function directionOf(language: string): 'ltr' | 'rtl' {
  const [base = ''] = language.split('-', 1);
  return RIGHT_TO_LEFT.has(base) ? 'rtl' : 'ltr';
}
