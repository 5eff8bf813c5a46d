import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { isNamed } from '../errors.ts';
import type { ScannerAddress } from '../settings.server.ts';

/** What a scanner found: the name of it, or nothing. */
export type Scan = (path: string) => Promise<string | undefined>;

/** ClamAV's own limit for a silent connection is two minutes. */
const SILENT_MS = 60_000;
/** More than any answer of one word has. */
const ANSWER_LENGTH = 4096;

/** Thrown where the scanner could not be asked: nothing is known about the file. */
export class ScannerAwayError extends Error {
  /** By name: the process opens the scanner, and some files are handled in Vite's bundle. */
  static override [Symbol.hasInstance](value: unknown): value is ScannerAwayError {
    return isNamed(value, 'ScannerAwayError');
  }

  override readonly name = 'ScannerAwayError';
}

/** Asks clamd by its command INSTREAM, so that it need not see our folders. */
export function scanWithClamd(address: ScannerAddress): Scan {
  return async (path) => {
    const socket = connect(address);
    socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('The scanner says nothing')));
    try {
      const [answer] = await Promise.all([readAnswer(socket), sendFile(socket, path)]);
      return foundIn(answer);
    } catch (error) {
      if (error instanceof ScannerAwayError) throw error;
      throw new ScannerAwayError('The scanner could not be asked', { cause: error });
    } finally {
      socket.destroy();
    }
  };
}

async function sendFile(socket: Socket, path: string): Promise<void> {
  await pipeline(inChunks(path), socket, { end: false });
}

/** Each chunk behind its length in four bytes; a length of nothing ends it. */
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

/** One line that ends with a NUL, such as 'stream: OK'. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (answer.includes('\0')) resolve(answer.slice(0, answer.indexOf('\0')));
      else if (answer.length > ANSWER_LENGTH) reject(new Error('The scanner says too much'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The scanner hung up')));
  });
}

function foundIn(answer: string): string | undefined {
  if (answer.endsWith(': OK')) return undefined;
  const [, found] = /^stream: (.{1,200}) FOUND$/.exec(answer) ?? [];
  if (found) return found;
  // Such as a file above the scanner's own limit: what it has not looked at is not let in.
  throw new ScannerAwayError(`The scanner answered: ${answer.slice(0, 200)}`);
}
