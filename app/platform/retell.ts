import { LANGUAGES, type Language } from './languages.ts';
import {
  formsOf,
  languageNow,
  say,
  sayAny,
  sayCounted,
  sentencesOf,
  type Sentence,
} from './say.ts';

/** What stands in a place of one of these names is a word of ours; elsewhere it is what somebody typed. */
const WORDS = new Set(['role', 'role2']);
/** What is written down in pieces. */
const BETWEEN = /( · |, | → )/;
/** The name whose place holds digits alone. */
const COUNT = 'count';

/** A form of a sentence: what stands before, between and behind its names. */
interface Form {
  readonly names: readonly string[];
  readonly words: readonly string[];
}

/** Of a sentence in a language. */
const forms = new Map<string, Form>();

/**
 * What was written down when somebody else was told, in the reader's language: whichever of the sentences
 * it is, in any language. What is none of them stays as it was written.
 */
export function retell(kept: string, sentences: readonly Sentence[]): string {
  return find(kept, sentences) ?? kept;
}

/** The same of what was written down in pieces, such as '2 messages, 1 file'. */
export function retellPieces(kept: string, sentences: readonly Sentence[]): string {
  const retellPiece = (piece: string) => find(piece, sentences, isOnePiece) ?? piece;
  const whole = retellPiece(kept);
  return whole === kept ? kept.split(BETWEEN).map(retellPiece).join('') : whole;
}

const isOnePiece = (value: string) => !BETWEEN.test(value);

/** Less of it is nobody's sentence: '{first} and {second}' is found in everything. */
const OWN_LETTERS = 12;
const tellable = new Map<
  Language,
  { readonly of: number; readonly sentences: readonly Sentence[] }
>();

/**
 * The same among all sentences that this process knows, for what faults and programs of ours left behind:
 * which of many they are is not known. As it is where the reader reads English, in which it was written.
 */
export function retellAny(kept: string): string {
  const language = languageNow();
  if (language === 'en') return kept;
  const said = sayAny(kept);
  return said === kept ? (find(kept, tellableIn(language)) ?? kept) : said;
}

function tellableIn(language: Language): readonly Sentence[] {
  const known = sentencesOf(language);
  const before = tellable.get(language);
  // Rooms teach their words one after the other.
  if (before?.of === known.length) return before.sentences;
  const sentences = known.filter(
    (sentence) =>
      sentence.includes('{') && sentence.replaceAll(/\{\w+\}|\P{L}/gu, '').length >= OWN_LETTERS,
  );
  tellable.set(language, { of: known.length, sentences });
  return sentences;
}

function find(
  kept: string,
  sentences: readonly Sentence[],
  mayStand: (value: string) => boolean = () => true,
): string | undefined {
  for (const sentence of sentences) {
    for (const form of formsIn(sentence)) {
      const values = valuesOf(form, kept);
      if (!values?.every(([, value]) => mayStand(value))) continue;
      const own = values.map(([name, value]) => [
        name,
        WORDS.has(name) ? retell(value, sentences) : value,
      ]);
      return sayAgain(sentence, Object.fromEntries(own));
    }
  }
  return undefined;
}

function sayAgain(sentence: Sentence, values: Readonly<Record<string, string>>): string {
  if (sentence.includes('|')) return sayCounted(Number(values.count), sentence, values);
  return (say as (sentence: string, values: object) => string)(sentence, values);
}

function formsIn(sentence: Sentence): readonly Form[] {
  return LANGUAGES.flatMap((language) => formsOf(language, sentence)).map((text) => {
    const form = forms.get(text) ?? toForm(text);
    forms.set(text, form);
    return form;
  });
}

function toForm(text: string): Form {
  const parts = text.split(/\{(\w+)\}/);
  return {
    names: parts.filter((_, index) => index % 2 === 1),
    words: parts.filter((_, index) => index % 2 === 0),
  };
}

/**
 * What stands in the places of a form's names; undefined where the text is not of that form. From the
 * end, each place as short as it can be, so that a text is read once: what other people's servers say of a
 * fault may be long, and a pattern with four places tries every way to divide it.
 */
function valuesOf({ names, words }: Form, kept: string): [string, string][] | undefined {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (names.length === 0) return kept === first ? [] : undefined;
  if (!kept.startsWith(first) || !kept.endsWith(last)) return undefined;
  const values: [string, string][] = [];
  let end = kept.length - last.length;
  for (let index = names.length - 1; index >= 0; index -= 1) {
    const [name = '', before = ''] = [names[index], words[index]];
    const start =
      name === COUNT
        ? startOfDigits(kept, end)
        : index === 0
          ? first.length
          : startAfter(before, kept, end, names[index - 1] === COUNT);
    if (start >= end || !kept.endsWith(before, start)) return undefined;
    values.unshift([name, kept.slice(start, end)]);
    end = start - before.length;
  }
  return end === 0 ? values : undefined;
}

function startOfDigits(kept: string, end: number): number {
  let start = end;
  while (isDigit(kept[start - 1])) start -= 1;
  return start;
}

/** Where what stands behind the last of these words begins, with at least a letter before the end. */
function startAfter(words: string, kept: string, end: number, afterDigits: boolean): number {
  let at = kept.lastIndexOf(words, end - words.length - 1);
  if (afterDigits) {
    while (at > 0 && !isDigit(kept[at - 1])) at = kept.lastIndexOf(words, at - 1);
  }
  return at < 0 ? end : at + words.length;
}

function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && letter >= '0' && letter <= '9';
}
