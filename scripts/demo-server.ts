import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The number of accounts in the start message; see db/demo/load.ts. */
const DEMO_ACCOUNTS = 6;

const root = fileURLToPath(new URL('..', import.meta.url));

/** The built product with demo data, in a temporary folder and on a free port. */
export interface DemoServer {
  readonly origin: string;
  /** The folder of the emails that were sent. */
  readonly mailFolder: string;
  passwordOf(email: string): string;
  close(): Promise<void>;
}

/** Builds if a source has changed, and starts a server for a command that opens pages. */
export async function startDemoServer(): Promise<DemoServer> {
  await runBuild();
  const folder = mkdtempSync(join(tmpdir(), 'embarka-demo-'));
  const port = await findFreePort();
  const child = spawn(process.execPath, ['build/process/index.js'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: folder, DEMO: 'on', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const passwords = await readPasswords(child);
  return {
    origin: `http://localhost:${port}`,
    mailFolder: join(folder, 'outbox'),
    passwordOf(email) {
      const password = passwords.get(email);
      if (!password) throw new Error(`No demo account has the email address ${email}`);
      return password;
    },
    async close() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function runBuild(): Promise<void> {
  const build = spawn(process.execPath, ['scripts/build.ts', '--if-stale'], {
    cwd: root,
    stdio: 'inherit',
  });
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The build failed');
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function readPasswords(child: ChildProcess): Promise<ReadonlyMap<string, string>> {
  return new Promise((ready, failed) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const accounts = [...output.matchAll(/^ +\w+ +(\S+@\S+) +(\S+)$/gm)];
      if (accounts.length >= DEMO_ACCOUNTS) {
        ready(new Map(accounts.map(([, email = '', password = '']) => [email, password])));
      }
    });
    child.once('exit', (code) => failed(new Error(`The server exited with ${code}:\n${output}`)));
  });
}
