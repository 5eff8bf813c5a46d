interface Translated {
  /** These texts are still in the source language. */
  readonly inSource?: readonly string[] | undefined;
}

/** Returns the language of a text when it differs from the page's language. Entries are written in English. */
export function langOf({ inSource }: Translated, text: string): 'en' | undefined {
  return inSource?.includes(text) ? 'en' : undefined;
}
