import { execFileSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './server.ts';

export type Shutdown = 'fast' | 'immediate';

/** A PostgreSQL server of the test's own, made from what is installed, to be stopped at will. */
export class OwnPostgres {
  readonly url: string;
  readonly #bin: string;
  readonly #folder: string;
  readonly #port: number;

  private constructor(bin: string, folder: string, port: number) {
    this.#bin = bin;
    this.#folder = folder;
    this.#port = port;
    this.url = `postgres://embarka@127.0.0.1:${port}/postgres`;
  }

  /** Undefined where PostgreSQL is not installed, or nobody is there to run it as. */
  static async start(): Promise<OwnPostgres | undefined> {
    const bin = findBinaries();
    if (!bin) return undefined;
    const root = mkdtempSync(join(tmpdir(), 'embarka-postgres-'));
    const server = new OwnPostgres(bin, root, await freePort());
    if (isRoot()) {
      const of = (option: string) => Number(execFileSync('id', [option, 'postgres']).toString());
      chownSync(root, of('-u'), of('-g'));
    }
    server.#run('initdb', '--auth=trust', '--username=embarka', '--encoding=UTF8', '--no-sync');
    server.start();
    return server;
  }

  start(): void {
    const options = `-p ${this.#port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
    this.#run('pg_ctl', '-w', '-l', join(this.#folder, 'log'), '-o', options, 'start');
  }

  stop(how: Shutdown): void {
    this.#run('pg_ctl', '-w', '-m', how, 'stop');
  }

  remove(): void {
    try {
      this.stop('immediate');
    } catch {
      // It was stopped already.
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, ...args: string[]): void {
    const command = [join(this.#bin, program), '-D', join(this.#folder, 'data'), ...args];
    const [file = '', ...rest] = isRoot()
      ? ['runuser', '-u', 'postgres', '--', ...command]
      : command;
    execFileSync(file, rest, { stdio: 'ignore', cwd: '/' });
  }
}

/** PostgreSQL refuses to run as the administrator. */
function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function findBinaries(): string | undefined {
  const [found] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  if (!found || !isRoot()) return found;
  try {
    execFileSync('runuser', ['-u', 'postgres', '--', 'true'], { stdio: 'ignore' });
    return found;
  } catch {
    return undefined;
  }
}
