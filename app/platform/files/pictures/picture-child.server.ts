import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT_FOLDER } from '../../root-folder.server.ts';
import type { PictureAnswer, PictureReport, PictureWork } from './picture-work.ts';

const IS_SOURCE = import.meta.url.endsWith('.ts');

/** The built product contains the program as a bundle; in development the source runs directly. */
const PROGRAM = IS_SOURCE
  ? fileURLToPath(new URL('./picture-process.server.ts', import.meta.url))
  : join(ROOT_FOLDER, 'build/process/picture-process.js');

const MEBIBYTE = 1024 * 1024;
/** The memory of Node.js and the decoders without any picture. */
const OWN_BYTES = 176 * MEBIBYTE;
/** V8 reserves this much for compiled code, which running from sources cannot avoid. */
const CODE_BYTES = IS_SOURCE ? 768 * MEBIBYTE : 0;

const SHELL = '/bin/sh';
const START_MS = 20_000;
const IDLE_MS = 60_000;
/**
 * A process that holds more memory after a picture is ended, so that the next picture can use its
 * full limit.
 */
const MAX_IDLE_RSS = 160 * MEBIBYTE;

/**
 * The process gets none of the server's environment variables, which hold secrets. The malloc
 * settings make the allocator return free memory.
 */
const ENVIRONMENT = {
  ...inherited(['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR']),
  UV_THREADPOOL_SIZE: '2',
  VIPS_BLOCK_UNTRUSTED: '1',
  // A picture that exceeds the memory limit must not spill to disk instead.
  VIPS_DISC_THRESHOLD: '100g',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

function inherited(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Manages the process that decodes pictures. RLIMIT_DATA limits its memory where a shell can set
 * it, and the process watches its own memory. When the process dies, the current picture is
 * refused.
 */
export class PictureChild {
  readonly #mostBytes: number;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Processes one picture at a time. Rejects when the process cannot be started, or after `close`.
   */
  async run(picture: PictureWork, limitMs: number): Promise<PictureAnswer> {
    clearTimeout(this.#idle);
    const child = await this.#open();
    child.ref();
    child.channel?.ref();
    try {
      const said = await receive(child, limitMs, () => child.send(picture));
      if (said === undefined) {
        // The process may take a moment to die and must not receive the next picture.
        this.#end();
        if (this.#isClosed) throw new Error('Closed while processing a picture');
        return { refused: 'too much memory' };
      }
      const { answer, rss } = said as PictureReport;
      if (rss > MAX_IDLE_RSS) this.#end();
      return answer;
    } finally {
      child.unref();
      child.channel?.unref();
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    this.#end();
  }

  async #open(): Promise<ChildProcess> {
    if (this.#isClosed) throw new Error('Picture processing has stopped');
    if (this.#child) return this.#child;
    const child = start(this.#mostBytes);
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    const said = await receive(child, START_MS);
    if (said === 'ready') return child;
    this.#end();
    throw new Error('The picture process could not be started');
  }

  #end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

/**
 * Returns the next message; undefined when the process ends first. Kills the process when it is
 * silent for too long.
 */
function receive(child: ChildProcess, limitMs: number, ask?: () => void): Promise<unknown> {
  return new Promise((resolve) => {
    const done = (said: unknown) => {
      clearTimeout(timer);
      child.off('message', done);
      child.off('exit', gone);
      child.off('error', gone);
      resolve(said);
    };
    const gone = () => {
      child.kill('SIGKILL');
      done(undefined);
    };
    const timer = setTimeout(gone, limitMs);
    child.on('message', done);
    child.on('exit', gone);
    child.on('error', gone);
    // A process that has already ended fires no further exit event.
    if (child.exitCode !== null || child.signalCode !== null) gone();
    else ask?.();
  });
}

function start(mostBytes: number): ChildProcess {
  const most = mostBytes + OWN_BYTES;
  const command = [
    process.execPath,
    // Without a JIT, V8 reserves no memory for code, which allows a tight limit below.
    ...(IS_SOURCE ? [] : ['--jitless']),
    '--max-old-space-size=64',
    PROGRAM,
    String(most),
  ];
  const kibibytes = Math.ceil((most + CODE_BYTES) / 1024);
  const limit = `ulimit -c 0; ulimit -d ${kibibytes}; exec "$@"`;
  const [file = '', ...args] = existsSync(SHELL) ? [SHELL, '-c', limit, 'sh', ...command] : command;
  const child = spawn(file, args, {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  });
  // Without a listener, an error of the IPC channel would end the server.
  child.on('error', () => {});
  return child;
}
