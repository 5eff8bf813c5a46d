import { formatMessage } from '#format-message';
import { formatsOf, LANGUAGES, SOURCE_LANGUAGE, type Language } from '../platform/languages.ts';
import { sourceOf, type Literal, type Sentence, type Values } from './sentence.ts';

export { msg, msgIn, type Sentence, type Values } from './sentence.ts';

export interface Speech {
  readonly language: Language;
  /** A BCP 47 tag. */
  readonly formats: string;
}

export const ENGLISH: Speech = speechIn(SOURCE_LANGUAGE);

export function speechIn(language: Language, formats?: string): Speech {
  return { language, formats: formats ?? formatsOf(language) };
}

/** A page has one language as long as it is open; a server sets the language for each request. */
let speech: () => Speech = ofPage();

export function setSpeechSource(source: () => Speech): void {
  speech = source;
}

function ofPage(): () => Speech {
  if (typeof document === 'undefined') return () => ENGLISH;
  const { lang, dataset } = document.documentElement;
  const language = LANGUAGES.find((each) => each === lang) ?? SOURCE_LANGUAGE;
  const said = speechIn(language, dataset.formats);
  return () => said;
}

export function languageNow(): Language {
  return speech().language;
}

export function formatsNow(): string {
  return speech().formats;
}

/** The names behind the braces of an ICU message. A brace behind an apostrophe is text. */
type Names<S extends string> = S extends `${infer Before}{${infer Rest}`
  ? Before extends `${string}''`
    ? Argument<Rest>
    : Before extends `${string}'`
      ? Rest extends `${string}'${infer After}`
        ? Names<After>
        : never
      : Argument<Rest>
  : never;

type Argument<S extends string> = S extends `${infer Head}}${infer After}`
  ? Head extends `${infer Name}, plural,${string}`
    ? S extends `${string}, plural,${infer Branches}`
      ? Name | InBranches<Branches>
      : never
    : Head | Names<After>
  : never;

type InBranches<S extends string> = S extends ` ${infer Rest}`
  ? InBranches<Rest>
  : S extends `}${infer After}`
    ? Names<After>
    : S extends `${string}{${infer Branch}`
      ? InBranch<Branch>
      : never;

type InBranch<S extends string> = S extends `${infer Text}}${infer After}`
  ? Text extends `${string}{${infer Name}`
    ? Name | InBranch<After>
    : InBranches<After>
  : never;

type ValuesOf<S extends string> = [Names<S>] extends [never]
  ? []
  : [values: { readonly [Name in Names<S>]: string | number }];

/**
 * Translates a message, which is its English text in ICU MessageFormat, into the language of the request or page.
 * Without a translation the text stays English.
 */
export function t<S extends string>(message: Literal<S>, ...values: ValuesOf<S>): string;
export function t(message: Sentence, values?: Values): string;
export function t(message: string | Sentence, values?: Values): string {
  const id = typeof message === 'string' ? message : sourceOf(message);
  return formatMessage(speech().language, id, values);
}

/** The English text, for logs and for what is stored. */
export function english(message: Sentence, values?: Values): string {
  return formatMessage(SOURCE_LANGUAGE, sourceOf(message), values);
}

/** Finds the message of a closed set by its English text. */
export function findSentence(messages: Iterable<Sentence>, text: string): Sentence | undefined {
  for (const message of messages) if (english(message) === text) return message;
  return undefined;
}
