interface Translated {
  /** The texts that stay as they were written; none of what was written in the page's language. */
  readonly inSource?: readonly string[] | undefined;
}

/** The language of a text where it is not the page's: entries are written in English. */
export function langOf({ inSource }: Translated, text: string): 'en' | undefined {
  return inSource?.includes(text) ? 'en' : undefined;
}
