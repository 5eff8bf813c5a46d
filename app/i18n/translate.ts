import { setupI18n, type I18n } from '@lingui/core';
import { compile } from '#compile-message';
import { LANGUAGES, type Language } from '../platform/languages.ts';
import { sourceOf, type Literal, type Sentence } from './sentence.ts';

export { msg, type Sentence } from './sentence.ts';

export type Values = Readonly<Record<string, string | number>>;

/** Messages by their English text, as ICU MessageFormat or compiled by Lingui. */
export type Messages = Parameters<I18n['load']>[1];

export interface Speech {
  readonly language: Language;
  /** A BCP 47 tag. */
  readonly formats: string;
}

export const ENGLISH: Speech = { language: 'en', formats: 'en-US' };

const FORMATS: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-ES' };

export function speechIn(language: Language, formats?: string): Speech {
  return { language, formats: formats ?? FORMATS[language] };
}

const catalogues = new Map<Language, I18n>();

function catalogueOf(language: Language): I18n {
  const known = catalogues.get(language);
  if (known) return known;
  const catalogue = setupI18n({ locale: language, messages: { [language]: {} } });
  catalogue.setMessagesCompiler(compile);
  catalogues.set(language, catalogue);
  return catalogue;
}

export function addMessages(language: Language, messages: Messages): void {
  catalogueOf(language).load(language, messages);
}

export function messagesOf(language: Language): Messages {
  return catalogueOf(language).messages;
}

/** A page has one language as long as it is open; a server sets the language for each request. */
let speech: () => Speech = ofPage();

export function setSpeechSource(source: () => Speech): void {
  speech = source;
}

function ofPage(): () => Speech {
  if (typeof document === 'undefined') return () => ENGLISH;
  const { lang, dataset } = document.documentElement;
  const language = LANGUAGES.find((each) => each === lang) ?? 'en';
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
  : [values: Readonly<Record<Names<S>, string | number>>];

/**
 * Translates a message, which is its English text in ICU MessageFormat, into the language of the request or page.
 * Without a translation the text stays English.
 */
export function t<S extends string>(message: Literal<S>, ...values: ValuesOf<S>): string;
export function t(message: Sentence, values?: Values): string;
export function t(message: string | Sentence, values?: Values): string {
  const id = typeof message === 'string' ? message : sourceOf(message);
  return format(speech().language, id, values);
}

/** The English text, for logs and for what is stored. */
export function english(message: Sentence, values?: Values): string {
  return format('en', sourceOf(message), values);
}

/** Plural forms show plain digits, as all other numbers in sentences do. */
const OPTIONS = { formats: { number: { useGrouping: false } } };

/** A noncharacter of Unicode, which no text contains. */
const BACKSLASH = '\uFDD0';

/**
 * Lingui decodes escape sequences in the finished text. A name that somebody typed may look like one, so its backslashes
 * are hidden meanwhile.
 */
function format(language: Language, message: string, values?: Values): string {
  const catalogue = catalogueOf(language);
  if (!values || !Object.values(values).some((value) => String(value).includes('\\'))) {
    return catalogue._(message, values, OPTIONS);
  }
  const hidden = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll('\\', BACKSLASH) : value,
  ]);
  const text = catalogue._(message, Object.fromEntries(hidden), OPTIONS);
  return text.replaceAll(BACKSLASH, '\\');
}
