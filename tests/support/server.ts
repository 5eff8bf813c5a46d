import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const READY = 'is ready';

/** A server of the built product on a data folder of its own, which a test may kill and restart. */
export class TestServer {
  readonly origin: string;
  readonly folder: string;
  readonly #trigger: string;
  readonly #port: number;
  #process: ChildProcess | undefined;
  #output = '';

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.#trigger = join(folder, 'die-before-publish');
    this.#port = port;
    this.origin = `http://localhost:${port}`;
  }

  static async start(template: string): Promise<TestServer> {
    const folder = await mkdtemp(join(tmpdir(), 'embarka-e2e-'));
    await cp(template, folder, { recursive: true });
    const server = new TestServer(folder, await freePort());
    await server.restart();
    return server;
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

  /** Resolves when the process has ended, however it came to that. */
  async ended(): Promise<void> {
    const child = this.#process;
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  async restart(): Promise<void> {
    await rm(this.#trigger, { force: true });
    const fault = pathToFileURL(resolve('tests/faults/die-before-publish.ts')).href;
    const child = spawn(process.execPath, ['--import', fault, 'server/index.ts'], {
      env: {
        ...process.env,
        DIE_BEFORE_PUBLISH: this.#trigger,
        DATA_DIR: this.folder,
        DEMO: 'off',
        LOG_LEVEL: 'error',
        PORT: String(this.#port),
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
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
