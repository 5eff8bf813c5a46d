import {
  decodeTransfer,
  fieldsOf,
  headerEnd,
  partsOf,
  replaceParts,
  valueOf,
  type Part,
} from './mime-parts.ts';

/** The parser needs 50 µs for a line that is not base64, because it collects every line in a Blob. */
const LONG_PART_LINES = 1000;
const SHORT_LINES_MAX = 50_000;
/** Programs write base64 in lines of at least 60 characters. */
const SHORT_LINE_LENGTH = 57;
/** A multiple of three, so that no line of base64 ends with padding. */
const BYTES_PER_LINE = 57_000;

const LINE_FEED = 0x0a;

/**
 * Encodes parts with many lines as base64, which costs the parser little. Throws if there are still so many
 * short lines that parsing would take seconds: outside of parts, or in more parts than anybody writes.
 */
export function encodeLongParts(bytes: Buffer): Buffer {
  const encoded = replaceParts(bytes, partsOf(bytes), (part) => encodeLongPart(bytes, part));
  if (countLines(encoded) - encoded.length / SHORT_LINE_LENGTH > SHORT_LINES_MAX) {
    throw new Error('The email has too many lines');
  }
  return encoded;
}

function encodeLongPart(bytes: Buffer, part: Part): Uint8Array | undefined {
  const end = headerEnd(part);
  if (part.lines <= LONG_PART_LINES || part.body === undefined || end < part.body) return undefined;
  const fields = fieldsOf(bytes.toString('latin1', part.start, end));
  const encoding = valueOf(fields, 'content-transfer-encoding');
  if (/base64/i.test(encoding) || /^multipart\//i.test(valueOf(fields, 'content-type')))
    return undefined;
  const remaining = fields.filter((field) => !/^content-transfer-encoding\s{0,20}:/i.test(field));
  const header = [...remaining, 'Content-Transfer-Encoding: base64', '', ''].join('\r\n');
  const body = decodeTransfer(bytes.subarray(part.body, part.end), encoding);
  return Buffer.concat([Buffer.from(header, 'latin1'), ...base64Lines(body)]);
}

function base64Lines(body: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < body.length; at += BYTES_PER_LINE) {
    const line = body.toString('base64', at, Math.min(at + BYTES_PER_LINE, body.length));
    lines.push(Buffer.from(`${line}\r\n`, 'latin1'));
  }
  return lines;
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
    lines += 1;
  return lines;
}
