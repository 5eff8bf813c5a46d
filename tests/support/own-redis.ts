import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from 'redis';
import { freePort } from './server.ts';

/** A Redis of the test's own that keeps nothing, as a cache is often run. */
export class OwnRedis {
  readonly url: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  /** Undefined where Redis is not installed. */
  static async start(): Promise<OwnRedis | undefined> {
    try {
      execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    } catch {
      return undefined;
    }
    const redis = new OwnRedis(await freePort());
    await redis.start();
    return redis;
  }

  async start(): Promise<void> {
    const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.#process = spawn('redis-server', ['--port', String(this.#port), ...settings], {
      stdio: 'ignore',
      cwd: '/',
    });
    const client = createClient({ url: this.url });
    client.on('error', () => {});
    await client.connect();
    client.destroy();
  }

  async kill(): Promise<void> {
    if (!this.#process || this.#process.exitCode !== null || this.#process.signalCode) return;
    this.#process.kill('SIGKILL');
    await once(this.#process, 'exit');
  }
}
