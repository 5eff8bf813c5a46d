/**
 * Builds the product into build/: `node scripts/build.ts`. With `--if-stale` it builds only when a
 * source file has changed since the last build.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PROCESS_ENTRIES } from './installation-parts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = join(root, 'build/client');
const stampFile = join(root, 'build/stamp');
const COMPRESSIBLE = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);

// Modules that only a build needs are imported later, because most starts find a fresh build.
const stamp = hashSources();
const isFresh = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
if (!process.argv.includes('--if-stale') || !isFresh) await build();

async function build(): Promise<void> {
  console.log('Building …');
  await run([findReactRouter(), 'build']);
  // Runs in parallel with the rest, but only after React Router's build has emptied the folder.
  const image = run([join(root, 'scripts/database-image.ts'), join(root, 'build/database')]);
  const { bundleProcess } = await import('./bundle-process.ts');
  await bundleProcess(root);
  compress(client);
  await image;
  // Written last, so that an interrupted build counts as stale.
  writeFileSync(stampFile, stamp);
}

async function run(command: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  if (status !== 0) process.exit(status ?? 1);
}

function findReactRouter(): string {
  const manifest = createRequire(import.meta.url).resolve('@react-router/dev/package.json');
  return join(dirname(manifest), 'bin.cjs');
}

/**
 * Hashes the contents of all inputs of the build; modification times would make a fresh clone
 * stale.
 */
function hashSources(): string {
  const hash = createHash('sha256');
  for (const place of [
    'app',
    'content',
    'db',
    'examples',
    'server',
    'public',
    'package-lock.json',
    'react-router.config.ts',
    'vite.config.ts',
    'scripts/browser-licenses.ts',
    'scripts/build.ts',
    'scripts/bundle-process.ts',
    'scripts/bundle-script.ts',
    'scripts/fetch-then-import.ts',
    'scripts/inline-script.ts',
    'scripts/license-texts',
    'scripts/messages.ts',
    'scripts/pdf-files.ts',
    'scripts/px-to-rem.ts',
    'scripts/service-worker.ts',
    'scripts/third-party-licenses.ts',
    'scripts/database-image.ts',
    'scripts/escape-unicode.ts',
    'scripts/explain-refusals.ts',
    'scripts/installation-parts.ts',
    ...Object.values(PROCESS_ENTRIES),
  ]) {
    for (const file of filesIn(join(root, place))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function filesIn(place: string): string[] {
  if (!existsSync(place)) return [];
  if (extname(place) !== '') return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((dirEntry) => dirEntry.isFile())
    .map((dirEntry) => join(dirEntry.parentPath, dirEntry.name))
    .sort();
}

function compress(folder: string): void {
  for (const file of filesIn(folder)) {
    if (!COMPRESSIBLE.has(extname(file))) continue;
    const plain = readFileSync(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(plain, { params }));
    writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
  }
}
