import { LANGUAGES, type Language } from './languages.ts';
import { formsOf, type Form } from '../i18n/message-forms.ts';
import { languageNow, messagesOf, t, type Sentence, type Values } from '../i18n/translate.ts';

/**
 * Placeholders that contain words of ours, which are translated; other placeholders contain user
 * input.
 */
const WORDS = new Set(['role', 'role2']);
const BETWEEN = /( · |, | → )/;
const COUNT = 'count';

const forms = new Map<Sentence, readonly Form[]>();

/**
 * Translates a stored sentence to the reader's language: finds the sentence in any language and
 * fills it in again. Other texts are returned unchanged.
 */
export function retranslate(stored: string, sentences: readonly Sentence[]): string {
  return find(stored, sentences) ?? stored;
}

/** The same for composed texts, such as '2 messages, 1 file'. */
export function retranslateParts(stored: string, sentences: readonly Sentence[]): string {
  const retranslatePart = (part: string) => find(part, sentences, isOnePart) ?? part;
  const whole = retranslatePart(stored);
  return whole === stored ? stored.split(BETWEEN).map(retranslatePart).join('') : whole;
}

const isOnePart = (value: string) => !BETWEEN.test(value);

/**
 * Sentences with fewer letters of their own are ambiguous: '{first} and {second}' matches
 * everything.
 */
const OWN_LETTERS = 12;
const tellable = new Map<
  Language,
  { readonly of: number; readonly sentences: readonly Sentence[] }
>();

/**
 * The same among all known sentences, for stored errors of unknown origin. English readers get the
 * text unchanged, because it was stored in English.
 */
export function retranslateAny(stored: string): string {
  const language = languageNow();
  if (language === 'en') return stored;
  const known = messagesOf(language);
  if (Object.hasOwn(known, stored)) return t(stored as unknown as Sentence);
  return find(stored, tellableIn(language)) ?? stored;
}

function tellableIn(language: Language): readonly Sentence[] {
  const known = Object.keys(messagesOf(language));
  const before = tellable.get(language);
  if (before?.of === known.length) return before.sentences;
  const sentences = known
    .filter((id) => id.includes('{'))
    .map((id) => id as unknown as Sentence)
    .filter((sentence) => formsOf('en', sentence).every(hasOwnLetters));
  tellable.set(language, { of: known.length, sentences });
  return sentences;
}

function hasOwnLetters({ names, words }: Form): boolean {
  return names.length > 0 && words.join('').replaceAll(/\P{L}/gu, '').length >= OWN_LETTERS;
}

function find(
  stored: string,
  sentences: readonly Sentence[],
  mayStand: (value: string) => boolean = () => true,
): string | undefined {
  for (const sentence of sentences) {
    for (const form of formsIn(sentence)) {
      const values = valuesOf(form, stored);
      if (!values?.every(([, value]) => mayStand(value))) continue;
      const own = values.map(([name, value]) => [
        name,
        WORDS.has(name) ? retranslate(value, sentences) : value,
      ]);
      return fillAgain(sentence, Object.fromEntries(own));
    }
  }
  return undefined;
}

function fillAgain(sentence: Sentence, values: Readonly<Record<string, string>>): string {
  // A form without a number speaks of one.
  return t(sentence, { ...values, count: Number(values.count ?? 1) } satisfies Values);
}

function formsIn(sentence: Sentence): readonly Form[] {
  const known = forms.get(sentence);
  if (known) return known;
  const found = LANGUAGES.flatMap((language) => formsOf(language, sentence));
  forms.set(sentence, found);
  return found;
}

/**
 * Extracts the placeholder values of a text; undefined if the text does not match. Matches from the
 * end with values as short as possible, in linear time: error texts of other servers may be long,
 * and a regular expression would backtrack.
 */
function valuesOf({ names, words }: Form, stored: string): [string, string][] | undefined {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (names.length === 0) return stored === first ? [] : undefined;
  if (!stored.startsWith(first) || !stored.endsWith(last)) return undefined;
  const values: [string, string][] = [];
  let end = stored.length - last.length;
  for (let index = names.length - 1; index >= 0; index -= 1) {
    const [name = '', before = ''] = [names[index], words[index]];
    const start =
      name === COUNT
        ? startOfDigits(stored, end)
        : index === 0
          ? first.length
          : startAfter(before, stored, end, names[index - 1] === COUNT);
    if (start >= end || !stored.endsWith(before, start)) return undefined;
    values.unshift([name, stored.slice(start, end)]);
    end = start - before.length;
  }
  return end === 0 ? values : undefined;
}

function startOfDigits(stored: string, end: number): number {
  let start = end;
  while (isDigit(stored[start - 1])) start -= 1;
  return start;
}

/**
 * Returns the start of the value behind the last occurrence of these words, which must have at
 * least one letter before the end.
 */
function startAfter(words: string, stored: string, end: number, afterDigits: boolean): number {
  let at = stored.lastIndexOf(words, end - words.length - 1);
  if (afterDigits) {
    while (at > 0 && !isDigit(stored[at - 1])) at = stored.lastIndexOf(words, at - 1);
  }
  return at < 0 ? end : at + words.length;
}

function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && letter >= '0' && letter <= '9';
}
