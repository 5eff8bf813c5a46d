declare const brand: unique symbol;

/**
 * A message that was marked with `msg`, for tables. It has no text until `t` translates it, so that no screen can show
 * its English text by mistake.
 */
export interface Sentence {
  readonly [brand]: true;
}

/** Only literals: a text that the build cannot see has no translation. */
export type Literal<S extends string> = string extends S ? never : S;

/** Marks a message for a table, which `t` translates later. */
export function msg<S extends string>(message: Literal<S>): Sentence {
  return message as unknown as Sentence;
}

/** The message itself: its English text in ICU MessageFormat. */
export function sourceOf(message: Sentence): string {
  return message as unknown as string;
}
