import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/server.ts';
import { localEntry, writeInChat, type LastingChat } from './lasting-chat.ts';

/** A machine of 512 MB less what the system itself takes; see docs/operations/capacity.md. */
const MOST_MEMORY_MB = 430;
/** V8 limits its heap to this on such a machine. On a larger one it collects garbage later and needs more memory. */
const SMALL_MACHINE_HEAP_MB = 268;
/** Where the commands of docs/operations/install.md keep the data. */
const DOCUMENTED_DATA = '/var/lib/embarka';

let scratch: string;
let unpacked: string;
let commands: Commands;
let chat: LastingChat | undefined;
const folder = (name: string) => join(scratch, name);

interface Commands {
  readonly unpack: string;
  readonly start: string;
}

/** The commands under 'From an archive'. */
function readCommands(): Commands {
  const page = readFileSync('docs/operations/install.md', 'utf8');
  const [, block = ''] = /## From an archive\n[^]*?```sh\n([^]*?)```/.exec(page) ?? [];
  const [unpack = '', start = ''] = block.split('\n').map((line) => line.replace(/ +#.*$/, ''));
  return { unpack, start };
}

interface Started {
  readonly port: number;
  readonly pid: number;
  said(): string;
  /** Sends SIGTERM and returns the exit status. */
  end(): Promise<number | null>;
}

const running = new Set<Started>();
afterEach(async () => {
  for (const each of running) await each.end();
});

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'embarka-package-'));
  commands = readCommands();
  const packed = spawnSync(process.execPath, ['scripts/package.ts'], { encoding: 'utf8' });
  const archive = packed.stdout.trim().split('\n').at(-1) ?? '';
  if (!existsSync(archive)) throw new Error(`There is no archive: ${packed.stderr}`);
  copyFileSync(archive, folder(basename(archive)));
  const unpacking = spawnSync('sh', ['-c', `${commands.unpack} && pwd`], {
    cwd: scratch,
    encoding: 'utf8',
  });
  if (unpacking.status !== 0) throw new Error(`${commands.unpack}: ${unpacking.stderr}`);
  unpacked = unpacking.stdout.trim();
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** As on a machine that has Node and nothing else of ours. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ...more };
}

/** Starts the product with the documented command, and waits until it says that it is ready. */
async function start(): Promise<Started> {
  const port = await freePort();
  const command = commands.start.replace(DOCUMENTED_DATA, folder('data'));
  const child = spawn('sh', ['-c', `exec env ${command}`], {
    cwd: unpacked,
    env: environment({
      PORT: String(port),
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `--max-heap-size=${SMALL_MACHINE_HEAP_MB}`,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const started: Started = {
    port,
    pid: child.pid ?? 0,
    said: () => said,
    async end() {
      running.delete(started);
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const [status] = (await exited) as [number | null];
      return status;
    },
  };
  running.add(started);
  await new Promise<void>((ready, failed) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('is ready')) ready();
    });
    child.once('close', () => {
      running.delete(started);
      failed(new Error(said));
    });
  });
  return started;
}

test('the documented commands name the archive of this version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(commands.unpack).toContain(`embarka-${version}.tar.gz`);
  expect(unpacked).toBe(folder(`embarka-${version}`));
  expect(commands.start).toContain(`DATA_DIR=${DOCUMENTED_DATA} `);
});

test('the archive starts in an empty folder, answers, and takes what a small machine has', async () => {
  const started = await start();
  const ask = (path: string) => fetch(`http://localhost:${started.port}${path}`);
  expect((await ask('/health/ready')).status).toBe(200);
  const home = await (await ask('/')).text();
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec(home) ?? [];
  expect((await ask(script)).status).toBe(200);
  expect(await (await ask('/services')).text()).toContain('Video');
  expect(started.said()).toContain('henrik.dahl@embarka.example');
  expect(peakMemoryMb(started.pid)).toBeLessThan(MOST_MEMORY_MB);
  chat = await writeInChat(localEntry(started.port), 'Is it still there after a restart?');
  const backup = run('backup', ['--to', folder('backup.tar.gz')]);
  expect(backup.stdout, `It said: ${backup.stderr}`).toMatch(/backup\.tar\.gz\n\d+ rows as of/);
  expect(await started.end()).toBe(0);
});

test('it starts again with everything that was written before', async () => {
  const started = await start();
  expect(await chat?.read(localEntry(started.port))).toEqual([
    'Is it still there after a restart?',
  ]);
  expect(await started.end()).toBe(0);
});

test('its style sheet names the licences of what browsers receive', async () => {
  const { port } = await start();
  const ask = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text();
  const [sheet = ''] = /\/assets\/public-[\w-]+\.css/.exec(await ask('/')) ?? [];
  const [, address = ''] = /^\/\*! Licences of the software on these pages: (\S+) \*\//m.exec(
    await ask(sheet),
  ) ?? [''];
  const licences = await ask(address);
  for (const name of ['react-dom', 'socket.io-client', 'pdfjs-dist', '@phosphor-icons/core']) {
    expect(licences).toMatch(new RegExp(`^${name} \\(`, 'm'));
  }
  expect(licences).toContain('SIL OPEN FONT LICENSE');
  // The server's packages are nobody's business.
  expect(licences).not.toMatch(/^(?:pg|better-auth) \(/m);
});

test('every command of an operator is in it and says how it is used', () => {
  const { scripts } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(Object.keys(scripts)).toEqual([
    'start',
    'account',
    'backup',
    'restore',
    'migrate:postgres',
  ]);
  expect(run('account', []).stderr).toContain('Usage: npm run account');
  expect(run('restore', []).stderr).toContain('Usage: npm run restore');
  expect(run('migrate-postgres', []).stderr).toContain('Set DATABASE_URL');
  const restored = run('restore', ['--from', folder('backup.tar.gz')], {
    DATA_DIR: folder('restored'),
  });
  expect(restored.stdout, `It said: ${restored.stderr}`).toContain('Verified rows');
});

test('what its authors and an operator want to read is in it, and nothing of development', () => {
  for (const name of [
    'LICENSE',
    'README.md',
    'docs/operations.md',
    'docs/operations/upgrade.md',
    'deploy/embarka.service',
  ]) {
    expect(existsSync(join(unpacked, name)), name).toBe(true);
  }
  expect(readdirSync(join(unpacked, 'build/database'))).toHaveLength(1);
  expect(existsSync(join(unpacked, 'node_modules/socket.io/package.json'))).toBe(true);
  for (const name of ['node_modules/vite', 'node_modules/react', 'tests', 'app']) {
    expect(existsSync(join(unpacked, name)), name).toBe(false);
  }
});

test('its licences and its SBOM name every package in it', () => {
  const notices = readFileSync(join(unpacked, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  const sbom = JSON.parse(readFileSync(join(unpacked, 'sbom.cdx.json'), 'utf8')) as {
    metadata: { component: { name: string; version: string } };
    components: readonly { name: string; version: string }[];
  };
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(sbom.metadata.component).toMatchObject({ name: 'embarka', version });
  const listed = new Set(sbom.components.map((each) => `${each.name} ${each.version}`));
  const inIt = [...bundledPackages(), ...packagesIn(join(unpacked, 'node_modules'))];
  expect(inIt.length).toBeGreaterThan(250);
  expect(inIt.filter((each) => !notices.includes(`\n${each} (`))).toEqual([]);
  expect(inIt.filter((each) => !listed.has(each))).toEqual([]);
});

/** The packages that the bundler found in the scripts of the process. */
function bundledPackages(): string[] {
  const written = readFileSync('build/process/licenses.md', 'utf8');
  return [...written.matchAll(/^## (\S+) - (\d\S+) \(/gm)].map(
    ([, name, version]) => `${name} ${version}`,
  );
}

function packagesIn(place: string): string[] {
  return readdirSync(place, { recursive: true })
    .map(String)
    .filter((path) => /^(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(place, path), 'utf8')) as {
        name: string;
        version: string;
      };
      return `${name} ${version}`;
    });
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, [`build/process/${command}.js`, ...args], {
    cwd: unpacked,
    env: environment({ DATA_DIR: folder('data'), ...env }),
    encoding: 'utf8',
  });
}

/** Where the system tells it; elsewhere nothing is known. */
function peakMemoryMb(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
