import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { systemClock, type Clock } from '../app/platform/clock.ts';
import type { RequestInfo } from '../app/host.ts';
import { replaceNonce } from './security-headers.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export interface KeptPage {
  readonly plain: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer>;
  readonly gzip: Buffer<ArrayBuffer>;
  readonly etag: string;
  readonly policy: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The pattern of the route that rendered it. */
  readonly route: string;
}

export interface KeptPagesOptions {
  readonly clock: Clock;
  /** After so long a page is rendered anew, whether or not anybody said that it changed. */
  readonly maxAgeMs: number;
}

/** The label of what no route answered. */
export const UNKNOWN_ROUTE = 'none';

/** Several times the pages there are: memory stays bounded whatever paths are asked for. */
const MAX_PAGES = 1000;

/** What rendering gives: a page to keep, or an answer to pass on as it is. */
export type Rendered = { readonly keep: KeptPage } | { readonly pass: Response };

/**
 * Public pages, rendered once and kept compressed until something on them changes. One request
 * renders, the others wait for it; a page that was dropped meanwhile is answered but not kept.
 */
export class KeptPages {
  readonly #options: KeptPagesOptions;
  readonly #pages = new Map<string, { readonly page: KeptPage; readonly until: number }>();
  readonly #rendering = new Map<string, Promise<Rendered>>();
  #generation = 0;
  /** Since the start of the process. */
  readonly counts = { hits: 0, misses: 0, drops: 0 };

  constructor(options: KeptPagesOptions = { clock: systemClock, maxAgeMs: Infinity }) {
    this.#options = options;
  }

  get(path: string): KeptPage | undefined {
    const page = this.#peek(path);
    if (page) this.counts.hits += 1;
    return page;
  }

  /** Gives what is kept, joins a rendering under way, or renders. An answer to pass on is the caller's copy. */
  async render(path: string, render: () => Promise<Rendered>): Promise<Rendered> {
    const kept = this.#peek(path);
    if (kept) return { keep: kept };
    const underWay = this.#rendering.get(path);
    if (underWay) {
      // Whoever began it may have gone, or found no room: that is no answer to anybody else.
      const rendered = await underWay.catch(() => undefined);
      if (!rendered) return this.render(path, render);
      return 'keep' in rendered ? rendered : render();
    }
    const generation = this.#generation;
    const rendering = render();
    this.#rendering.set(path, rendering);
    try {
      const rendered = await rendering;
      if ('keep' in rendered) {
        this.counts.misses += 1;
        if (generation === this.#generation) this.#keep(path, rendered.keep);
      }
      return rendered;
    } finally {
      if (this.#rendering.get(path) === rendering) this.#rendering.delete(path);
    }
  }

  drop(path: string): void {
    this.#generation += 1;
    if (this.#pages.delete(path)) this.counts.drops += 1;
    // Requests from now on must not join a rendering that began before the change.
    this.#rendering.delete(path);
  }

  /** When it is not known which pages changed. */
  dropAll(): void {
    this.#generation += 1;
    this.counts.drops += this.#pages.size;
    this.#pages.clear();
    this.#rendering.clear();
  }

  #peek(path: string): KeptPage | undefined {
    const kept = this.#pages.get(path);
    return kept && this.#options.clock.now().getTime() < kept.until ? kept.page : undefined;
  }

  #keep(path: string, page: KeptPage): void {
    const { clock, maxAgeMs } = this.#options;
    this.#pages.set(path, { page, until: clock.now().getTime() + maxAgeMs });
    if (this.#pages.size <= MAX_PAGES) return;
    const oldest = this.#pages.keys().next();
    if (!oldest.done) this.#pages.delete(oldest.value);
  }
}

/** Only a public page that says so itself is kept; see the `headers` of the public routes. */
export function isKeepable(response: Response): boolean {
  return (
    response.status === 200 &&
    (response.headers.get('Cache-Control') ?? '').includes('public') &&
    !response.headers.has('Set-Cookie')
  );
}

export async function keep(
  response: Response,
  { nonce, route = UNKNOWN_ROUTE }: Pick<RequestInfo, 'nonce' | 'route'>,
): Promise<KeptPage> {
  const { page, policy } = replaceNonce(await response.text(), nonce);
  const plain = Buffer.from(page);
  const [br, zipped] = await Promise.all([
    // Quality 11 takes a third of a second for a page; 5 takes a hundredth.
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzipped(plain),
  ]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const headers = Object.fromEntries(response.headers);
  return { plain, br, gzip: zipped, etag, policy, headers, route };
}
