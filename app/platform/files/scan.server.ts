import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { isNamed } from '../errors.ts';
import type { ScannerAddress } from '../settings.server.ts';

/** Scans a file; returns the name of the virus, or undefined. */
export type Scan = (path: string) => Promise<string | undefined>;

const SILENT_MS = 60_000;
const ANSWER_LENGTH = 4096;

/** The scan failed, so nothing is known about the file. */
export class ScannerAwayError extends Error {
  /** Compares by name: the process opens the scanner, and Vite's bundle handles some files. */
  static override [Symbol.hasInstance](value: unknown): value is ScannerAwayError {
    return isNamed(value, 'ScannerAwayError');
  }

  override readonly name = 'ScannerAwayError';
}

/** clamd reads no more of a file than its `StreamMaxLength`. A later attempt would fail too. */
export class AboveScannerLimitError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is AboveScannerLimitError {
    return isNamed(value, 'AboveScannerLimitError');
  }

  override readonly name = 'AboveScannerLimitError';
}

/** Uses clamd's command INSTREAM, so that clamd needs no access to our folders. */
export function scanWithClamd(address: ScannerAddress): Scan {
  return async (path) => {
    const socket = connect(address);
    socket.setTimeout(SILENT_MS, () =>
      socket.destroy(new Error('The virus scanner did not answer')),
    );
    try {
      // clamd may answer and hang up before the end of a file, so the answer counts more than a broken pipe.
      const [answer, sent] = await Promise.allSettled([readAnswer(socket), sendFile(socket, path)]);
      if (answer.status === 'rejected') throw answer.reason;
      if (sent.status === 'rejected' && !isAboveLimit(answer.value)) throw sent.reason;
      return foundIn(answer.value);
    } catch (error) {
      if (error instanceof ScannerAwayError || error instanceof AboveScannerLimitError) throw error;
      throw new ScannerAwayError('Could not reach the virus scanner', { cause: error });
    } finally {
      socket.destroy();
    }
  };
}

async function sendFile(socket: Socket, path: string): Promise<void> {
  await pipeline(inChunks(path), socket, { end: false });
}

/** Prefixes each chunk with its length in four bytes; a zero length ends the stream. */
async function* inChunks(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.byteLength);
    yield length;
    yield bytes;
  }
  yield Buffer.alloc(4);
}

/** The answer is one line that ends with NUL, such as 'stream: OK'. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\0')) resolve(answer.slice(0, answer.indexOf('\0')));
      else if (answer.length > ANSWER_LENGTH)
        reject(new Error('The answer of the virus scanner is too long'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The virus scanner closed the connection')));
  });
}

function foundIn(answer: string): string | undefined {
  if (answer.endsWith(': OK')) return undefined;
  const [, found] = /^stream: (.{1,200}) FOUND$/.exec(answer) ?? [];
  if (found) return found;
  if (isAboveLimit(answer)) {
    throw new AboveScannerLimitError(`The virus scanner answered: ${answer.slice(0, 200)}`);
  }
  // Files that were not scanned are not accepted.
  throw new ScannerAwayError(`The virus scanner answered: ${answer.slice(0, 200)}`);
}

/** 'INSTREAM size limit exceeded. ERROR' */
function isAboveLimit(answer: string): boolean {
  return answer.includes('size limit exceeded');
}
