import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/server.ts';

/** A machine of 512 MB less what the system itself takes; see docs/operations.md. */
const MOST_MEMORY_MB = 430;
/** V8 limits its heap to this on such a machine. On a larger one it collects garbage later and needs more memory. */
const SMALL_MACHINE_HEAP_MB = 268;

let scratch: string;
let unpacked: string;
const folder = (name: string) => join(scratch, name);

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'embarka-package-'));
  const packed = spawnSync(process.execPath, ['scripts/package.ts'], { encoding: 'utf8' });
  const archive = packed.stdout.trim().split('\n').at(-1) ?? '';
  const unpacking = spawnSync('tar', ['-xzf', archive, '-C', scratch]);
  if (unpacking.status !== 0) throw new Error(`There is no archive: ${packed.stderr}`);
  const [name = ''] = readdirSync(scratch);
  unpacked = folder(name);
}, 300_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** As on a machine that has Node and nothing else of ours. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, DATA_DIR: folder('data'), ...more };
}

test('the archive starts in an empty folder, answers, and takes what a small machine has', async () => {
  const port = await freePort();
  const child = spawn('./start.sh', {
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
  await new Promise<void>((ready, failed) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('is ready')) ready();
    });
    child.once('close', () => failed(new Error(said)));
  });
  try {
    const ask = (path: string) => fetch(`http://localhost:${port}${path}`);
    expect((await ask('/health/ready')).status).toBe(200);
    const home = await (await ask('/')).text();
    const [script = ''] = /\/assets\/[\w-]+\.js/.exec(home) ?? [];
    expect((await ask(script)).status).toBe(200);
    expect(await (await ask('/services')).text()).toContain('Video');
    expect(said).toContain('henrik.dahl@embarka.example');
    expect(peakMemoryMb(child.pid ?? 0)).toBeLessThan(MOST_MEMORY_MB);
    const backup = run('backup', ['--to', folder('backup.tar.gz')]);
    expect(backup.stdout, `It said: ${backup.stderr}`).toMatch(/backup\.tar\.gz\n\d+ rows as of/);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
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
  for (const name of ['LICENSE', 'README.md', 'docs/operations.md', 'deploy/embarka.service']) {
    expect(existsSync(join(unpacked, name))).toBe(true);
  }
  const licences = readFileSync(join(unpacked, 'build/process/licenses.md'), 'utf8');
  for (const name of ['drizzle-orm', 'react-dom', 'better-auth']) expect(licences).toContain(name);
  expect(readdirSync(join(unpacked, 'build/database'))).toHaveLength(1);
  expect(existsSync(join(unpacked, 'node_modules/socket.io/package.json'))).toBe(true);
  for (const name of ['node_modules/vite', 'node_modules/react', 'tests', 'app']) {
    expect(existsSync(join(unpacked, name))).toBe(false);
  }
});

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, [`build/process/${command}.js`, ...args], {
    cwd: unpacked,
    env: environment(env),
    encoding: 'utf8',
  });
}

/** Where the system tells it; elsewhere nothing is known. */
function peakMemoryMb(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
