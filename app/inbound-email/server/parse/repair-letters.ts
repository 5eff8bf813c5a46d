import {
  decodeQuotedPrintable,
  decodeTransfer,
  fieldsOf,
  headerEnd,
  parameterOf,
  partsOf,
  replaceParts,
  valueOf,
  type Part,
} from './mime-parts.ts';

/**
 * Corrects charset labels before parsing: mislabelled UTF-8, missing or unknown charsets, and 8-bit headers.
 * Lines of 'format=flowed' are joined here as well, because the parser would join answers with quotations.
 * Only faulty headers and text parts are replaced.
 */
const TEXT_MAX_BYTES = 4 * 1024 * 1024;

const LINE_FEED = 0x0a;

export function repairLetters(bytes: Buffer): Buffer {
  const parts = partsOf(bytes);
  const root = parts[0];
  const hint = root
    ? hintOf(bytes.toString('latin1', root.start, headerEnd(root)), bytes, parts)
    : undefined;
  return replaceParts(bytes, parts, (part) => repairPart(bytes, part, hint));
}

/** Returns a charset that the email names elsewhere: in encoded words, or for its first text. */
function hintOf(header: string, bytes: Buffer, parts: readonly Part[]): string | undefined {
  for (const [, label = ''] of header.matchAll(/=\?([^?\s*]{2,40})(?:\*[^?\s]{0,20})?\?[bq]\?/gi)) {
    if (isLegacy(label)) return label;
  }
  for (const part of parts.slice(0, 10)) {
    const type = valueOf(
      fieldsOf(bytes.toString('latin1', part.start, headerEnd(part))),
      'content-type',
    );
    const label = /^text\//i.test(type) ? parameterOf(type, 'charset') : undefined;
    if (label !== undefined && isLegacy(label)) return label;
  }
  return undefined;
}

function repairPart(bytes: Buffer, part: Part, hint: string | undefined): Uint8Array | undefined {
  const end = headerEnd(part);
  if (part.body !== undefined && end < part.body) return undefined;
  const header = bytes.toString('latin1', part.start, end);
  const fields = fieldsOf(header);
  const repaired = fields.map((field) => repairField(field, hint));
  const text =
    part.body === undefined
      ? undefined
      : repairText(bytes.subarray(part.body, part.end), fields, hint);
  if (text === undefined && repaired.every((field, index) => field === fields[index]))
    return undefined;
  const body = text === undefined ? bytes.subarray(part.body ?? part.end, part.end) : encode(text);
  const remaining =
    text === undefined
      ? repaired
      : [
          ...repaired.filter(
            (field) => !/^content-(?:type|transfer-encoding)\s{0,20}:/i.test(field),
          ),
          `Content-Type: ${withUtf8(valueOf(fields, 'content-type'))}`,
          'Content-Transfer-Encoding: base64',
        ];
  return Buffer.concat([Buffer.from(`${remaining.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

function encode(text: string): Buffer {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  return Buffer.from(encoded.replaceAll(/.{1,76}/g, '$&\r\n'), 'latin1');
}

function withUtf8(type: string): string {
  const others = type
    .replaceAll(
      /;\s{0,20}(?:charset|format|delsp)\s{0,20}=\s{0,20}(?:"[^"]{0,200}"|[^\s;]{1,200})/gi,
      '',
    )
    .replace(/^$/, 'text/plain');
  return `${others}; charset=utf-8`;
}

/** Returns the text of a part that the parser would decode wrongly, or undefined if nothing is wrong. */
function repairText(
  body: Buffer,
  fields: readonly string[],
  hint: string | undefined,
): string | undefined {
  const type = valueOf(fields, 'content-type') || 'text/plain';
  if (!/^text\/(?:plain|html|calendar)\b/i.test(type) || body.length > TEXT_MAX_BYTES)
    return undefined;
  if (/^attachment\b/i.test(valueOf(fields, 'content-disposition'))) return undefined;
  const bytes = decodeTransfer(body, valueOf(fields, 'content-transfer-encoding'));
  const label = parameterOf(type, 'charset');
  const isFlowed =
    /^text\/plain\b/i.test(type) && /^flowed$/i.test(parameterOf(type, 'format') ?? '');
  const named = /^text\/html\b/i.test(type) ? charsetOfHtml(bytes) : undefined;
  const text = decodeAnyway(bytes, label, named ?? hint);
  if (!isFlowed) return text;
  const isDelSp = /^yes$/i.test(parameterOf(type, 'delsp') ?? '');
  return unflow(text ?? decoderFor(label ?? 'utf-8').decode(bytes), isDelSp);
}

function charsetOfHtml(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 4096);
  const [, label] = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w-]{2,40})/i.exec(start) ?? [];
  return label;
}

/** Labels without meaning, from mail servers that do not know the charset or programs that do not set one. */
const SAYS_NOTHING =
  /^(?:|unknown.*|x-unknown|us-ascii|ascii|ansi_x3\.4-1968|binary|8bit|default|none)$/i;
const UTF8 = /^(?:x-)?(?:utf-?8|unicode-1-1-utf-8)$/i;
const UTF16 = /^(?:utf-?(?:16|32)|ucs-?[24]|unicode|iso-10646)/i;
// oxlint-disable-next-line no-control-regex -- ISO-2022-JP switches its letters by them
const ESCAPES = /\x1b(?:\$[@B]|\([BJI])/;

const decoders = new Map<string, TextDecoder | undefined>();

function findDecoder(label: string): TextDecoder | undefined {
  const name = label.trim().toLowerCase().slice(0, 40);
  if (!decoders.has(name) && decoders.size < 200) {
    try {
      decoders.set(name, new TextDecoder(name));
    } catch {
      decoders.set(name, undefined);
    }
  }
  return decoders.get(name);
}

const WESTERN = 'windows-1252';
const JAPANESE = 'iso-2022-jp';
const decoderFor = (label: string): TextDecoder => findDecoder(label) ?? new TextDecoder(WESTERN);

function isLegacy(label: string): boolean {
  return !SAYS_NOTHING.test(label) && !UTF8.test(label) && findDecoder(label) !== undefined;
}

const strict = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

const isAscii = (bytes: Buffer): boolean => bytes.every((byte) => byte < 0x80);

/**
 * Returns the text if the label would give a different one, or undefined if the label is right or nothing
 * better is known.
 */
function decodeAnyway(bytes: Buffer, label = '', hint?: string): string | undefined {
  const saysNothing = SAYS_NOTHING.test(label.trim());
  if (isAscii(bytes)) {
    return isEscaped(bytes, label) ? decoderFor(JAPANESE).decode(bytes) : undefined;
  }
  const text = decodeUtf8(bytes);
  if (text !== undefined)
    return UTF8.test(label.trim()) || !isUtf8(bytes, text, label) ? undefined : text;
  // The parser knows more names of charsets.
  if (!saysNothing && !UTF8.test(label.trim())) return undefined;
  const fallback = hint !== undefined && isLegacy(hint) ? hint : WESTERN;
  return decodeLines(bytes, decoderFor(fallback));
}

/** Detects Japanese text in 7 bits under an unknown label such as 'iso-2022-jp-ms'. */
function isEscaped(bytes: Buffer, label: string): boolean {
  return !isLegacy(label) && ESCAPES.test(bytes.toString('latin1'));
}

/** Decides if bytes that are valid UTF-8 are meant as UTF-8, regardless of their label. */
function isUtf8(bytes: Buffer, text: string, label: string): boolean {
  if (UTF16.test(label)) return !bytes.includes(0);
  if (
    !isLegacy(label) ||
    /^(?:windows|iso-8859|iso8859|koi8|latin|cp12|mac|x-mac|ibm|cp866)/i.test(label)
  )
    return true;
  // Two characters of Chinese or Japanese text can be valid UTF-8 by chance.
  if (decoderFor(label).decode(bytes).includes('\ufffd')) return true;
  const high = text.match(/[^\0-\x7f]/g) ?? [];
  return high.length > 1 || /[a-z][^\0-\x7f]|[^\0-\x7f][a-z]/i.test(text);
}

/** Decodes line by line, because a quotation may have another charset than the answer. */
function decodeLines(bytes: Buffer, fallback: TextDecoder): string {
  const lines: string[] = [];
  const lenient = new TextDecoder();
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, at);
    const next = found < 0 ? bytes.length : found + 1;
    const line = bytes.subarray(at, next);
    lines.push(decodeUtf8(line) ?? decodeBroken(line, lenient, fallback));
    at = next;
  }
  return lines.join('');
}

/** A line of UTF-8 with a few broken bytes stays UTF-8. */
function decodeBroken(line: Buffer, lenient: TextDecoder, fallback: TextDecoder): string {
  const text = lenient.decode(line);
  const high = text.match(/[^\0-\x7f\ufffd]/g) ?? [];
  const broken = text.match(/\ufffd/g) ?? [];
  return high.length > broken.length ? text : fallback.decode(line);
}

/** Joins the lines of 'format=flowed' (RFC 3676), but never across a change of the quotation depth. */
function unflow(text: string, isDelSp: boolean): string {
  const result: string[] = [];
  let paragraph: { depth: string; pieces: string[] } | undefined;
  const end = () => {
    if (paragraph)
      result.push(`${paragraph.depth}${paragraph.depth && ' '}${paragraph.pieces.join('')}`);
    paragraph = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    const [depth = ''] = /^>*/.exec(line) ?? [];
    const content = line.slice(depth.length).replace(/^ /, '');
    if (paragraph && paragraph.depth !== depth) end();
    paragraph ??= { depth, pieces: [] };
    const isSoft = content.endsWith(' ') && content !== '-- ';
    paragraph.pieces.push(isSoft && isDelSp ? content.slice(0, -1) : content);
    if (!isSoft) end();
  }
  end();
  return result.join('\n');
}

/** Returns a field with readable 8-bit characters and encoded words. The characters of the string are bytes. */
function repairField(field: string, hint: string | undefined): string {
  const relabelled = field.includes('=?') ? repairWords(field) : field;
  if (!/[\x80-\xff]/.test(relabelled)) return relabelled;
  const bytes = Buffer.from(relabelled, 'latin1');
  if (decodeUtf8(bytes) !== undefined) return relabelled;
  return Buffer.from(decoderFor(hint ?? WESTERN).decode(bytes), 'utf8').toString('latin1');
}

const WORD = /=\?([^?\s*]{1,40})(\*[^?\s]{0,20})?\?([bq])\?([^?]{0,2000})\?=/gi;

/** Corrects the labels of encoded words (RFC 2047). A character may be split between two of them. */
function repairWords(field: string): string {
  const byLabel = new Map<string, Buffer[]>();
  for (const [, label = '', , encoding = '', word = ''] of field.matchAll(WORD)) {
    const key = label.toLowerCase();
    const words = byLabel.get(key) ?? [];
    words.push(decodeWord(encoding, word));
    byLabel.set(key, words);
  }
  const corrected = new Map<string, string>();
  for (const [label, words] of byLabel) {
    const bytes = Buffer.concat(words);
    if (isAscii(bytes)) {
      if (isEscaped(bytes, label)) corrected.set(label, JAPANESE);
      continue;
    }
    const text = decodeUtf8(bytes);
    if (text === undefined) {
      if (
        !isLegacy(label) &&
        decodeBroken(bytes, new TextDecoder(), decoderFor(WESTERN)) !==
          new TextDecoder().decode(bytes)
      ) {
        corrected.set(label, WESTERN);
      }
    } else if (!UTF8.test(label) && isUtf8(bytes, text, label)) corrected.set(label, 'utf-8');
  }
  return corrected.size === 0
    ? field
    : field.replaceAll(WORD, (whole, label: string, _language, encoding: string, word: string) => {
        const right = corrected.get(label.toLowerCase());
        return right === undefined ? whole : `=?${right}?${encoding}?${word}?=`;
      });
}

function decodeWord(encoding: string, word: string): Buffer {
  return /b/i.test(encoding)
    ? Buffer.from(word, 'base64')
    : decodeQuotedPrintable(word.replaceAll('_', ' '));
}
