import type { Language } from './languages.ts';

/** The language of each text that has no translation, by the name of the text. */
export type Fallbacks = Readonly<Record<string, Language>>;

export interface Translated {
  readonly fallbacks?: Fallbacks | undefined;
}

/** Returns the language of a text when it differs from the page's language, for the attribute `lang`. */
export function langOf({ fallbacks }: Translated, text: string): Language | undefined {
  return fallbacks?.[text];
}

/** Returns the marks of some texts only, for a smaller object. */
export function marksOf({ fallbacks = {} }: Translated, ...texts: readonly string[]): Translated {
  return toMarks(Object.entries(fallbacks).filter(([text]) => texts.includes(text)));
}

/** Without marks the property is absent. */
export function toMarks(marks: readonly (readonly [string, Language])[]): Translated {
  return marks.length > 0 ? { fallbacks: Object.fromEntries(marks) } : {};
}
