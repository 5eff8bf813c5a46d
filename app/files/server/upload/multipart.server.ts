import { msg, t } from '../../../i18n/translate.ts';
import { RefusedError } from '../../../platform/errors.ts';

const NOT_WHOLE = msg('The form did not arrive whole. Please send it again.');
const TOO_MANY_PARTS = msg('The form has too many fields.');

/** The maximum length of the headers of one part. */
const HEADER_BYTES = 8 * 1024;
const MAX_PARTS = 100;

/** A field of a form, as a stream. Reading the next field skips the rest of this field. */
export interface FormPart {
  readonly name: string;
  /** An empty string if a file field was left empty, `undefined` for a text field. */
  readonly fileName: string | undefined;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Returns `undefined` if the header is not multipart or has no valid boundary. */
export function boundaryOf(contentType: string | null): string | undefined {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  if (type.toLowerCase() !== 'multipart/form-data') return undefined;
  // If the header has several boundaries, the last one counts.
  const named = parameters.findLast((parameter) => /^boundary=/i.test(parameter));
  const [, quoted, plain] =
    /^boundary=(?:"([^"]{1,70})"|([\w'()+,./:=?-]{1,70}))/i.exec(named ?? '') ?? [];
  return quoted ?? plain;
}

/**
 * Yields the fields of a form (RFC 7578) one after the other without holding them in memory. Throws {@link
 * RefusedError}: 400 for a malformed or truncated form, 413 for too many parts.
 */
export async function* readParts(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FormPart> {
  const source = new Source(body);
  const mark = Buffer.from(`\r\n--${boundary}`);
  await drain(source.until(mark));
  for (let count = 0; ; count += 1) {
    const next = (await source.take(2)).toString('latin1');
    if (next === '--') return;
    if (next !== '\r\n') throw new RefusedError(400, t(NOT_WHOLE));
    if (count === MAX_PARTS) throw new RefusedError(413, t(TOO_MANY_PARTS));
    const named = readDisposition(await source.head());
    const bytes = source.until(mark);
    yield { ...named, bytes };
    await drain(bytes);
  }
}

function readDisposition(headers: string): Pick<FormPart, 'name' | 'fileName'> {
  const line = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1] ?? '';
  const name = /(?:^|;)\s*name="([^"]*)"/i.exec(line)?.[1];
  if (name === undefined) throw new RefusedError(400, t(NOT_WHOLE));
  const fileName = /(?:^|;)\s*filename="([^"]*)"/i.exec(line)?.[1];
  return { name: decode(name), fileName: fileName === undefined ? undefined : decode(fileName) };
}

/** Browsers percent-encode characters that are not allowed in quoted names (HTML, 4.10.22.8). */
function decode(text: string): string {
  return text.replaceAll('%22', '"').replaceAll(/%0[DA]/gi, ' ');
}

async function drain(bytes: AsyncIterable<Buffer>): Promise<void> {
  const pieces = bytes[Symbol.asyncIterator]();
  while (!(await pieces.next()).done);
}

/** Buffers received bytes, at most one chunk plus the length of the boundary mark. */
class Source {
  readonly #pieces: AsyncIterator<Uint8Array>;
  /** The first boundary has no line break before it, unlike all others, so one is added. */
  #held: Buffer = Buffer.from('\r\n');

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#pieces = body[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count) await this.#fill();
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  async head(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf('\r\n\r\n');
      if (end !== -1) return (await this.take(end + 4)).toString('utf8');
      if (this.#held.length > HEADER_BYTES) throw new RefusedError(413, t(TOO_MANY_PARTS));
      await this.#fill();
    }
  }

  /** Yields all bytes before the mark and consumes the mark. A second reader continues after the first. */
  until(mark: Buffer): AsyncIterable<Buffer> {
    let isOver = false;
    const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
      while (!isOver) {
        const at = this.#held.indexOf(mark);
        isOver = at !== -1;
        // The end of the buffer may be the beginning of a mark, so those bytes are held back.
        const safe = isOver ? at : this.#held.length - mark.length + 1;
        const value = this.#held.subarray(0, Math.max(0, safe));
        this.#held = this.#held.subarray(isOver ? at + mark.length : value.length);
        if (value.length > 0) return { done: false, value };
        if (!isOver) await this.#fill();
      }
      return { done: true, value: undefined };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#pieces.next();
    if (done) throw new RefusedError(400, t(NOT_WHOLE));
    this.#held = Buffer.concat([this.#held, value]);
  }
}
