import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { putPrefix } from '../app/platform/address-language.ts';
import { PREFIXES } from '../app/platform/local-address.ts';
import { systemClock, type Clock } from '../app/platform/clock.ts';
import type { RequestInfo } from '../app/app-context.ts';
import { pageOfPath } from '../app/shop/pages/readable-search.ts';
import { replaceNonce, RESOURCE_POLICY } from './security-headers.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export interface CachedPage {
  readonly status: 200 | 404 | 410;
  readonly plain: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer>;
  readonly gzip: Buffer<ArrayBuffer>;
  readonly etag: string;
  readonly policy: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly route: string;
}

export interface PageCacheOptions {
  readonly clock: Clock;
  /** The maximum age of a page, in case a change was not announced. */
  readonly maxAgeMs: number;
}

export const UNKNOWN_ROUTE = 'none';

/** Several times the number of real pages, to bound the memory for any paths. */
const MAX_PAGES = 1000;
/**
 * The limit for variants of pages, such as filters and pages of reviews, in all their encodings.
 */
const MAX_VARIANT_BYTES = 32 * 1024 * 1024;
/** The limit per page, so that invented variants of one page cannot evict other pages. */
const MAX_KEYS_OF_PAGE = 50;
/** After this many hits, maximum compression is worth a third of a second of idle CPU time. */
const HITS_OF_POPULAR = 3;

export type Rendered = { readonly keep: CachedPage } | { readonly pass: Response };

interface CacheEntry {
  page: CachedPage;
  readonly until: number;
  hits: number;
}

/**
 * The page cache: public pages, rendered once and stored compressed until they change. Requests
 * share a rendering; a page dropped meanwhile is served but not cached. Keys are the path, or that
 * of its data, and the query of a variant (`canonicalSearch`); `drop` removes them all.
 */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #pages = new Map<string, CacheEntry>();
  /** An LRU order: the least recently used variant comes first. */
  readonly #variants = new Map<string, CacheEntry>();
  #variantBytes = 0;
  readonly #keysOf = new Map<string, Set<string>>();
  readonly #rendering = new Map<string, Promise<Rendered>>();
  readonly #popular = new Set<string>();
  #generation = 0;
  readonly counts = { hits: 0, misses: 0, drops: 0 };

  constructor(options: PageCacheOptions = { clock: systemClock, maxAgeMs: Infinity }) {
    this.#options = options;
  }

  get(key: string): CachedPage | undefined {
    const cached = this.#peek(key);
    if (!cached) return undefined;
    this.counts.hits += 1;
    cached.hits += 1;
    if (this.#variants.delete(key)) this.#variants.set(key, cached);
    if (cached.hits === HITS_OF_POPULAR) this.#popular.add(key);
    return cached.page;
  }

  /**
   * Returns the cached page, joins a running rendering, or renders. A response to pass on belongs
   * to the caller.
   */
  async render(key: string, render: () => Promise<Rendered>): Promise<Rendered> {
    const cached = this.#peek(key);
    if (cached) return { keep: cached.page };
    const inProgress = this.#rendering.get(key);
    if (inProgress) {
      // The request that began the rendering may have disconnected or been refused, which must not
      // affect other requests.
      const rendered = await inProgress.catch(() => undefined);
      if (!rendered) return this.render(key, render);
      return 'keep' in rendered ? rendered : render();
    }
    const generation = this.#generation;
    const rendering = render();
    this.#rendering.set(key, rendering);
    try {
      const rendered = await rendering;
      if ('keep' in rendered) {
        this.counts.misses += 1;
        if (generation === this.#generation) this.#keep(key, rendered.keep);
      }
      return rendered;
    } finally {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key);
    }
  }

  drop(path: string): void {
    this.#generation += 1;
    const owners = new Set(PREFIXES.map((prefix) => putPrefix(prefix, path)));
    for (const key of [...owners].flatMap((owner) => [...(this.#keysOf.get(owner) ?? [])])) {
      this.#forget(key);
      this.counts.drops += 1;
    }
    // Later requests must not join a rendering that began before the change.
    for (const key of this.#rendering.keys()) {
      if (owners.has(ownerOf(key))) this.#rendering.delete(key);
    }
  }

  /** For changes that may affect any page. */
  dropAll(): void {
    this.#generation += 1;
    this.counts.drops += this.#pages.size + this.#variants.size;
    this.#pages.clear();
    this.#variants.clear();
    this.#variantBytes = 0;
    this.#keysOf.clear();
    this.#popular.clear();
    this.#rendering.clear();
  }

  /**
   * Recompresses one popular page with maximum compression off the main thread, while the larger
   * version is still served. Returns false when there is none.
   */
  async compressOne(): Promise<boolean> {
    const [key] = this.#popular;
    if (key === undefined) return false;
    this.#popular.delete(key);
    const page = this.#peek(key)?.page;
    if (!page) return true;
    const br = await compress(page.plain, SMALLEST);
    const cached = this.#peek(key);
    if (cached?.page !== page || br.byteLength >= page.br.byteLength) return true;
    cached.page = { ...page, br };
    if (isVariant(key)) this.#variantBytes += br.byteLength - page.br.byteLength;
    return true;
  }

  #peek(key: string): CacheEntry | undefined {
    const cached = this.#pages.get(key) ?? this.#variants.get(key);
    return cached && this.#options.clock.now().getTime() < cached.until ? cached : undefined;
  }

  #keep(key: string, page: CachedPage): void {
    const { clock, maxAgeMs } = this.#options;
    this.#forget(key);
    const cached = { page, until: clock.now().getTime() + maxAgeMs, hits: 0 };
    const owner = ownerOf(key);
    const keys = (this.#keysOf.get(owner) ?? new Set<string>()).add(key);
    this.#keysOf.set(owner, keys);
    if (isVariant(key)) {
      this.#variants.set(key, cached);
      this.#variantBytes += bytesOf(page);
    } else {
      this.#pages.set(key, cached);
    }
    if (keys.size > MAX_KEYS_OF_PAGE) {
      const oldest = [...keys].find(isVariant);
      if (oldest !== undefined) this.#forget(oldest);
    }
    if (this.#pages.size > MAX_PAGES) this.#forgetOldest(this.#pages);
    while (this.#variantBytes > MAX_VARIANT_BYTES) this.#forgetOldest(this.#variants);
  }

  #forgetOldest(entries: ReadonlyMap<string, CacheEntry>): void {
    const [oldest] = entries.keys();
    if (oldest !== undefined) this.#forget(oldest);
  }

  #forget(key: string): void {
    this.#pages.delete(key);
    const variant = this.#variants.get(key);
    if (variant) this.#variantBytes -= bytesOf(variant.page);
    this.#variants.delete(key);
    this.#popular.delete(key);
    const owner = ownerOf(key);
    const keys = this.#keysOf.get(owner);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOf.delete(owner);
  }
}

function isVariant(key: string): boolean {
  return key.includes('?');
}

function ownerOf(key: string): string {
  const end = key.indexOf('?');
  return pageOfPath(end === -1 ? key : key.slice(0, end));
}

function bytesOf({ plain, br, gzip: zipped }: CachedPage): number {
  return plain.byteLength + br.byteLength + zipped.byteLength;
}

/**
 * Only responses that declare themselves public are cached; see the `headers` of the public routes.
 */
export function isKeepable(response: Response): boolean {
  // A hidden service answers 410 with a page that is the same for everybody.
  const isThere = isWhole(response) || (response.status === 410 && !hasCookie(response));
  return isThere && (response.headers.get('Cache-Control') ?? '').includes('public');
}

/** Accepts a page that is cached only for visitors without a session. */
export function isWhole(response: Response): boolean {
  return response.status === 200 && !hasCookie(response);
}

/** Accepts a 404 page, which is the same for everybody; see `nameMissingPage`. */
export function isKeepableMissing(response: Response): boolean {
  return response.status === 404 && !hasCookie(response);
}

function hasCookie(response: Response): boolean {
  return response.headers.has('Set-Cookie');
}

/** Brotli quality 11 takes a third of a second for a page; 5 takes a hundredth. */
const AT_ONCE = 5;
const SMALLEST = 11;

export async function keep(
  response: Response,
  { nonce, route = UNKNOWN_ROUTE }: Pick<RequestInfo, 'nonce' | 'route'>,
): Promise<CachedPage> {
  const { page, policy } = replaceNonce(await response.text(), nonce);
  const plain = Buffer.from(page);
  const [br, zipped] = await Promise.all([compress(plain, AT_ONCE), gzipped(plain)]);
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => name !== 'content-length'),
  );
  const status = response.status === 404 || response.status === 410 ? response.status : 200;
  const isHtml = response.headers.get('Content-Type')?.startsWith('text/html');
  return {
    status,
    plain,
    br,
    gzip: zipped,
    etag: etagOf(plain),
    policy: isHtml ? policy : RESOURCE_POLICY,
    headers,
    route,
  };
}

/** The hash of the content, independent of its encoding. */
export function etagOf(plain: Buffer): string {
  return `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
}

function compress(plain: Buffer, quality: number): Promise<Buffer<ArrayBuffer>> {
  return brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
    },
  });
}
