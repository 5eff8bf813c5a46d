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

/** Ends the context of a message, as in gettext. */
export const CONTEXT_END = '\u0004';

/** Marks a message for a table whose English text has another translation elsewhere: `context` says where this one is. */
export function msgIn<S extends string>(context: string, message: Literal<S>): Sentence {
  return `${context}${CONTEXT_END}${message as string}` as unknown as Sentence;
}

/** The English text of a message without its context. */
export function withoutContext(message: string): string {
  return message.slice(message.indexOf(CONTEXT_END) + 1);
}

/** The message itself: its English text in ICU MessageFormat, after its context if it has one. */
export function sourceOf(message: Sentence): string {
  return message as unknown as string;
}

/** The texts and counts for a message, by the name of its placeholder. */
export type Values = Readonly<Record<string, string | number>>;
