import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { isNamed } from '../errors.ts';
import type { ScannerAddress } from '../settings.server.ts';

/** Scans a file; returns the name of the virus, or undefined. */
export type Scan = (path: string) => Promise<string | undefined>;

const SILENT_MS = 60_000;
const ANSWER_LENGTH = 4096;
const CHUNK_BYTES = 1024 ** 3;
const REFUSAL_MS = 50;

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
      const answering = readAnswer(socket);
      const [answer, sent] = await Promise.allSettled([
        answering,
        sendFile(socket, path, answering),
      ]);
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

async function sendFile(socket: Socket, path: string, answer: Promise<string>): Promise<void> {
  await pipeline(inChunks(path, answer), socket, { end: false });
}

/**
 * Prefixes each chunk with its length in four bytes; a zero length ends the stream. clamd compares the length with
 * its limit before it reads the chunk. It hangs up after a refusal, and an answer is lost if bytes are sent after
 * that, so each chunk waits a moment for a refusal.
 */
async function* inChunks(path: string, answer: Promise<string>): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  yield Buffer.from('zINSTREAM\0');
  for (let start = 0; start < size; start += CHUNK_BYTES) {
    const end = Math.min(start + CHUNK_BYTES, size);
    yield lengthPrefix(end - start);
    const isRefused = await Promise.race([
      answer.then(
        () => true,
        () => true,
      ),
      setTimeout(REFUSAL_MS, false),
    ]);
    if (isRefused) return;
    yield* createReadStream(path, { start, end: end - 1 });
  }
  yield lengthPrefix(0);
}

function lengthPrefix(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
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
