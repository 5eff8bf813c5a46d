import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const READY = 'is ready';

/** Scripts of tests/faults that wait in every server until a test asks for them. */
const FAULTS = ['die-before-publish', 'full-disk', 'quick-jobs', 'shifted-clock'];

const KEEP_COMPILED = 'tests/support/keep-compiled.ts';

export interface TestServerOptions {
  /** Where it keeps its data; a new folder without it. */
  readonly folder?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A server of the built product on a data folder of its own, which a test may kill and restart. */
export class TestServer {
  readonly origin: string;
  readonly folder: string;
  readonly port: number;
  readonly #trigger: string;
  readonly #fullDisk: string;
  readonly #clockShift: string;
  readonly #options: TestServerOptions;
  #process: ChildProcess | undefined;
  #output = '';

  private constructor(folder: string, port: number, options: TestServerOptions) {
    this.folder = folder;
    this.#trigger = join(folder, 'die-before-publish');
    this.#fullDisk = `${folder}.full`;
    this.#clockShift = `${folder}.clock`;
    this.port = port;
    this.#options = options;
    this.origin = `http://localhost:${port}`;
  }

  /** Starts on a copy of `template`, or, without one, on what the options name. */
  static async start(
    template: string | undefined,
    options: TestServerOptions = {},
  ): Promise<TestServer> {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'embarka-e2e-')));
    if (template) await cp(template, folder, { recursive: true });
    const server = new TestServer(folder, await freePort(), options);
    await server.restart();
    return server;
  }

  get publicOrigin(): string {
    return this.origin;
  }

  get isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** What the server has printed so far. */
  get output(): string {
    return this.#output;
  }

  /** Makes the running server kill itself between the next commit and its publication. */
  async dieBeforeNextPublish(): Promise<void> {
    await writeFile(this.#trigger, '');
  }

  /**
   * Takes the room on the disk away, as far as the server can see. 'unnoticed' shows only when
   * something is to reach the disk.
   */
  async fillDisk(how: 'noticed' | 'unnoticed' = 'noticed'): Promise<void> {
    // Whole or not there: the server looks at any moment.
    await writeFile(`${this.#fullDisk}.draft`, how);
    await rename(`${this.#fullDisk}.draft`, this.#fullDisk);
  }

  async freeDisk(): Promise<void> {
    await rm(this.#fullDisk, { force: true });
  }

  /** Sets the server's clock so much ahead of ours, its embedded database's with it. */
  async shiftClock(ms: number): Promise<void> {
    const applied = `${this.#clockShift}.applied`;
    await writeFile(this.#clockShift, String(ms));
    // What a process does before it looks would happen at the time before.
    while (this.isRunning && (await readFile(applied, 'utf8').catch(() => '0')) !== String(ms)) {
      await setTimeout(10);
    }
  }

  /** Resolves with its exit status when the process has ended; null when it was killed. */
  async ended(): Promise<number | null> {
    const child = this.#process;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child?.exitCode ?? null;
  }

  async restart(): Promise<void> {
    await rm(this.#trigger, { force: true });
    const scripts = [...FAULTS.map((name) => `tests/faults/${name}.ts`), KEEP_COMPILED];
    const preloaded = scripts.flatMap((path) => ['--import', pathToFileURL(resolve(path)).href]);
    const child = spawn(process.execPath, [...preloaded, 'build/process/index.js'], {
      env: {
        ...process.env,
        DIE_BEFORE_PUBLISH: this.#trigger,
        FULL_DISK: this.#fullDisk,
        CLOCK_SHIFT: this.#clockShift,
        DATA_DIR: this.folder,
        DEMO: 'off',
        LOG_LEVEL: 'error',
        ...this.#options.env,
        PORT: String(this.port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    await new Promise<void>((ready, reject) => {
      const read = (chunk: Buffer) => {
        this.#output += chunk.toString();
        if (chunk.toString().includes(READY)) ready();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => {
        reject(new Error(`The server ended with ${code} before it was ready:\n${this.#output}`));
      });
    });
  }

  /** As a power cut does: nothing is flushed, nobody is told. */
  async kill(): Promise<void> {
    this.#process?.kill('SIGKILL');
    await this.ended();
  }

  async remove(): Promise<void> {
    await this.kill();
    await this.freeDisk();
    await rm(this.#clockShift, { force: true });
    await rm(`${this.#clockShift}.applied`, { force: true });
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
