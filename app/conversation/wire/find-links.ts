/** A piece of a line: an address to follow, or the text between two of them. */
export interface TextPiece {
  readonly text: string;
  readonly isLink: boolean;
}

// Only these two schemes become links; 'javascript:' and 'data:' stay text.
const SCHEME = /(?<![a-z\d])https?:\/\//gi;

/**
 * What no address holds as it is typed: spaces, controls, invisible marks that turn text around, quotation
 * marks, dashes between clauses, and the punctuation of Chinese, Japanese and Korean.
 */
const ENDS =
  /[\s\p{Cc}\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff<>"`“”„‟‘’‚‛«»‹›\u2014\u2026\u3001\u3002\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d\uff5f-\uff64]/u;

const OPENING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const CLOSING: ReadonlySet<string> = new Set(Object.values(OPENING));

/** Punctuation that ends a sentence around an address; what addresses end with is no such. */
const TRAILING = /^(?![/\\#%&@_\-)\]}])\p{P}$/u;

/** A word in a script without spaces that was typed right behind the host. */
const BEHIND_HOST =
  /^https?:\/\/[^/?#]*\.[a-z]{2,}(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][^./?#]*(?:[/?#]|$))/iu;

/** Splits a line at the addresses in it. Nothing is changed or lost: the pieces together are the line. */
export function findLinks(line: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  let run: Run = { end: 0, brackets: [], seen: 0 };
  SCHEME.lastIndex = 0;
  for (let found = SCHEME.exec(line); found; found = SCHEME.exec(line)) {
    const start = found.index;
    if (start >= run.end) run = runAt(line, start);
    const whole = line.slice(start, endOf(run, start));
    const address = withoutTrailing(BEHIND_HOST.exec(whole)?.[0] ?? whole);
    // Nothing is looked at twice, so that the time grows with the line's length alone.
    SCHEME.lastIndex = Math.max(SCHEME.lastIndex, start + address.length);
    if (!isAddress(address)) continue;
    if (start > from) pieces.push({ text: line.slice(from, start), isLink: false });
    pieces.push({ text: address, isLink: true });
    from = start + address.length;
  }
  if (from < line.length) pieces.push({ text: line.slice(from), isLink: false });
  return pieces;
}

interface Bracket {
  readonly at: number;
  /** Where its other half is; -1 where there is none. */
  other: number;
}

/** Characters without any that ends an address, and the brackets among them. */
interface Run {
  readonly end: number;
  readonly brackets: readonly Bracket[];
  /** How many of them no address that begins later can hold. */
  seen: number;
}

function runAt(line: string, start: number): Run {
  const brackets: Bracket[] = [];
  const open: { readonly bracket: Bracket; readonly closing: string }[] = [];
  let end = start;
  for (; end < line.length; end += 1) {
    const letter = line[end] ?? '';
    if (ENDS.test(letter)) break;
    const closing = OPENING[letter];
    if (closing === undefined && !CLOSING.has(letter)) continue;
    const bracket = { at: end, other: -1 };
    brackets.push(bracket);
    if (closing !== undefined) open.push({ bracket, closing });
    else if (open.at(-1)?.closing === letter) {
      const partner = open.pop()?.bracket ?? bracket;
      partner.other = bracket.at;
      bracket.other = partner.at;
    }
  }
  return { end, brackets, seen: 0 };
}

/** Where an address from `start` ends: before a bracket that has no other half in it. */
function endOf(run: Run, start: number): number {
  for (; run.seen < run.brackets.length; run.seen += 1) {
    const { at, other } = run.brackets[run.seen] ?? { at: run.end, other: -1 };
    if (at >= start && other < start) return at;
  }
  return run.end;
}

function withoutTrailing(run: string): string {
  const letters = Array.from(run);
  let length = letters.length;
  while (length > 0 && TRAILING.test(letters[length - 1] ?? '')) length -= 1;
  return letters.slice(0, length).join('');
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[\p{L}\p{N}[]/iu.test(text) && URL.canParse(text);
}
