/**
 * Builds the product into build/: `node scripts/build.ts`, or with `--if-stale` only when a
 * source file changed since the last build.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { drawAllPictures } from '../studio/draw-all-pictures.ts';
import { drawPagePictures } from '../studio/draw-page-pictures.ts';
import { bundleProcess } from './bundle-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = join(root, 'build/client');
const stampFile = join(root, 'build/stamp');
const COMPRESSIBLE = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);

const stamp = hashSources();
const isFresh = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
if (!process.argv.includes('--if-stale') || !isFresh) await build();

async function build(): Promise<void> {
  console.log('Building …');
  const reactRouter = createRequire(import.meta.url).resolve('@react-router/dev/package.json');
  const { status } = spawnSync(process.execPath, [join(dirname(reactRouter), 'bin.cjs'), 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
  await bundleProcess(root);
  for (const [path, svg] of [...drawAllPictures(), ...drawPagePictures()]) {
    const file = join(client, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, svg);
  }
  compress(client);
  // Written last: a build that was interrupted counts as stale.
  writeFileSync(stampFile, stamp);
}

/** Everything the build reads; their content, not their dates, so that a fresh clone is stable. */
function hashSources(): string {
  const hash = createHash('sha256');
  for (const place of [
    'app',
    'content',
    'db',
    'examples',
    'server',
    'studio',
    'public',
    'package-lock.json',
    'react-router.config.ts',
    'vite.config.ts',
    'scripts/build.ts',
    'scripts/bundle-process.ts',
    'scripts/inline-script.ts',
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
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Lays a brotli and a gzip copy beside each text file, at the best quality there is. */
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
