import { closeSync, openSync, writeFileSync } from 'node:fs';

// The subset of the tar format that a database's folder needs: folders and files with short names.
// `tar -xzf` can open a backup even without this product.

const BLOCK = 512;

export interface TarEntry {
  readonly name: string;
  /** Undefined for a folder. */
  readonly size?: number;
}

export function tarHeader({ name, size }: TarEntry): Buffer {
  const header = Buffer.alloc(BLOCK);
  const path = size === undefined ? `${name}/` : name;
  if (Buffer.byteLength(path) > 100)
    throw new Error(`'${path}' is too long for a name in an archive`);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(path, 0);
  header.write(octal(size === undefined ? 0o700 : 0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size ?? 0, 11), 124);
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136);
  header.write(size === undefined ? '5' : '0', 156);
  header.write('ustar\u000000', 257);
  header.write(`${octal(checksumOf(header), 6)} `, 148);
  return header;
}

export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

export function tarFile(name: string, bytes: Buffer): Buffer {
  const size = bytes.byteLength;
  return Buffer.concat([tarHeader({ name, size }), bytes, tarPadding(size)]);
}

export const TAR_END = Buffer.alloc(2 * BLOCK);

/** An entry of a stream: its bytes must be read before the next entry is requested. */
export interface ReadEntry extends TarEntry {
  readonly bytes: () => AsyncGenerator<Buffer>;
}

/** Reads an archive entry by entry. Throws for a truncated or damaged archive. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<ReadEntry> {
  const input = new ByteReader(source);
  for (;;) {
    const header = await input.take(BLOCK);
    // The rest is read as well, because gzip reports a truncated file only at its end.
    if (header.every((byte) => byte === 0)) return input.readThrough();
    const given = Number.parseInt(header.toString('latin1', 148, 154), 8);
    if (given !== checksumOf(header)) throw new Error('The archive is damaged');
    const name = header.toString('utf8', 0, header.indexOf(0)).replace(/\/$/, '');
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
    if (header[156] === '5'.charCodeAt(0)) {
      yield { name, bytes: async function* none() {} };
      continue;
    }
    yield { name, size, bytes: () => input.parts(size) };
    await input.take(tarPadding(size).byteLength);
  }
}

/**
 * Writes an entry into a new file with mode 0600. Synchronous, because no requests are served yet,
 * and asynchronous writes of a thousand small files take three times as long.
 */
export async function storeEntry(bytes: AsyncIterable<Buffer>, path: string): Promise<void> {
  const file = openSync(path, 'wx', 0o600);
  try {
    for await (const part of bytes) writeFileSync(file, part);
  } finally {
    closeSync(file);
  }
}

export async function readThrough(source: AsyncIterable<Buffer>): Promise<void> {
  const parts = source[Symbol.asyncIterator]();
  for (let part = await parts.next(); !part.done;) part = await parts.next();
}

/**
 * Sums a header's bytes with the checksum field itself counted as spaces, as the format demands.
 */
function checksumOf(header: Buffer): number {
  const sum = header.reduce((total, byte) => total + byte, 0);
  const own = header.subarray(148, 156).reduce((total, byte) => total + byte, 0);
  return sum - own + 8 * 32;
}

class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.parts(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  async readThrough(): Promise<void> {
    for (let part = await this.#source.next(); !part.done;) part = await this.#source.next();
  }

  async *parts(count: number): AsyncGenerator<Buffer> {
    for (let missing = count; missing > 0;) {
      if (this.#held.byteLength === 0) {
        const next = await this.#source.next();
        if (next.done) throw new Error('The archive is not complete');
        this.#held = next.value;
      }
      const part = this.#held.subarray(0, missing);
      this.#held = this.#held.subarray(part.byteLength);
      missing -= part.byteLength;
      yield part;
    }
  }
}
