import { once } from 'node:events';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { OperatorError } from '../operator-error.ts';
import { ROOT_FOLDER } from '../root-folder.server.ts';
import type { FromDatabaseThread, ToDatabaseThread, WhatToOpen } from './database-thread.server.ts';

/** The built product contains the program as a bundle; in development the source runs directly. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? fileURLToPath(new URL('./database-thread.server.ts', import.meta.url))
  : join(ROOT_FOLDER, 'build/process/database-thread.js');

/** Objects of a statement are short-lived; Node's default would let 35 MB more accumulate. */
const YOUNG_MEMORY_MB = 16;

const TERMINATE = 0x58;
const ERROR_RESPONSE = 0x45;

export interface RunningDatabase {
  /**
   * Returns a stream for the driver. The database has one session, so only one connection may be in
   * use at a time.
   */
  connect(): Duplex;
  close(): Promise<void>;
}

export async function startDatabase(what: WhatToOpen): Promise<RunningDatabase> {
  // The worker inherits preloaded modules, by which tests set the clock or fill the disk.
  const worker = new Worker(PROGRAM, {
    workerData: what,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
  });
  const ended = once(worker, 'exit');
  await Promise.race([once(worker, 'message'), ended.then(refuse)]);
  // An idle database does not keep the process alive, a pending query does.
  worker.unref();
  // Responses arrive in order; one for a closed connection must not reach another.
  const asking: Connection[] = [];
  let isClosing = false;
  worker.on('message', (answer: FromDatabaseThread) => {
    // 'open', or a message of Node's watch mode, which uses the same channel.
    if (!(answer instanceof Uint8Array)) return;
    asking.shift()?.receive(answer);
    if (asking.length === 0) worker.unref();
  });
  const ask = (connection: Connection, message: Uint8Array<ArrayBuffer>) => {
    asking.push(connection);
    worker.ref();
    worker.postMessage(message satisfies ToDatabaseThread, [message.buffer]);
  };
  ended.then(
    () => isClosing || endProcess('its program ended'),
    (error: unknown) => isClosing || endProcess(String(error)),
  );
  return {
    connect: () => new Connection(ask),
    async close() {
      isClosing = true;
      worker.ref();
      worker.postMessage('close' satisfies ToDatabaseThread, []);
      await ended;
    },
  };
}

function refuse(): never {
  throw new Error('its program ended');
}

class Connection extends Duplex {
  readonly #ask: (connection: Connection, message: Uint8Array<ArrayBuffer>) => void;

  constructor(ask: (connection: Connection, message: Uint8Array<ArrayBuffer>) => void) {
    super();
    this.#ask = ask;
  }

  /** The driver expects a socket's connect event. */
  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  receive(answer: Uint8Array<ArrayBuffer>): void {
    endAfterPanic(answer);
    this.push(answer);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    done();
  }

  #send(chunks: readonly Buffer[]): void {
    // The session outlives the driver's connections.
    if (chunks[0]?.[0] === TERMINATE) return;
    // A separate buffer, which can be transferred: the driver's chunk is part of a larger buffer.
    this.#ask(this, new Uint8Array(Buffer.concat(chunks)));
  }
}

/**
 * After a PANIC, such as a failed write to the log, the database never answers again. Ending the
 * process is the right crash: the next start recovers everything acknowledged.
 */
function endAfterPanic(answer: Uint8Array): void {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    if (bytes[at] !== ERROR_RESPONSE) continue;
    const fields = bytes.toString('utf8', at + 5, at + 1 + bytes.readInt32BE(at + 1)).split('\0');
    const reason = fields.find((field) => field.startsWith('M'))?.slice(1);
    if (fields.includes('VPANIC')) endProcess(reason ?? 'its log cannot be written');
  }
}

function endProcess(reason: string): void {
  queueMicrotask(() => {
    throw new OperatorError(
      `The embedded database stopped (${reason}): free up space if its disk is full, and start ` +
        'again. No acknowledged data is lost.',
    );
  });
}
