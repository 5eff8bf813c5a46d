import { type Language, SOURCE_LANGUAGE } from './languages.ts';

export interface Translated {
  /** These texts are still in the source language. */
  readonly inSource?: readonly string[] | undefined;
}

/** Returns the language of a text when it differs from the page's language, for the attribute `lang`. */
export function langOf({ inSource }: Translated, text: string): Language | undefined {
  return inSource?.includes(text) ? SOURCE_LANGUAGE : undefined;
}

/** Returns the marks of some texts only, for a smaller object; without marks the property is absent. */
export function marksOf({ inSource = [] }: Translated, ...texts: readonly string[]): Translated {
  const marked = inSource.filter((text) => texts.includes(text));
  return marked.length > 0 ? { inSource: marked } : {};
}
