import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { PageCache } from './page-cache.ts';

export interface Asset {
  readonly type: string;
  readonly etag: string;
  /** 'for-ever' for names with a hash of the content or a version. */
  readonly caching: 'for-ever' | 'for-a-day' | 'ask-first';
  readonly isForOthers?: boolean | undefined;
  readonly plain: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer> | undefined;
  readonly gzip: Buffer<ArrayBuffer> | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.bcmap': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.pfb': 'application/octet-stream',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The paths of the files begin with `prefix`. */
export function loadAssets(folder: string, prefix = '/'): ReadonlyMap<string, Asset> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((dirEntry) => dirEntry.isFile())
    .map((dirEntry) => join(dirEntry.parentPath, dirEntry.name));
  const present = new Set(files);
  const assets = new Map<string, Asset>();
  for (const file of files) {
    const type = TYPES[extname(file)];
    if (!type) continue;
    const plain = readFileSync(file);
    const compressed = (suffix: string) =>
      present.has(file + suffix) ? readFileSync(file + suffix) : undefined;
    const path = prefix + relative(folder, file).split(sep).join('/');
    assets.set(path, toAsset(path, type, plain, compressed('.br'), compressed('.gz')));
  }
  return assets;
}

/** The service worker's address never changes, and an old version must not outlive its server. */
const SERVICE_WORKER = '/service-worker.js';

/** Scripts that other sites embed: a version never changes, so that sites can pin its hash. */
const FOR_OTHERS = /^\/widget\/\d+\.js$/;

function cachingOf(path: string): Asset['caching'] {
  if (path.startsWith('/assets/') || FOR_OTHERS.test(path)) return 'for-ever';
  return path === SERVICE_WORKER ? 'ask-first' : 'for-a-day';
}

function toAsset(
  path: string,
  type: string,
  plain: Buffer<ArrayBuffer>,
  br?: Buffer<ArrayBuffer>,
  gzip?: Buffer<ArrayBuffer>,
): Asset {
  return {
    type,
    etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
    caching: cachingOf(path),
    isForOthers: FOR_OTHERS.test(path),
    plain,
    br,
    gzip,
  };
}

/** Compression runs only when the event loop was busy for less than this fraction of the time. */
const IDLE_BELOW = 0.5;

/**
 * A scheduled job that recompresses one cached page with maximum compression when the process is
 * idle, because a page takes a third of a second of CPU time.
 */
export function compressWhenIdle(
  pages: Pick<PageCache, 'compressOne'>,
  readUtilization: (since?: EventLoopUtilization) => EventLoopUtilization = (since) =>
    performance.eventLoopUtilization(since),
): () => Promise<void> {
  let last = readUtilization();
  return async () => {
    const { utilization } = readUtilization(last);
    last = readUtilization();
    if (utilization < IDLE_BELOW) await pages.compressOne();
  };
}
