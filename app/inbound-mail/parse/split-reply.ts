import { isBlank } from '../../platform/shown-text.ts';
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

/** What somebody wrote, and what their program put around it. */
export interface SplitReply {
  readonly said: string;
  /** Quotations and signatures; the whole text if the answer stands between quoted lines. */
  readonly folded: string;
  /** Whether a quotation was found. */
  readonly isQuoting: boolean;
}

/** A lead is the line above a forwarded email that announces it. */
type Kind = 'said' | 'quoted' | 'signature' | 'lead';

/** A longer text below '-- ' is no signature. */
const SIGNATURE_MAX_LINES = 12;
const SIGNATURE_MAX_LENGTH = 800;

/** Parts an answer from what it answers. In doubt a line is shown. The time grows with the number of lines alone. */
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
  // What mail programs quote begins with a header or an attribution: marks above were typed.
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
    // Only what looks like a signature: better shown than lost.
    const signed = join(lines, (index) => kinds[index] !== 'quoted');
    return { said: signed, folded: join(lines, (index) => kinds[index] === 'quoted'), isQuoting };
  }
  // Somebody who writes more may have written this line as well.
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

/** Joins '… <name@host' and '>:', into which some programs break the line above a quotation. */
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

/** The lines of closed code fences: what stands there is no quotation. */
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

/** Marks the lines that name whose words are quoted below them; where the first of them stands. */
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

/** Without either, a single line with '>' in the middle of a paragraph compares numbers. */
function keepSingleMarks(lines: readonly string[], kinds: Kind[]): void {
  for (let index = 1; index < lines.length - 1; index += 1) {
    const isSingle =
      kinds[index] === 'quoted' &&
      [index - 1, index + 1].every((next) => kinds[next] === 'said' && !isEmpty(lines[next]));
    if (isSingle) kinds[index] = 'said';
  }
}

/** Marks everything from the first header of a quotation, or attribution without marks below it, to the end. */
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

/** Whether an email without any words of its own hands on somebody else's. */
function isForward(lines: readonly string[], parties: Parties): boolean {
  for (let index = 0; index < lines.length; index += 1) {
    const options = { unquote: true, isMarked: true };
    const header = quotationHeaderAt(lines, index, parties, options);
    if (header) return header.isForeign;
  }
  return false;
}

/** A rule in the HTML right above a quotation belongs to it. */
function markRules(lines: readonly string[], kinds: Kind[]): void {
  for (const [index, line] of lines.entries()) {
    if (kinds[index] !== 'said' || !line.startsWith(HTML_RULE)) continue;
    let next = index + 1;
    while (next < index + 4 && isEmpty(lines[next])) next += 1;
    if (kinds[next] === 'quoted') kinds[index] = 'quoted';
  }
}

/** The lines that PGP puts around a signed text. */
function markArmor(lines: readonly string[], kinds: Kind[]): void {
  const begin = lines.findIndex((line) => line.startsWith('-----BEGIN PGP SIGNED MESSAGE-----'));
  if (begin < 0) return;
  const head = lines.findIndex((line, index) => index > begin && line.trim() === '');
  const foot = lines.findIndex((line) => line.startsWith('-----BEGIN PGP SIGNATURE-----'));
  const end = lines.findIndex((line) => line.startsWith('-----END PGP SIGNATURE-----'));
  if (head < 0 || head > begin + 5 || foot < head || end < foot) return;
  kinds.fill('signature', begin, head).fill('signature', foot, end + 1);
}

/** Marks the signature at the end of everything that stands above, between and below quotations. */
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

/** The line '-- ' (RFC 3676, 4.3), which Gmail may make bold; more than one of them part sections. */
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

/** What the lines that mail programs add themselves are about: 'Sent from my iPhone'. Trademarks, in every language. */
const PROGRAM =
  /iphon|ipad|android|samsung|galaxy|outlook|yahoo|huawei|xiaomi|redmi|小米|华为|oneplus|blackberry|windows|proton|gmail|\bgmx\b|web\.de|t-online|telekom mail|thunderbird|\bk-9\b|mail\.ru|почт|яндекс|yandex|bluemail|\baol\b|\btuta|fairemail|\bspark\b|zoho|\bhey\b|qq邮箱|网易|naver|네이버|mailspring|em client/giu;
const SENT =
  /\bsent\b|gesendet|versendet|envoy|enviad|enviat|inviat|verzonden|verstuurd|skicka|sendt|sendur|lähete|wysłan|odesl[aá]|odosl|küld|gönderil|στάλθηκε|σταλθηκε|отправлен|надіслан|изпратен|poslan|послат|trimis|saadet|nosūt|išsiųst|ارسال|أرسل|أُرسل|نشل|נשלח|ส่งจาก|dikirim|dihantar|gửi từ|送信|发自|發自|来自|來自|傳送|發送|发送|보냄|보낸/iu;
const PROGRAM_LINE_MAX_LENGTH = 100;
const PROGRAM_LINE_MAX_WORDS = 8;

/** The last paragraph if it is one line that a mail program writes. */
function programLine(lines: readonly string[], start: number, end: number): number | undefined {
  let last = end - 1;
  while (last >= start && isEmpty(lines[last])) last -= 1;
  if (last < start || (last > start && !isEmpty(lines[last - 1]))) return undefined;
  const line = bareLine(lines[last] ?? '');
  // Outlook's advertisement leads to a short address of Microsoft.
  if (/outlook/i.test(line) && /\baka\.ms\//i.test(line) && line.length < 300) return last;
  const words = line.replaceAll(/[<([]?https?:\/\/\S*/gi, '').trim();
  if (words.length > PROGRAM_LINE_MAX_LENGTH) return undefined;
  const programs = new Set((words.match(PROGRAM) ?? []).map((name) => name.toLowerCase()));
  const count = words.split(/ +/).length;
  if (programs.size === 0) return undefined;
  if (programs.has('outlook') && /\b(?:ios|android)\b/i.test(words) && count <= 6) {
    return /[.!?。]$/.test(words) ? undefined : last;
  }
  if (!SENT.test(words)) return undefined;
  const isPlain = count <= PROGRAM_LINE_MAX_WORDS && !/[.!?,;。？！]$/.test(words);
  const isCertain =
    programs.size > 1 && count <= 2 * PROGRAM_LINE_MAX_WORDS && !/[!?？！]$/.test(words);
  const isProton = /^sent with \[?proton ?mail\]? secure email\.$/i.test(words);
  return isPlain || isCertain || isProton ? last : undefined;
}

/** Whether something is said below a quotation. */
function isSaidBelow(lines: readonly string[], kinds: readonly Kind[]): boolean {
  const first = kinds.findIndex((kind, index) => kind !== 'said' && !isEmpty(lines[index]));
  return (
    first >= 0 &&
    kinds.some((kind, index) => index > first && kind === 'said' && !isEmpty(lines[index]))
  );
}
