interface TextSegment {
  readonly text: string;
  readonly isLink: boolean;
}

// Only these two schemes become links. 'javascript:' and 'data:' stay text.
const SCHEME = /(?<![a-z\d])https?:\/\//gi;

/**
 * Characters that end an address: spaces, control characters, invisible marks for the text direction,
 * quotation marks, dashes between clauses, and Chinese, Japanese and Korean punctuation.
 */
const ENDS =
  /[\s\p{Cc}\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff<>"`“”„‟‘’‚‛«»‹›\u2014\u2026\u3001\u3002\u3008-\u3011\u3014-\u301b\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d\uff5f-\uff64]/u;

const OPENING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const CLOSING: ReadonlySet<string> = new Set(Object.values(OPENING));

/** Punctuation of the sentence around an address. Characters that commonly end addresses are excluded. */
const TRAILING = /^(?![/\\#%&@_\-)\]}])\p{P}$/u;

/** Text in a script without spaces that was typed directly after the host. */
const BEHIND_HOST =
  /^https?:\/\/[^/?#]*\.[a-z]{2,}(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][^./?#]*(?:[/?#]|$))/iu;

/** Splits a line at its addresses. The pieces together always equal the line. */
export function findLinks(line: string): TextSegment[] {
  const pieces: TextSegment[] = [];
  let from = 0;
  let run: Run = { end: 0, brackets: [], seen: 0 };
  SCHEME.lastIndex = 0;
  for (let found = SCHEME.exec(line); found; found = SCHEME.exec(line)) {
    const start = found.index;
    if (start >= run.end) run = runAt(line, start);
    const whole = line.slice(start, endOf(run, start));
    const address = withoutTrailing(BEHIND_HOST.exec(whole)?.[0] ?? whole);
    // No character is scanned twice, so the time is linear in the length of the line.
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
  /** The index of the matching bracket, or -1. */
  other: number;
}

/** A run of characters without an end of an address, and the brackets in it. */
interface Run {
  readonly end: number;
  readonly brackets: readonly Bracket[];
  /** The number of brackets that no later address can contain. */
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

/**
 * Returns the end of an address that begins at `start`: before a bracket whose counterpart is not in the
 * address.
 */
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
