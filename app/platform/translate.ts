import { LANGUAGES, type Language } from './languages.ts';

/**
 * The registry of all sentences, keyed by their English text. A module adds its sentences by
 * declaration merging next to their translations (`words.es.ts`), so that the type checker refuses
 * a sentence without translations.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- Rooms fill it.
export interface Sentences {}

export type Sentence = keyof Sentences;

/** A translation; a counted sentence has a form for each plural category. */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

export type Translations = Readonly<Record<string, Translation>>;

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

const known = new Map<Language, Translations>();

export function registerMessages(language: Language, words: Translations): void {
  known.set(language, { ...known.get(language), ...words });
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

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

type Values<S extends string> = [Names<S>] extends [never]
  ? []
  : [values: Readonly<Record<Names<S>, string | number>>];

export function t<S extends Sentence>(sentence: S, ...[values]: Values<S>): string {
  return fill(tDynamic(sentence), values);
}

/** Translates a sentence with plural forms, such as '{count} review|{count} reviews'. */
export function tPlural(
  count: number,
  sentence: Sentence,
  values?: Readonly<Record<string, string | number>>,
): string {
  const { language } = speech();
  const words = wordsFor(language, sentence);
  const form = words === undefined ? englishForm(sentence, count) : formOf(words, language, count);
  return fill(form, { count, ...values });
}

/**
 * Translates a sentence that is not known at compile time; an unknown sentence is returned
 * unchanged.
 */
export function tDynamic(sentence: string): string {
  const words = wordsFor(speech().language, sentence);
  return typeof words === 'string' ? words : sentence;
}

export function sentencesOf(language: Language): readonly Sentence[] {
  return Object.keys(known.get(language) ?? {}) as Sentence[];
}

export function formsOf(language: Language, sentence: Sentence): readonly string[] {
  if (language === 'en') return sentence.split('|');
  const words = wordsFor(language, sentence);
  if (words === undefined) return [];
  return typeof words === 'string' ? [words] : Object.values(words);
}

function wordsFor(language: Language, sentence: string): Translation | undefined {
  const words = language === 'en' ? undefined : known.get(language);
  return words && Object.hasOwn(words, sentence) ? words[sentence] : undefined;
}

function englishForm(sentence: string, count: number): string {
  const [one = '', other = one] = sentence.split('|');
  return count === 1 ? one : other;
}

function formOf(words: Translation, language: Language, count: number): string {
  if (typeof words === 'string') return words;
  return words[new Intl.PluralRules(language).select(count)] ?? words.other ?? '';
}

function fill(text: string, values?: Readonly<Record<string, string | number>>): string {
  if (!values) return text;
  return text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));
}
