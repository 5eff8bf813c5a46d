import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { replaceNonce } from './security-headers.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export interface KeptPage {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  readonly policy: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Several times the pages there are: memory stays bounded whatever paths are asked for. */
const MAX_PAGES = 1000;

/** What rendering gives: a page to keep, or an answer to pass on as it is. */
export type Rendered = { readonly keep: KeptPage } | { readonly pass: Response };

/**
 * Public pages, rendered once and kept compressed until something on them changes. One request
 * renders, the others wait for it; a page that was dropped meanwhile is answered but not kept.
 */
export class KeptPages {
  readonly #pages = new Map<string, KeptPage>();
  readonly #rendering = new Map<string, Promise<Rendered>>();
  #generation = 0;

  get(path: string): KeptPage | undefined {
    return this.#pages.get(path);
  }

  /** Renders, or joins a rendering under way. An answer to pass on is the caller's copy. */
  async render(path: string, render: () => Promise<Rendered>): Promise<Rendered> {
    const underWay = this.#rendering.get(path);
    if (underWay) {
      const rendered = await underWay;
      return 'keep' in rendered ? rendered : render();
    }
    const generation = this.#generation;
    const rendering = render();
    this.#rendering.set(path, rendering);
    try {
      const rendered = await rendering;
      if ('keep' in rendered && generation === this.#generation) {
        this.#keep(path, rendered.keep);
      }
      return rendered;
    } finally {
      if (this.#rendering.get(path) === rendering) this.#rendering.delete(path);
    }
  }

  drop(path: string): void {
    this.#generation += 1;
    this.#pages.delete(path);
    // Requests from now on must not join a rendering that began before the change.
    this.#rendering.delete(path);
  }

  #keep(path: string, page: KeptPage): void {
    this.#pages.set(path, page);
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

export async function keep(response: Response, nonce: string): Promise<KeptPage> {
  const { page, policy } = replaceNonce(await response.text(), nonce);
  const plain = Buffer.from(page);
  const [br, zipped] = await Promise.all([
    // Quality 11 takes a third of a second for a page; 5 takes a hundredth.
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzipped(plain),
  ]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, br, gzip: zipped, etag, policy, headers: Object.fromEntries(response.headers) };
}
