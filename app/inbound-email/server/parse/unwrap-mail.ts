import { fromBER, Constructed, ObjectIdentifier, OctetString, Sequence } from 'asn1js';

/**
 * Providers post the original email in a field: SendGrid as 'email' of a form, Mailgun as 'body-mime',
 * Postmark as 'RawEmail' in JSON. Another field contains the envelope recipient, whom the email itself need
 * not name.
 */
const MAIL_FIELDS = ['body-mime', 'email'];
const RECEIVER_FIELDS = ['recipient', 'envelope'];
const JSON_MAIL = 'RawEmail';
const JSON_RECEIVER = 'OriginalRecipient';
const LINE_LENGTH = 2000;

type Form = 'multipart' | 'urlencoded' | 'json';

function formOf(contentType: string): Form | undefined {
  if (/^multipart\/form-data\b/i.test(contentType)) return 'multipart';
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return 'urlencoded';
  return /^application\/json\b/i.test(contentType) ? 'json' : undefined;
}

/** Guesses without parsing if the request contains an email in a field. */
export function holdsMail(posted: Uint8Array, contentType: string): boolean {
  const bytes = bufferOf(posted);
  switch (formOf(contentType)) {
    case 'multipart':
      return MAIL_FIELDS.some((name) => bytes.includes(`name="${name}"`));
    case 'urlencoded':
      return MAIL_FIELDS.some((name) => startOfPair(bytes, name) >= 0);
    case 'json':
      return bytes.includes(`"${JSON_MAIL}"`);
    default:
      return false;
  }
}

export function unwrapMail(posted: Uint8Array, contentType: string): Uint8Array {
  const form = formOf(contentType);
  if (form === undefined) return posted;
  const { mail, receivers } = read(bufferOf(posted), contentType, form);
  if (!mail || mail.length === 0) throw new Error('The request contains no email');
  const heads = receivers.map((receiver) => `X-Original-To: ${oneLine(receiver)}\r\n`).join('');
  return Buffer.concat([Buffer.from(heads, 'utf8'), mail]);
}

interface Unwrapped {
  readonly mail: Buffer | undefined;
  readonly receivers: readonly string[];
}

function read(bytes: Buffer, contentType: string, form: Form): Unwrapped {
  if (form === 'json') {
    const sent = JSON.parse(bytes.toString('utf8')) as Readonly<Record<string, unknown>> | null;
    const mail = sent?.[JSON_MAIL];
    const receiver = sent?.[JSON_RECEIVER];
    return {
      mail: typeof mail === 'string' ? Buffer.from(mail, 'utf8') : undefined,
      receivers: typeof receiver === 'string' ? [receiver] : [],
    };
  }
  const field =
    form === 'multipart'
      ? readParts(bytes, contentType, [...MAIL_FIELDS, ...RECEIVER_FIELDS])
      : (name: string) => readPair(bytes, name);
  return {
    mail: MAIL_FIELDS.map(field).find((found) => found !== undefined),
    receivers: RECEIVER_FIELDS.flatMap((name) => receiversIn(field(name)?.toString('utf8') ?? '')),
  };
}

/** Reads an address, or an envelope in SendGrid's form: {"to":["…"],"from":"…"}. */
function receiversIn(text: string): string[] {
  if (!text.startsWith('{')) return text === '' ? [] : [text];
  try {
    const { to } = JSON.parse(text) as { readonly to?: unknown };
    return Array.isArray(to) ? to.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns the first value of each named field of a multipart form (RFC 7578). */
function readParts(bytes: Buffer, contentType: string, names: readonly string[]) {
  const [, quoted, bare] =
    /;\s*boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType) ?? [];
  const mark = `--${quoted ?? bare ?? ''}`;
  const found = new Map<string, Buffer>();
  let start = bytes.indexOf(mark);
  while (start >= 0) {
    const from = start + mark.length;
    const end = bytes.indexOf(`\r\n${mark}`, from);
    if (end < 0) break;
    const part = bytes.subarray(from, end);
    const body = part.indexOf('\r\n\r\n');
    const head = body < 0 ? '' : part.toString('latin1', 0, Math.min(body, LINE_LENGTH));
    const name = /^content-disposition:.{0,500}?;\s*name="([^"]{1,100})"/im.exec(head)?.[1] ?? '';
    if (names.includes(name) && !found.has(name)) found.set(name, part.subarray(body + 4));
    start = end + 2;
  }
  return (name: string) => found.get(name);
}

function startOfPair(bytes: Buffer, name: string): number {
  const pair = `${name}=`;
  if (bytes.subarray(0, pair.length).equals(Buffer.from(pair))) return pair.length;
  const at = bytes.indexOf(`&${pair}`);
  return at < 0 ? -1 : at + pair.length + 1;
}

const [PERCENT, PLUS, SPACE] = [0x25, 0x2b, 0x20];

/** Decodes to bytes, because an email need not be UTF-8. */
function readPair(bytes: Buffer, name: string): Buffer | undefined {
  const start = startOfPair(bytes, name);
  if (start < 0) return undefined;
  const end = bytes.indexOf('&', start);
  const encoded = bytes.subarray(start, end < 0 ? bytes.length : end);
  const decoded = Buffer.alloc(encoded.length);
  let length = 0;
  for (let at = 0; at < encoded.length; at += 1) {
    let byte = encoded[at] ?? 0;
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      const code = encoded.toString('latin1', at + 1, at + 3);
      if (/^[\da-f]{2}$/i.test(code)) {
        byte = Number.parseInt(code, 16);
        at += 2;
      }
    }
    decoded[length] = byte;
    length += 1;
  }
  return decoded.subarray(0, length);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, LINE_LENGTH);
}

const SIGNED = '1.2.840.113549.1.7.2';

const ENCRYPTED = new Set([
  '1.2.840.113549.1.7.3',
  '1.2.840.113549.1.7.6',
  '1.2.840.113549.1.9.16.1.23',
]);

/**
 * Returns the content of an S/MIME part (RFC 8551): the bytes inside its signature, which is not verified, or
 * 'encrypted'. Returns undefined for anything else.
 */
export function openSigned(bytes: Uint8Array): Uint8Array | 'encrypted' | undefined {
  const content = readContent(bytes);
  if (!content) return undefined;
  if (ENCRYPTED.has(content.type)) return 'encrypted';
  if (content.type !== SIGNED || !(content.value instanceof Sequence)) return undefined;
  const [, , signed] = content.value.valueBlock.value;
  if (!(signed instanceof Sequence)) return undefined;
  const [, wrapped] = signed.valueBlock.value;
  const [inside] = wrapped instanceof Constructed ? wrapped.valueBlock.value : [];
  return inside instanceof OctetString ? new Uint8Array(inside.getValue()) : undefined;
}

/** Returns the type and the value of a ContentInfo (RFC 5652, 3). */
function readContent(bytes: Uint8Array) {
  const { offset, result } = fromBER(bytes);
  if (offset === -1 || !(result instanceof Sequence)) return undefined;
  const [type, wrapped] = result.valueBlock.value;
  if (!(type instanceof ObjectIdentifier)) return undefined;
  const [value] = wrapped instanceof Constructed ? wrapped.valueBlock.value : [];
  return { type: type.valueBlock.toString(), value };
}
