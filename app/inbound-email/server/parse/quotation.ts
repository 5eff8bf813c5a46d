/** The parties of an email, as far as they help to recognise quotations. All values are in lower case. */
export interface Parties {
  readonly own: readonly string[];
  readonly sender: string;
  readonly subject: string;
}

/** The header that a mail program writes above a quoted or forwarded email: 'From: …', 'Sent: …', 'To: …'. */
export interface QuotationHeader {
  /** The first line of the header, including the rule or title above. */
  readonly start: number;
  /** The line after the last line of the header. */
  readonly end: number;
  /**
   * True if no person would have typed it: the header names this email's subject, or a mail program's rule is
   * above.
   */
  readonly isCertain: boolean;
  /** True if the quoted email is neither from the shop nor from this writer. */
  readonly isForeign: boolean;
}

const LINE_MAX_LENGTH = 1000;
const LABELS_MAX = 14;
/** Long lists of receivers are wrapped. */
const WRAPPED_MAX = 8;
export const ATTRIBUTION_MAX_LINES = 4;
const ATTRIBUTION_MAX_LENGTH = 500;
const WRAPPED_MIN_LENGTH = 30;
const SENTENCE_END = /[.!?…。！？]$/;
/** The word limits of an attribution without an address and a time. */
const ATTRIBUTION_MAX_WORDS = { short: 6, long: 14 };

/** The placeholder for an `<hr>` or a border in HTML. It is replaced when the text is shown. */
export const HTML_RULE = '\uFDD2';

/** Most lines match, so that nothing has to be replaced in them. */
const PLAIN = /^[\x20-\x7e]*$/;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

export function bareLine(line: string): string {
  const start = line.slice(0, LINE_MAX_LENGTH).trim();
  return PLAIN.test(start) ? start : start.replaceAll(INVISIBLE, '').replaceAll(/\s/g, ' ').trim();
}

export const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);

export function unquoted(line: string): string {
  return line.replace(/^(?:\s{0,3}>)+ ?/, '');
}

interface Label {
  readonly value: string;
  /** The number of lines below the first line of the header. */
  readonly offset: number;
}

const LABEL =
  /^[*_]{0,2}(\p{L}[\p{L}\p{M}\p{N}'’´.()/ -]{0,39}?)[*_]{0,2} ?[*_]{0,2}[:：﹕︰](?!\/\/)[ *_]{0,4}(.*)$/u;

function valueOf(line: string): string | undefined {
  const [, name = '', value] = LABEL.exec(line) ?? [];
  return value === undefined || name.trim().split(/ +/).length > 4 ? undefined : value.trim();
}

/** Outlook's rule has 32 underscores. */
const UNDERSCORES = /^_{20,}$/;
/**
 * Titles such as '-----Original Message-----', '---------- Forwarded message ---------' or '---Original---'.
 * People type '--- Back ---', with few dashes and spaces.
 */
const TITLE = /^(?:-{5,60} ?|-{3,4})[^\s-].{0,80}?[^\s-]? ?-{3,60}$/u;
/** Apple Mail: 'Begin forwarded message:', alone in its paragraph. */
const LEAD_MAX_LENGTH = 80;

const ADDRESS = /[^\s<>,;:"'()[\]*]{1,64}@[^\s<>,;:"'()[\]*]{1,200}/gu;

function addressesIn(text: string): string[] {
  return (text.match(ADDRESS) ?? []).map((address) => address.toLowerCase());
}

/** Reply addresses contain a secret after the '+'. */
function isOwnAddress(address: string, own: readonly string[]): boolean {
  const [plus, at] = [address.indexOf('+'), address.lastIndexOf('@')];
  const isExtended = plus >= 0 && plus < at;
  return own.includes(isExtended ? address.slice(0, plus) + address.slice(at) : address);
}

const NUMBER = /\p{Nd}+/gu;
const NUMERIC_DATE = /\p{Nd}{1,4} ?[./年년-] ?\p{Nd}{1,2} ?[./月월-] ?\p{Nd}{1,4}/u;
const YEAR = /(?<!\p{Nd})\p{Nd}{4}(?!\p{Nd})/u;
const TIME = /(?<!\p{Nd})\p{Nd}{1,2} ?[:.：h時时시] ?\p{Nd}{2}(?!\p{Nd})/u;

function holdsDate(text: string): boolean {
  const groups = text.match(NUMBER) ?? [];
  return (
    NUMERIC_DATE.test(text) ||
    (groups.length > 1 && YEAR.test(text) && groups.some((group) => group.length <= 2)) ||
    (groups.length > 2 && TIME.test(text))
  );
}

function holdsTime(text: string): boolean {
  return TIME.test(text.replace(NUMERIC_DATE, ' '));
}

/** Removes prefixes such as 'Re:', 'AW:', 'Fwd:' and '回复：' in any language. */
function subjectWithoutPrefixes(subject: string): string {
  return bareLine(subject)
    .toLowerCase()
    .replace(/^(?:[\p{L}\p{M}.]{1,12}(?:\[\d{1,3}\]|\(\d{1,3}\))? ?[:：] ?){1,6}/u, '')
    .trim();
}

/**
 * Returns the labels from this line on. They are consecutive, or all of them are separated by an empty line.
 */
function labelsFrom(lines: readonly string[], first: number, unquote: boolean): Label[] {
  const read = (index: number) => {
    const line = lines[index];
    return line === undefined ? '' : bareLine(unquote ? unquoted(line) : line);
  };
  const labels: Label[] = [];
  const isSpaced =
    read(first + 1) === '' && valueOf(read(first + 2)) !== undefined && read(first + 3) === '';
  let offset = 0;
  while (labels.length < LABELS_MAX) {
    const value = valueOf(read(first + offset));
    if (value === undefined) break;
    let end = offset + 1;
    let whole = value;
    const isLabel = (at: number) => valueOf(read(first + at)) !== undefined;
    let wrapped = end;
    while (wrapped < end + WRAPPED_MAX && read(first + wrapped) !== '' && !isLabel(wrapped)) {
      wrapped += 1;
    }
    if (wrapped > end && isLabel(wrapped)) {
      for (let at = end; at < wrapped; at += 1) whole += ` ${read(first + at)}`;
      end = wrapped;
    }
    labels.push({ value: whole, offset });
    offset = end;
    if (isSpaced && read(first + offset) === '') offset += 1;
  }
  return labels;
}

interface HeaderOptions {
  readonly unquote?: boolean;
  /** The mail program marked the place in its HTML. */
  readonly isMarked?: boolean;
}

/**
 * Returns the quotation header that begins at this line, in any language: three adjacent labels, including a
 * date, and a relation to this exchange: an address of the shop, the email's subject, or a mail program's
 * rule or title.
 */
export function quotationHeaderAt(
  lines: readonly string[],
  first: number,
  { own, sender, subject }: Parties,
  { unquote = false, isMarked = false }: HeaderOptions = {},
): QuotationHeader | undefined {
  const line = lines[first] ?? '';
  if (valueOf(bareLine(unquote ? unquoted(line) : line)) === undefined) return undefined;
  const labels = labelsFrom(lines, first, unquote);
  if (labels.length < 2) return undefined;
  const values = labels.map(({ value }) => value);
  const dates = values.filter((value) => holdsDate(value.replaceAll(ADDRESS, ' ')));
  if (dates.length === 0) return undefined;
  const isTimed = dates.some(holdsTime);
  const found = values.flatMap(addressesIn);
  const isOurs = found.some((address) => isOwnAddress(address, own));
  const topic = subjectWithoutPrefixes(subject);
  const isTopic = topic !== '' && values.some((value) => subjectWithoutPrefixes(value) === topic);
  const above = ruleAbove(lines, first, unquote);
  const isRuled = isMarked || above?.kind === 'title' || above?.kind === 'underscores';
  // A list that a person typed may also contain our address and a day.
  const isOurHeader = isOurs && (isTimed || isTopic || isRuled || values.some(isNamed));
  const isHeader =
    labels.length > 2
      ? isOurHeader || (isTopic && (isTimed || isRuled)) || (isRuled && isTimed && found.length > 0)
      : isOurs && isRuled;
  if (!isHeader) return undefined;
  const last = labels.at(-1)?.offset ?? 0;
  return {
    start: above?.start ?? first,
    end: first + last + 1,
    isCertain: isTopic || isRuled || above !== undefined,
    isForeign: found[0] !== undefined && found[0] !== sender && !isOwnAddress(found[0], own),
  };
}

/** Matches a named address such as 'Embarka <support@shop.example>', as mail programs write it. */
const isNamed = (value: string): boolean =>
  /[<[(][^<>[\]()@]{0,100}@[^<>[\]()\s@]{1,255} ?[>\])]/.test(value);

function ruleAbove(lines: readonly string[], first: number, unquote: boolean) {
  let above = first - 1;
  const read = (index: number) =>
    bareLine(unquote ? unquoted(lines[index] ?? '') : (lines[index] ?? ''));
  while (above >= 0 && above > first - 4 && read(above) === '') above -= 1;
  if (above < 0) return undefined;
  const line = read(above);
  if (line.startsWith(HTML_RULE)) return { start: above, kind: 'rule' } as const;
  if (UNDERSCORES.test(line)) return { start: above, kind: 'underscores' } as const;
  return TITLE.test(line) ? ({ start: above, kind: 'title' } as const) : undefined;
}

/** Returns true if the line ends like a line above a quotation: with a colon, or with dashes on both sides. */
function endsAttribution(line: string): boolean {
  return /[:：﹕︰][*_]{0,2}$/.test(line) || (/^-{3,}/.test(line) && line.endsWith('---'));
}

/**
 * The kind of quoted lines that follow. At the beginning or the end of a person's text, the attribution may
 * be longer.
 */
type MarksBelow = 'none' | 'short' | 'long';

/**
 * Returns the first line of an attribution that ends with this line, in any language: the attribution ends
 * with a colon and contains a date or an address. Without quotation marks below, the shop's address and a
 * date are both required.
 */
export function attributionStart(
  lines: readonly string[],
  last: number,
  { own }: Parties,
  below: MarksBelow,
): number | undefined {
  const end = bareLine(lines[last] ?? '');
  if (!endsAttribution(end)) return undefined;
  let joined = '';
  for (let first = last; first > last - ATTRIBUTION_MAX_LINES && first >= 0; first -= 1) {
    const raw = lines[first] ?? '';
    const line = bareLine(raw);
    if (line === '' || isQuoted(raw)) return undefined;
    // A wrapped line is long and ends in the middle of a sentence.
    if (first < last && (line.length < WRAPPED_MIN_LENGTH || SENTENCE_END.test(line)))
      return undefined;
    joined = `${line} ${joined}`.slice(-2 * LINE_MAX_LENGTH).trim();
    if (joined.length > ATTRIBUTION_MAX_LENGTH) return undefined;
    const kind = attributionKind(joined, own, below);
    if (kind === 'whole') return first;
    if (kind === 'part') return withLineAbove(lines, first, kindOfLine(joined));
  }
  return undefined;
}

type Part = 'date' | 'address';

/** The line has only a date or an address. The other one may be on the line above. */
function withLineAbove(lines: readonly string[], first: number, has: Part): number {
  const above = bareLine(lines[first - 1] ?? '');
  if (above === '' || isQuoted(lines[first - 1] ?? '') || SENTENCE_END.test(above)) return first;
  const completes =
    has === 'address'
      ? holdsDate(above) && holdsTime(above) && above.length <= LEAD_MAX_LENGTH
      : /<[^<>\s@]{1,100}@[^<>\s@]{1,255}>/.test(above);
  return completes ? first - 1 : first;
}

const kindOfLine = (line: string): Part => (addressesIn(line).length > 0 ? 'address' : 'date');

function attributionKind(
  line: string,
  own: readonly string[],
  below: MarksBelow,
): 'whole' | 'part' | undefined {
  const bracketed = isNamed(line);
  const found = addressesIn(line);
  // The address was wrapped after '<', so the line above belongs to it.
  if (/>/.test(line) && !/</.test(line) && found.length > 0) return undefined;
  const rest = line.replaceAll(ADDRESS, ' ');
  const dated = holdsDate(rest);
  if (below === 'none') {
    const isOurs = bracketed && found.some((address) => isOwnAddress(address, own));
    return isOurs && dated && holdsTime(rest) ? 'whole' : undefined;
  }
  if (dated && found.length > 0) return 'whole';
  if (bracketed) return 'part';
  if (!dated) return undefined;
  const words = rest.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !/\p{N}/u.test(word));
  return holdsTime(rest) || words.length <= ATTRIBUTION_MAX_WORDS[below] ? 'part' : undefined;
}

/** Returns true for a lead, which is a short paragraph with a colon that announces a forwarded email. */
export function isLead(lines: readonly string[], index: number): boolean {
  const line = bareLine(lines[index] ?? '');
  const isAlone = bareLine(lines[index - 1] ?? '') === '';
  return isAlone && line.length <= LEAD_MAX_LENGTH && /[:：]$/.test(line);
}
