import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT_FOLDER } from '../../root-folder.server.ts';
import type { PictureAnswer, PictureReport, PictureWork } from './picture-work.ts';

const IS_SOURCE = import.meta.url.endsWith('.ts');

/** What the built product is bundled into; the sources run as they are. */
const PROGRAM = IS_SOURCE
  ? fileURLToPath(new URL('./picture-process.server.ts', import.meta.url))
  : join(ROOT_FOLDER, 'build/process/picture-process.js');

const MEBIBYTE = 1024 * 1024;
/** What Node.js and the decoders take without any picture. */
const OWN_BYTES = 176 * MEBIBYTE;
/** V8 reserves as much for compiled code, which the sources cannot do without. */
const CODE_BYTES = IS_SOURCE ? 768 * MEBIBYTE : 0;

const SHELL = '/bin/sh';
const START_MS = 20_000;
const IDLE_MS = 60_000;
/** A process that holds more after a picture is ended, so that the next has all of its memory. */
const KEPT_RSS = 160 * MEBIBYTE;

/** Nothing of the server's environment, where its secrets are; the allocator gives back what is free. */
const ENVIRONMENT = {
  ...inherited(['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR']),
  UV_THREADPOOL_SIZE: '2',
  VIPS_BLOCK_UNTRUSTED: '1',
  // Whatever is too much for its memory must not go to the disk instead.
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
 * The process that decodes pictures. The system limits its memory (RLIMIT_DATA, where there is a shell that sets
 * it), and it watches its own; whatever it dies of is an answer about the one picture it had.
 */
export class PictureChild {
  readonly #mostBytes: number;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Undefined while there is none. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** One at a time. Rejects where no process could be started, or while this is closed. */
  async run(picture: PictureWork, limitMs: number): Promise<PictureAnswer> {
    clearTimeout(this.#idle);
    const child = await this.#open();
    child.ref();
    child.channel?.ref();
    try {
      const said = await hear(child, limitMs, () => child.send(picture));
      if (said === undefined) {
        // It may take a moment to die, and the next picture is not for this one.
        this.#end();
        if (this.#isClosed) throw new Error('Closed while a picture was worked on');
        return { refused: 'too much memory' };
      }
      const { answer, rss } = said as PictureReport;
      if (rss > KEPT_RSS) this.#end();
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
    if (this.#isClosed) throw new Error('Pictures are not worked on any more');
    if (this.#child) return this.#child;
    const child = start(this.#mostBytes);
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    const said = await hear(child, START_MS);
    if (said === 'ready') return child;
    this.#end();
    throw new Error('The process for pictures could not be started');
  }

  #end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

/** The next it says; undefined where it ends first, and it is ended when it says nothing in time. */
function hear(child: ChildProcess, limitMs: number, ask?: () => void): Promise<unknown> {
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
    // One that ended in between has nobody who would say so.
    if (child.exitCode !== null || child.signalCode !== null) gone();
    else ask?.();
  });
}

function start(mostBytes: number): ChildProcess {
  const most = mostBytes + OWN_BYTES;
  const command = [
    process.execPath,
    // Without compiled code there is nothing for V8 to reserve, and the limit below is a tight one.
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
  // Without a listener an error of its channel would end the server.
  child.on('error', () => {});
  return child;
}
