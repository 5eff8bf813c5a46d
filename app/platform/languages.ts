/** What a shop can be read in, by BCP 47 tag. English is the specification's own and always whole. */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];
