import { isBlank } from '../../../platform/shown-text.ts';
import { isProgramLine } from './program-line.ts';
import {
  ATTRIBUTION_MAX_LINES,
  attributionStart,
  bareLine,
  HTML_RULE,
  isQuoted,
  isLead,
  quotationHeaderAt,
  type Parties,
} from './quotation.ts';

export interface SplitReply {
  readonly said: string;
  /** Quotations and signatures, or the whole text if the answer is between quoted lines. */
  readonly folded: string;
  readonly isQuoting: boolean;
}

/** A lead is the line above a forwarded email that announces it. */
type Kind = 'said' | 'quoted' | 'signature' | 'lead';

/** A longer text below '-- ' is not a signature. */
const SIGNATURE_MAX_LINES = 12;
const SIGNATURE_MAX_LENGTH = 800;

/**
 * Separates an answer from quotations. A doubtful line counts as part of the answer. The time is linear in
 * the number of lines.
 */
export function splitReply(text: string, parties: Parties): SplitReply {
  const lines = joinBrackets(text.split('\n'));
  const kinds: Kind[] = lines.map((line, index) =>
    isQuoted(line) && !isEscaped(lines, index) ? 'quoted' : 'said',
  );
  const fenced = fencedLines(lines);
  for (const index of fenced) kinds[index] = 'said';
  const attributed = markAttributions(lines, kinds, parties);
  const below = markBelow(lines, kinds, fenced, parties);
  const first = Math.min(attributed ?? lines.length, below?.start ?? lines.length);
  // A quotation by a mail program begins with a header or an attribution, so marks above were typed.
  if (first < lines.length) kinds.fill('said', 0, first);
  else keepSingleMarks(lines, kinds);
  markRules(lines, kinds);
  markArmor(lines, kinds);
  markSignatures(lines, kinds);

  const isQuoting = kinds.includes('quoted');
  const isSaid = (index: number) => kinds[index] === 'said';
  if (isBlank(join(lines, isSaid))) {
    const isShown =
      below?.isCertain === false ||
      isForward(lines, parties) ||
      (attributed === undefined && below === undefined && isQuoting);
    if (isShown) return { said: join(lines, () => true), folded: '', isQuoting };
    // If only a signature is left, it is shown rather than lost.
    const signed = join(lines, (index) => kinds[index] !== 'quoted');
    return { said: signed, folded: join(lines, (index) => kinds[index] === 'quoted'), isQuoting };
  }
  // In an email with further text, the writer may have typed this line as well.
  for (const [index, kind] of kinds.entries()) if (kind === 'lead') kinds[index] = 'said';
  const said = join(lines, isSaid);
  const isBetween = isSaidBelow(lines, kinds);
  return { said, folded: join(lines, (index) => isBetween || kinds[index] !== 'said'), isQuoting };
}

function join(lines: readonly string[], isPart: (index: number) => boolean): string {
  return lines
    .filter((_, index) => isPart(index))
    .map((line) => line.replaceAll(HTML_RULE, ''))
    .join('\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
}

/** Mail servers put '>' in front of a line that begins with 'From '. */
function isEscaped(lines: readonly string[], index: number): boolean {
  return (
    lines[index]?.startsWith('>From ') === true &&
    ![lines[index - 1], lines[index + 1]].some((line) => line !== undefined && isQuoted(line))
  );
}

/** Joins '… <name@host' and '>:', because some programs break the attribution there. */
function joinBrackets(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const above = joined.at(-1) ?? '';
    const isBroken =
      /^>[^>]{0,40}[:：]\s{0,9}$/.test(line) && /<[^<>\s]{1,200}@[^<>\s]{1,200}$/.test(above);
    if (isBroken) joined.splice(-1, 1, above + line);
    else joined.push(line);
  }
  return joined;
}

const isEmpty = (line: string | undefined): boolean => bareLine(line ?? '') === '';

/** Returns the lines of closed code fences, which contain no quotations. */
function fencedLines(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let opened = -1;
  for (const [index, line] of lines.entries()) {
    if (!/^\s{0,3}```/.test(line)) continue;
    if (opened < 0) opened = index;
    else {
      for (let at = opened; at <= index; at += 1) inside.add(at);
      opened = -1;
    }
  }
  return inside;
}

function markAttributions(
  lines: readonly string[],
  kinds: Kind[],
  parties: Parties,
): number | undefined {
  let found: number | undefined;
  const isSaid = (kind: Kind, index: number) => kind === 'said' && !isEmpty(lines[index]);
  const [firstSaid, lastSaid] = [kinds.findIndex(isSaid), kinds.findLastIndex(isSaid)];
  for (let index = 1; index < lines.length; index += 1) {
    if (kinds[index] !== 'quoted' || kinds[index - 1] === 'quoted') continue;
    let last = index - 1;
    while (last >= 0 && last > index - 4 && isEmpty(lines[last])) last -= 1;
    if (last < 0 || kinds[last] !== 'said') continue;
    const isEdge = lastSaid < index || last - firstSaid < ATTRIBUTION_MAX_LINES;
    const start = attributionStart(lines, last, parties, isEdge ? 'long' : 'short');
    if (start !== undefined) {
      found ??= start;
      kinds.fill('quoted', start, index);
    } else if (isLead(lines, last) && quotationHeaderBelow(lines, index, parties)) {
      found ??= last;
      kinds[last] = 'lead';
    }
  }
  return found;
}

function quotationHeaderBelow(lines: readonly string[], first: number, parties: Parties): boolean {
  return [0, 1, 2].some(
    (offset) =>
      quotationHeaderAt(lines, first + offset, parties, { unquote: true, isMarked: true }) !==
      undefined,
  );
}

/** Without a header or an attribution, a single line with '>' inside a paragraph is a comparison of numbers. */
function keepSingleMarks(lines: readonly string[], kinds: Kind[]): void {
  for (let index = 1; index < lines.length - 1; index += 1) {
    const isSingle =
      kinds[index] === 'quoted' &&
      [index - 1, index + 1].every((next) => kinds[next] === 'said' && !isEmpty(lines[next]));
    if (isSingle) kinds[index] = 'said';
  }
}

/**
 * Marks everything as quoted from the first quotation header, or attribution without quotation marks below,
 * to the end.
 */
function markBelow(
  lines: readonly string[],
  kinds: Kind[],
  fenced: ReadonlySet<number>,
  parties: Parties,
): { readonly start: number; readonly isCertain: boolean } | undefined {
  for (let index = 0; index < lines.length; index += 1) {
    if (kinds[index] !== 'said' || fenced.has(index)) continue;
    const header = quotationHeaderAt(lines, index, parties);
    const start = header?.start ?? attributionAt(lines, index, parties);
    if (start === undefined) continue;
    kinds.fill('quoted', start);
    return { start, isCertain: header?.isCertain ?? true };
  }
  return undefined;
}

function attributionAt(lines: readonly string[], index: number, parties: Parties) {
  return attributionStart(lines, index, parties, 'none');
}

/** Returns true if an email without a text of its own forwards somebody else's email. */
function isForward(lines: readonly string[], parties: Parties): boolean {
  for (let index = 0; index < lines.length; index += 1) {
    const options = { unquote: true, isMarked: true };
    const header = quotationHeaderAt(lines, index, parties, options);
    if (header) return header.isForeign;
  }
  return false;
}

/** A rule in the HTML directly above a quotation belongs to the quotation. */
function markRules(lines: readonly string[], kinds: Kind[]): void {
  for (const [index, line] of lines.entries()) {
    if (kinds[index] !== 'said' || !line.startsWith(HTML_RULE)) continue;
    let next = index + 1;
    while (next < index + 4 && isEmpty(lines[next])) next += 1;
    if (kinds[next] === 'quoted') kinds[index] = 'quoted';
  }
}

function markArmor(lines: readonly string[], kinds: Kind[]): void {
  const begin = lines.findIndex((line) => line.startsWith('-----BEGIN PGP SIGNED MESSAGE-----'));
  if (begin < 0) return;
  const head = lines.findIndex((line, index) => index > begin && line.trim() === '');
  const foot = lines.findIndex((line) => line.startsWith('-----BEGIN PGP SIGNATURE-----'));
  const end = lines.findIndex((line) => line.startsWith('-----END PGP SIGNATURE-----'));
  if (head < 0 || head > begin + 5 || foot < head || end < foot) return;
  kinds.fill('signature', begin, head).fill('signature', foot, end + 1);
}

/** Marks the signature at the end of each block of text above, between and below quotations. */
function markSignatures(lines: readonly string[], kinds: Kind[]): void {
  for (let start = 0; start < lines.length; start += 1) {
    if (kinds[start] !== 'said') continue;
    let end = start;
    while (end < lines.length && kinds[end] === 'said') end += 1;
    const signature = signatureStart(lines, start, end) ?? end;
    kinds.fill('signature', signature, end);
    const program = programLine(lines, start, signature);
    if (program !== undefined) kinds.fill('signature', program, signature);
    start = end;
  }
}

/**
 * Finds the line '-- ' (RFC 3676, 4.3), which Gmail may make bold. Several of them separate sections instead.
 */
function signatureStart(lines: readonly string[], start: number, end: number): number | undefined {
  let found: number | undefined;
  for (let index = start; index < end; index += 1) {
    if (lines[index] !== '-- ' && lines[index] !== '*-- *') continue;
    if (found !== undefined) return undefined;
    found = index;
  }
  if (found === undefined) return undefined;
  const below = lines.slice(found, end).filter((line) => !isEmpty(line));
  const length = below.reduce((sum, line) => sum + line.length, 0);
  return below.length <= SIGNATURE_MAX_LINES && length <= SIGNATURE_MAX_LENGTH ? found : undefined;
}

function programLine(lines: readonly string[], start: number, end: number): number | undefined {
  let last = end - 1;
  while (last >= start && isEmpty(lines[last])) last -= 1;
  if (last < start || (last > start && !isEmpty(lines[last - 1]))) return undefined;
  return isProgramLine(bareLine(lines[last] ?? '')) ? last : undefined;
}

function isSaidBelow(lines: readonly string[], kinds: readonly Kind[]): boolean {
  const first = kinds.findIndex((kind, index) => kind !== 'said' && !isEmpty(lines[index]));
  return (
    first >= 0 &&
    kinds.some((kind, index) => index > first && kind === 'said' && !isEmpty(lines[index]))
  );
}
