import { LANGUAGES, type Language } from './languages.ts';

/**
 * Every sentence that visitors are told, by itself, in English. A room adds those it says where it has
 * them in the other languages (`words.es.ts`): one that has no translation cannot be said.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- Rooms fill it.
export interface Sentences {}

export type Sentence = keyof Sentences;

/** A sentence in another language; one that counts has a form for each kind of number there is. */
export type Translation = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

export type Translations = Readonly<Record<string, Translation>>;

/** In which language something is said, and how its numbers and dates are written. */
export interface Speech {
  readonly language: Language;
  /** A BCP 47 tag. */
  readonly formats: string;
}

export const ENGLISH: Speech = { language: 'en', formats: 'en-US' };

/** How each language writes numbers and dates where the operator does not say otherwise. */
const FORMATS: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-ES' };

export function speechIn(language: Language, formats?: string): Speech {
  return { language, formats: formats ?? FORMATS[language] };
}

const known = new Map<Language, Translations>();

/** Makes these sentences known in this language; once for each room. */
export function learnWords(language: Language, words: Translations): void {
  known.set(language, { ...known.get(language), ...words });
}

/** A page is in one language for as long as it is open; a server says what each request asks for. */
let speech: () => Speech = ofPage();

export function speakAs(source: () => Speech): void {
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

/** The locale in which numbers, money and dates are written. */
export function formatsNow(): string {
  return speech().formats;
}

type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

type Values<S extends string> = [Names<S>] extends [never]
  ? []
  : [values: Readonly<Record<Names<S>, string | number>>];

/** A sentence in the language of the page, with what stands in its braces. */
export function say<S extends Sentence>(sentence: S, ...[values]: Values<S>): string {
  return fill(sayAny(sentence), values);
}

/** A sentence whose form depends on a number, such as '{count} review|{count} reviews'. */
export function sayCounted(
  count: number,
  sentence: Sentence,
  values?: Readonly<Record<string, string | number>>,
): string {
  const { language } = speech();
  const words = wordsFor(language, sentence);
  const form = words === undefined ? englishForm(sentence, count) : formOf(words, language, count);
  return fill(form, { count, ...values });
}

/** The same for a sentence that comes from elsewhere; one that is not known stays as it is. */
export function sayAny(sentence: string): string {
  const words = wordsFor(speech().language, sentence);
  return typeof words === 'string' ? words : sentence;
}

/** Every sentence that has a translation here. */
export function sentencesOf(language: Language): readonly Sentence[] {
  return Object.keys(known.get(language) ?? {}) as Sentence[];
}

/** Every form that a sentence has in a language. */
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
