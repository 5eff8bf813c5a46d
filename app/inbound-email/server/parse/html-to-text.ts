import { Parser } from 'htmlparser2';
import {
  attributionStart,
  bareLine,
  HTML_RULE,
  quotationHeaderAt,
  type Parties,
} from './quotation.ts';

/** Deeper elements are read without their structure, because the cost grows with the depth. */
const MAX_DEPTH = 400;
const CHUNK_LENGTH = 65_536;
const LINK_MAX_LENGTH = 2000;

const IGNORED = new Set([
  'head',
  'style',
  'script',
  'title',
  'template',
  'noscript',
  'svg',
  'object',
]);
const PARAGRAPHS = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'table',
  'pre',
  'dl',
]);
const BLOCKS = new Set(
  'div li tr blockquote section article header footer center form fieldset address main nav aside figure caption dt dd body html'.split(
    ' ',
  ),
);

/**
 * Elements in which mail programs put quotations. `div.gmail_quote` is missing, because people answer inside
 * it.
 */
const QUOTATION_CLASSES =
  /(?:^|\s)(?:gmail_attr|gmail_quote_attribution|moz-cite-prefix|protonmail_quote|yahoo_quoted|tutanota_quote|zmail_extra|ntes-mailmaster-quote|missive_quote|front-blockquote|clean_bq|sh-quoted-content|mail-quote-collapse|aolreplacedbody|xm_mail_oringinal_describe)(?:\s|$)/i;
const QUOTATION_NAMES = /^(?:quote|quoted-content|messagereplysection)$/i;
const QUOTATION_IDS =
  /^(?:x_)*(?:isreplycontent|mail-editor-reference-message-container|yahoo_quoted_\w+|orig-message)$/i;
const QUOTATION_MARKERS = /^__(?:HEADERS|QUOTED_TEXT)__$/;
const REST_IDS = /^(?:x_)*divrplyfwdmsg$/i;
const SIGNATURES = /(?:^|\s)(?:gmail_signature|moz-signature)(?:\s|$)/i;

type Attributes = Readonly<Record<string, string>>;

interface Open {
  readonly name: string;
  readonly isQuotation: boolean;
  readonly isIgnored: boolean;
  readonly isPreserved: boolean;
  readonly isParagraph: boolean;
  readonly link: string | undefined;
  /** The index in the current line's pieces at which the element's text begins. */
  readonly at: number;
  readonly line: number;
  /** The number of the next list item. Undefined for a list without numbers. */
  next?: number | undefined;
}

interface Converted {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Converts HTML to text. Lines that the mail program marked as quoted begin with '> '. */
export function htmlToText(html: string, parties: Parties, maxLength: number): Converted {
  const text = new TextBuilder(parties, maxLength);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => text.open(name, attributes),
      ontext: (data) => text.add(data),
      onclosetag: (name) => text.close(name),
    },
    { decodeEntities: true },
  );
  let at = 0;
  for (; at < html.length && !text.isFull && !text.isDeep; at += CHUNK_LENGTH) {
    parser.write(html.slice(at, at + CHUNK_LENGTH));
  }
  if (text.isDeep) text.add(html.slice(at, at + maxLength).replaceAll(/<[^<>]*>/g, ' '));
  else parser.end();
  return text.finish();
}

class TextBuilder {
  readonly #parties: Parties;
  readonly #maxLength: number;
  readonly #stack: Open[] = [];
  readonly #lines: string[] = [];
  readonly #quoted: boolean[] = [];
  /** Lines at which a border begins. A quotation header may follow. */
  readonly #borders: number[] = [];
  #line: string[] = [];
  #length = 0;
  #quotations = 0;
  #ignored = 0;
  #preserved = 0;
  #isRest = false;
  #isSpacePending = false;
  #isGapPending = false;

  constructor(parties: Parties, maxLength: number) {
    this.#parties = parties;
    this.#maxLength = maxLength;
  }

  get isFull(): boolean {
    return this.#length > this.#maxLength;
  }

  get isDeep(): boolean {
    return this.#stack.length > MAX_DEPTH;
  }

  open(name: string, attributes: Attributes): void {
    if (this.isFull || this.isDeep) return;
    const { class: classes = '', style = '' } = attributes;
    const isIgnored = IGNORED.has(name) || /display:\s*none|mso-hide:\s*all/i.test(style);
    const isParagraph = PARAGRAPHS.has(name) && !isTight(classes, style);
    if (isIgnored) this.#ignored += 1;
    if (this.#ignored === 0) this.#beginElement(name, attributes, isParagraph);
    const isQuotation =
      isMarkedQuotation(name, attributes) || (name === 'blockquote' && this.#isAttributed());
    const isPreserved = name === 'pre' || /white-space:\s*(?:pre|break)/i.test(style);
    if (isQuotation) this.#quotations += 1;
    if (isPreserved) this.#preserved += 1;
    this.#stack.push({
      name,
      isQuotation,
      isIgnored,
      isPreserved,
      isParagraph,
      link: name === 'a' ? (attributes['originalsrc'] ?? attributes['href']) : undefined,
      at: this.#line.length,
      line: this.#lines.length,
      next: name === 'ol' ? Number.parseInt(attributes['start'] ?? '1', 10) || 1 : undefined,
    });
  }

  close(name: string): void {
    const opened = this.#stack.at(-1);
    if (opened?.name !== name || this.isFull) return;
    this.#stack.pop();
    if (this.#ignored === 0) {
      if (opened.link !== undefined) this.#addLink(opened.link, opened);
      if (opened.isParagraph || opened.isQuotation) this.#gap();
      else if (PARAGRAPHS.has(name) || BLOCKS.has(name)) this.#breakLine();
      if (opened.isQuotation) this.#showForwarded(opened.line);
    }
    if (opened.isQuotation) this.#quotations -= 1;
    if (opened.isIgnored) this.#ignored -= 1;
    if (opened.isPreserved) this.#preserved -= 1;
  }

  add(data: string): void {
    if (this.#ignored > 0 || this.isFull) return;
    if (this.#preserved > 0) {
      const [first = '', ...others] = data.replaceAll('\r', '').split('\n');
      this.#append(first);
      for (const line of others) {
        this.#break();
        this.#append(line);
      }
      return;
    }
    const collapsed = data.replaceAll(/[ \t\r\n\f]+/g, ' ');
    if (collapsed === ' ') {
      this.#isSpacePending ||= this.#line.length > 0;
      return;
    }
    if (collapsed.startsWith(' ') && this.#line.length > 0) this.#isSpacePending = true;
    this.#append(collapsed.replace(/^ /, '').replace(/ $/, ''));
    if (collapsed.endsWith(' ')) this.#isSpacePending = true;
  }

  finish(): Converted {
    this.#breakLine();
    this.#markBorders();
    const lines = this.#lines.map((line, index) => (this.#quoted[index] ? `> ${line}` : line));
    return { text: lines.join('\n'), isMarked: this.#quoted.includes(true) };
  }

  #beginElement(name: string, attributes: Attributes, isParagraph: boolean): void {
    const { id = '', class: classes = '', style = '' } = attributes;
    if (isParagraph || isMarkedQuotation(name, attributes)) this.#gap();
    else if (PARAGRAPHS.has(name) || BLOCKS.has(name)) this.#breakLine();
    if (REST_IDS.test(id)) this.#isRest = true;
    if (name === 'hr') {
      this.#breakLine();
      this.#addLine(`${HTML_RULE}---`);
    }
    if (name === 'hr' || /border(?:-top)?:[^;]{0,100}solid/i.test(style)) {
      this.#borders.push(this.#lines.length);
    }
    if (SIGNATURES.test(classes) || attributes['data-smartmail'] === 'gmail_signature') {
      this.#beginSignature();
    }
    if (name === 'br') this.#break();
    if (name === 'img') this.#append(emojiOf(attributes));
    if (name === 'li') this.#beginItem();
    if ((name === 'td' || name === 'th') && this.#line.length > 0) this.#line.push('\t');
  }

  #beginSignature(): void {
    this.#breakLine();
    if (this.#lines.at(-1)?.trim() === '--') this.#lines.splice(-1, 1, '-- ');
    else this.#addLine('-- ');
  }

  #beginItem(): void {
    const lists = this.#stack.filter(({ name }) => name === 'ul' || name === 'ol');
    const list = lists.at(-1);
    this.#append('  '.repeat(Math.max(0, lists.length - 1)));
    this.#append(list?.next === undefined ? '* ' : `${list.next}. `);
    if (list?.next !== undefined) list.next += 1;
  }

  #addLink(link: string, { at, line }: Open): void {
    const address = link.trim().slice(0, LINK_MAX_LENGTH);
    const shown = this.#line.slice(line === this.#lines.length ? at : 0).join('');
    if (!/^(?:https?|mailto|tel):/i.test(address) || bareLine(shown) === '') return;
    if (withoutScheme(shown) !== withoutScheme(address)) this.#append(` (${address})`);
  }

  /** Gmail marks the header above a forwarded email like an attribution, but does not mark the email below. */
  #showForwarded(first: number): void {
    const end = Math.min(this.#lines.length, first + 4);
    for (let index = first; index < end && this.#lines.length < first + 20; index += 1) {
      const header = quotationHeaderAt(this.#lines, index, this.#parties, { isMarked: true });
      if (header && header.end >= this.#lines.length - 1) this.#quoted.fill(false, first);
    }
  }

  #isAttributed(): boolean {
    const above = this.#lines.slice(-4).findLastIndex((line) => bareLine(line) !== '');
    const last = this.#lines.length - this.#lines.slice(-4).length + above;
    return above >= 0 && attributionStart(this.#lines, last, this.#parties, 'short') !== undefined;
  }

  /** Marks everything below a border as quoted if a quotation header follows. */
  #markBorders(): void {
    for (const border of this.#borders) {
      let first = border;
      while (first < border + 4 && bareLine(this.#lines[first] ?? '') === '') first += 1;
      const header = quotationHeaderAt(this.#lines, first, this.#parties, { isMarked: true });
      if (header) {
        this.#quoted.fill(true, header.start);
        return;
      }
    }
  }

  #append(text: string): void {
    if (text === '') return;
    this.#addGap();
    const isSpaced = this.#isSpacePending && this.#line.length > 0 && this.#line.at(-1) !== '\t';
    this.#isSpacePending = false;
    this.#line.push(
      `${isSpaced ? ' ' : ''}${text}`.replaceAll('\u00a0', ' ').replaceAll(HTML_RULE, ''),
    );
    this.#length += text.length;
  }

  #addLine(line: string): void {
    this.#addGap();
    this.#lines.push(line);
    this.#quoted.push(this.#quotations > 0 || this.#isRest);
    this.#length += line.length + 1;
  }

  #addGap(): void {
    if (!this.#isGapPending) return;
    this.#isGapPending = false;
    if (this.#lines.length > 0) this.#addLine('');
  }

  #break(): void {
    const line = this.#line.join('');
    // The separator above a signature ends with a space.
    this.#addLine(line === '--' && this.#isSpacePending ? '-- ' : line.trimEnd());
    this.#line = [];
    this.#isSpacePending = false;
  }

  #breakLine(): void {
    if (this.#line.length > 0) this.#break();
    this.#isSpacePending = false;
  }

  #gap(): void {
    this.#breakLine();
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#isGapPending = true;
  }
}

/** Outlook uses a paragraph per line, with zero margins. */
function isTight(classes: string, style: string): boolean {
  return (
    /(?:^|\s)(?:x_)*(?:msonormal|msolistparagraph)/i.test(classes) ||
    /margin(?:-top|-bottom)?:\s*0/i.test(style)
  );
}

function isMarkedQuotation(name: string, attributes: Attributes): boolean {
  const { id = '', class: classes = '', type = '', cite = '' } = attributes;
  if (name === 'blockquote') {
    if (/^cite$/i.test(type) || /gmail_quote/i.test(classes) || /^(?:mid|cid):/i.test(cite))
      return true;
  }
  return (
    QUOTATION_CLASSES.test(classes) ||
    QUOTATION_IDS.test(id) ||
    QUOTATION_NAMES.test(attributes['name'] ?? '') ||
    QUOTATION_MARKERS.test(attributes['data-marker'] ?? '')
  );
}

/** Mail programs send emoji as images. */
function emojiOf({ alt = '', 'data-emoji': emoji = '' }: Attributes): string {
  const text = emoji || alt;
  return text.length <= 32 && /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u.test(text)
    ? text
    : '';
}

function withoutScheme(text: string): string {
  return bareLine(text)
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
    .replace(/\/$/, '');
}
