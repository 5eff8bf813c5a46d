import { foldText } from '../../../platform/fold-text.ts';

/** The version of the rules for search words (`message_words`). The database trigger writes the same number. */
export const WORDS_VERSION = 2;

/** Scripts without spaces between words. Must match `search_parts` in the database. */
const UNSPACED = String.raw`\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}`;
const BETWEEN = String.raw`\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\xa9\xab-\xb1\xb4\xb6-\xb8\xbb\xbf\xd7\xf7\u2000-\u206f\u2190-\u27bf\u3000-\u3004\u3008-\u3040\u{1f000}-\u{1faff}`;
const RUN = new RegExp(`[${UNSPACED}]+|[^${BETWEEN}${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

/** A term of the search syntax: words, "a phrase", -without, or. */
export interface SearchTerm {
  readonly text: string;
  readonly isPhrase: boolean;
  readonly isExcluded: boolean;
}

/** Each term costs an index lookup, so further terms are ignored. */
const MAX_TERMS = 20;

/** Returns the alternatives of the query. The terms of an alternative must all match the same message. */
export function readTerms(typed: string): SearchTerm[][] {
  const alternatives: SearchTerm[][] = [[]];
  let count = 0;
  for (const [, minus, quoted, word = ''] of typed.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    if (quoted === undefined && minus === '' && word.toLowerCase() === 'or') {
      alternatives.push([]);
      continue;
    }
    const text = quoted ?? word;
    if (count === MAX_TERMS || partsOf(text).length === 0) continue;
    count += 1;
    alternatives.at(-1)?.push({ text, isPhrase: quoted !== undefined, isExcluded: minus !== '' });
  }
  // Terms that only exclude would match nearly all messages.
  return alternatives.filter((terms) => terms.some(({ isExcluded }) => !isExcluded));
}

export function partsOf(text: string): string[] {
  return foldText(text).match(RUN) ?? [];
}

/** Returns true if the text has words separated by spaces, which the database can reduce to stems. */
export function isSpaced(text: string): boolean {
  return partsOf(text).some((part) => !IS_UNSPACED.test(part));
}

/**
 * Writes the query for the parts that `search_parts` stores: prefixes and suffixes of words, and pairs of
 * neighbouring characters in scripts without spaces.
 */
export function writePartsQuery(text: string, isWhole = false): string {
  return partsOf(text)
    .map((part) => (IS_UNSPACED.test(part) ? writeNeighbours(part) : writeWord(part, isWhole)))
    .join(' & ');
}

function writeNeighbours(run: string): string {
  const letters = Array.from(run);
  if (letters.length === 1) return `${quote(run)}:*`;
  return letters
    .slice(0, -1)
    .map((letter, at) => quote(letter + letters[at + 1]))
    .join(' & ');
}

/** The limits on the length of words and of their suffixes, in characters. */
const WORD_LENGTH = 64;
const END_LENGTH = 32;
/** Shorter words have no indexed suffixes, and suffixes are at least `LEAST_END` long. */
const WORD_WITH_ENDS = 7;
const LEAST_END = 4;
const TEXT_LENGTH = 20_000;

/** The content of the word index besides the stems. */
export interface MessageWords {
  /** Null for an ASCII message, which the database reads directly. */
  readonly folded: string | null;
  readonly parts: readonly string[];
}

/** Equals the database function `message_words`, which is much slower. */
export function wordsOfMessage(text: string): MessageWords {
  const folded = foldText(text);
  // oxlint-disable-next-line no-control-regex -- the ASCII range
  const isPlain = /^[\x00-\x7f]*$/.test(text);
  return { folded: isPlain ? null : folded, parts: searchParts(folded) };
}

function searchParts(folded: string): string[] {
  const parts = new Set<string>();
  for (const run of Array.from(folded).slice(0, TEXT_LENGTH).join('').match(RUN) ?? []) {
    const letters = Array.from(run);
    if (IS_UNSPACED.test(run)) {
      for (const [at, letter] of letters.entries()) parts.add(letter + (letters[at + 1] ?? ''));
      continue;
    }
    letters.length = Math.min(letters.length, WORD_LENGTH);
    const { length } = letters;
    parts.add(letters.join(''));
    if (length < WORD_WITH_ENDS) continue;
    const last = Math.min(length - LEAST_END, END_LENGTH);
    for (let at = 1; at <= last; at += 1)
      parts.add(`~${letters.slice(at, at + END_LENGTH).join('')}`);
  }
  return [...parts];
}

function writeWord(part: string, isWhole: boolean): string {
  const letters = Array.from(part);
  const word = quote(letters.slice(0, WORD_LENGTH).join(''));
  // The prefix of a single letter would match a tenth of all words.
  if (isWhole || letters.length < 2) return word;
  if (letters.length < 3) return `${word}:*`;
  return `(${word}:* | ${quote(`~${letters.slice(0, END_LENGTH).join('')}`)}:*)`;
}

const quote = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`$&$&`)}'`;

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Returns the places of the parts in a text: whole words, or single characters in scripts without spaces. */
export function findParts(text: string, parts: readonly string[]): Place[] {
  const matches: Place[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const folded = foldText(run);
    if (!IS_UNSPACED.test(run)) {
      const isHit = parts.some(
        (part) => folded.startsWith(part) || (part.length > 2 && folded.includes(part)),
      );
      if (isHit) matches.push({ start: index, end: index + run.length });
      continue;
    }
    for (const part of parts) {
      for (let at = run.indexOf(part); at !== -1; at = run.indexOf(part, at + part.length)) {
        matches.push({ start: index + at, end: index + at + part.length });
      }
    }
  }
  return merge(matches);
}

function merge(matches: Place[]): Place[] {
  const merged: Place[] = [];
  for (const place of matches.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && place.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, place.end) };
    } else merged.push(place);
  }
  return merged;
}

/** Two lines of the list. */
const EXCERPT_LENGTH = 150;
const BEFORE_HIT = 40;

/** Returns an excerpt around the first place, cut between words, with the places marked. */
export function markMatches(
  text: string,
  matches: readonly Place[],
  [open, close]: readonly [string, string],
): string {
  const first = matches[0]?.start ?? 0;
  let from = text.length <= EXCERPT_LENGTH ? 0 : Math.max(0, first - BEFORE_HIT);
  if (from > 0) {
    const space = text.slice(from, first).search(/\s/);
    if (space !== -1) from += space + 1;
  }
  let to = text.length <= EXCERPT_LENGTH ? text.length : from + EXCERPT_LENGTH;
  to = Math.max(to, matches[0]?.end ?? 0);
  let excerpt = '';
  let at = from;
  for (const { start, end } of matches) {
    if (start < from || end > to) continue;
    excerpt += text.slice(at, start) + open + text.slice(start, end) + close;
    at = end;
  }
  return (excerpt + text.slice(at, to)).toWellFormed();
}
