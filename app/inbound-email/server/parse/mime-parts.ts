const PARTS_MAX = 400;
const HEADER_MAX_BYTES = 128 * 1024;
const BOUNDARY_LINE_MAX_LENGTH = 300;

const [LINE_FEED, RETURN, DASH] = [0x0a, 0x0d, 0x2d];

export interface Part {
  readonly start: number;
  /** The offset after the empty line. Undefined inside the header. */
  body?: number;
  end: number;
  /** The number of lines below the header. */
  lines: number;
}

export const headerEnd = (part: Part): number =>
  Math.min(part.body ?? part.end, part.start + HEADER_MAX_BYTES);

/** Finds the parts of an email, at most 400. The last part then includes all that follows. */
export function partsOf(bytes: Buffer): Part[] {
  const parts: Part[] = [{ start: 0, end: bytes.length, lines: 0 }];
  const boundaries = new Set<string>();
  let part = parts[0];
  let at = 0;
  while (at < bytes.length && parts.length < PARTS_MAX) {
    const found = bytes.indexOf(LINE_FEED, at);
    const next = found < 0 ? bytes.length : found + 1;
    if (boundaries.size > 0 && bytes[at] === DASH && bytes[at + 1] === DASH) {
      const line = bytes
        .toString('latin1', at + 2, Math.min(next, at + BOUNDARY_LINE_MAX_LENGTH))
        .trimEnd();
      const isEnd =
        !boundaries.has(line) && line.endsWith('--') && boundaries.has(line.slice(0, -2));
      if (isEnd || boundaries.has(line)) {
        if (part) part.end = endOfLineBefore(bytes, at);
        part = isEnd ? undefined : { start: next, end: bytes.length, lines: 0 };
        if (part) parts.push(part);
        at = next;
        continue;
      }
    }
    if (part && part.body === undefined && isEmptyLine(bytes, at, next)) {
      part.body = next;
      const boundary = boundaryOf(bytes.toString('latin1', part.start, headerEnd(part)));
      if (boundary !== undefined) boundaries.add(boundary);
    } else if (part) part.lines += 1;
    at = next;
  }
  return parts;
}

/** Returns the email with the parts for which `replace` returns other bytes. */
export function replaceParts(
  bytes: Buffer,
  parts: readonly Part[],
  replace: (part: Part) => Uint8Array | undefined,
): Buffer {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const part of parts) {
    const replaced = replace(part);
    if (!replaced) continue;
    pieces.push(bytes.subarray(at, part.start), replaced);
    at = part.end;
  }
  return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(at)]);
}

function isEmptyLine(bytes: Buffer, start: number, next: number): boolean {
  return next - start === 1 || (next - start === 2 && bytes[start] === RETURN);
}

function endOfLineBefore(bytes: Buffer, at: number): number {
  return at >= 2 && bytes[at - 2] === RETURN ? at - 2 : at - 1;
}

export function fieldsOf(header: string): string[] {
  return header.split(/\r?\n(?![ \t])/).filter((field) => field !== '');
}

export function valueOf(fields: readonly string[], name: string): string {
  const field = fields.find((one) => one.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  return (
    field
      ?.slice(name.length + 1)
      .replaceAll(/\r?\n[ \t]/g, ' ')
      .trim() ?? ''
  );
}

export function parameterOf(value: string, name: string): string | undefined {
  const [, quoted, bare] =
    new RegExp(
      `;\\s{0,20}${name}\\s{0,20}=\\s{0,20}(?:"([^"]{0,200})"|'?([^\\s;"']{1,200}))`,
      'i',
    ).exec(value) ?? [];
  return quoted ?? bare;
}

function boundaryOf(header: string): string | undefined {
  const type = valueOf(fieldsOf(header), 'content-type');
  return /^multipart\//i.test(type) ? parameterOf(type, 'boundary') : undefined;
}

export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body.toString('latin1'), 'base64');
  if (!/quoted-printable/i.test(encoding)) return body;
  const lines = body.toString('latin1').split('\n').map(withoutSpacesAtEnd);
  return decodeQuotedPrintable(lines.join('\n').replaceAll('=\n', ''));
}

function withoutSpacesAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

export function decodeQuotedPrintable(text: string): Buffer {
  return Buffer.from(
    text.replaceAll(/=([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  );
}
