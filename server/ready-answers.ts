import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { findCanonicalPath } from '../app/marketplace/canonical-path.ts';
import { isSecretAddress } from '../app/platform/secret-address.ts';
import type { Asset } from './assets.ts';
import type { KeptPage, KeptPages } from './kept-pages.ts';
import { keyOfPage } from './page-key.ts';
import { RESOURCE_POLICY } from './security-headers.ts';

// Answers that lie ready in memory.

export interface ReadyAnswer {
  readonly status: 200 | 206 | 301 | 304 | 404 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer> | null;
  /** What it is counted as: the pattern of a page's route, 'file' or 'redirect'. */
  readonly route: string;
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** What lies ready for a request, if anything does. It costs a look into a few maps. */
export type FindReadyAnswer = (request: Asked) => ReadyAnswer | undefined;

/** Something that is no page and no file. The same object for as long as it says the same. */
export interface Fact extends Body {
  readonly headers: Readonly<Record<string, string>>;
}

/** `common` are the headers every answer of this server has. */
export function createReadyAnswers(
  assets: ReadonlyMap<string, Asset>,
  pages: KeptPages,
  common: Readonly<Record<string, string>>,
): FindReadyAnswer {
  const answerAssets = new Answers<Asset>((asset) => ({ ...common, ...headersOfAsset(asset) }));
  const answerPages = new Answers<KeptPage>((page) => ({ ...common, ...headersOfPage(page) }));
  const noFile = { ...common, 'Content-Security-Policy': RESOURCE_POLICY, ...NO_FILE.headers };
  const answerNoFile = new Answers<Fact>(() => noFile);
  return ({ method, url = '', headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const end = url.indexOf('?');
    const path = end === -1 ? url : url.slice(0, end);
    const search = end === -1 ? '' : url.slice(end);
    const asset = assets.get(path);
    if (asset) {
      const range = asset.type.startsWith('video/') ? headers.range : undefined;
      return range
        ? partOf(asset, range, { ...common, ...headersOfAsset(asset) })
        : answerAssets.answer(asset, headers);
    }
    const page = findPage(pages, path, search, headers.cookie);
    if (page) return answerPages.answer(page, headers);
    return isMissingFile(path)
      ? answerNoFile.answer(NO_FILE, headers)
      : findRedirect(path, search, common);
  };
}

function findPage(
  pages: KeptPages,
  path: string,
  search: string,
  cookies: string | undefined,
): KeptPage | undefined {
  const bare = search === '' ? pages.get(path) : undefined;
  if (bare) return bare;
  const key = isMissingFile(path) ? undefined : keyOfPage(path, search, cookies);
  return key === undefined ? undefined : pages.get(key);
}

/** Whether a path that is none of our files looks like one: no page is rendered to say so. */
export function isMissingFile(path: string): boolean {
  return (
    /\.[a-z0-9]{2,11}$/i.test(path) && !/\.(data|xml|txt)$/.test(path) && !path.startsWith('/api/')
  );
}

/** Where another spelling of a page's address leads, with whatever else the address says. */
function findRedirect(
  path: string,
  search: string,
  common: Readonly<Record<string, string>>,
): ReadyAnswer | undefined {
  const canonical = findCanonicalPath(path);
  if (canonical === undefined || isSecretAddress({ pathname: path, search })) return undefined;
  const [page = '', ...place] = canonical.split(/(?=#)/);
  const query = search === '' ? '' : (URL.parse(search, 'http://localhost/')?.search ?? '');
  return {
    status: 301,
    headers: {
      ...common,
      'Content-Security-Policy': RESOURCE_POLICY,
      'Cache-Control': 'no-store',
      'Content-Length': '0',
      Location: page + query + place.join(''),
    },
    body: NOTHING,
    route: 'redirect',
  };
}

const NOTHING = Buffer.alloc(0);

const NO_FILE: Fact = {
  status: 404,
  etag: '',
  plain: Buffer.from('Not found'),
  br: undefined,
  gzip: undefined,
  headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'no-store' },
  route: 'file',
};

/** A page that was rendered before. */
export function answerWithPage(page: KeptPage, asked: IncomingHttpHeaders): ReadyAnswer {
  return answerWith(page, asked, headersOfPage(page));
}

/** A body in the form that was asked for, with headers of this answer alone. */
export function answerWith(
  body: Body,
  asked: IncomingHttpHeaders,
  headers: Readonly<Record<string, string>>,
): ReadyAnswer {
  return makeAnswer(body, formFor(body, asked), headers);
}

const CACHING: Readonly<Record<Asset['caching'], string>> = {
  'for-ever': 'public, max-age=31536000, immutable',
  'for-a-day': 'public, max-age=86400, stale-while-revalidate=604800',
  'ask-first': 'no-cache',
};

function headersOfPage(page: KeptPage): Readonly<Record<string, string>> {
  const caching = page.headers['cache-control'] ?? 'no-store';
  return { ...page.headers, 'cache-control': caching, 'Content-Security-Policy': page.policy };
}

function headersOfAsset(asset: Asset): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': RESOURCE_POLICY,
    'Content-Type': asset.type,
    'Cache-Control': CACHING[asset.caching],
  };
}

interface Body {
  /** Missing pages have no state that a browser could hold (RFC 9110, 13.2.1). */
  readonly status?: 200 | 404;
  readonly etag: string;
  readonly plain: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer> | undefined;
  readonly gzip: Buffer<ArrayBuffer> | undefined;
  readonly route?: string;
}

/** The forms a body is answered in; 'known' is the word that the client has it already. */
type Form = (typeof ENCODINGS)[number] | 'plain' | 'known';

/** The same answers are given thousands of times a second: each is made once and kept with its body. */
export class Answers<B extends Body> {
  readonly #headersOf: (body: B) => Readonly<Record<string, string>>;
  readonly #made = new WeakMap<B, Map<Form, ReadyAnswer>>();

  constructor(headersOf: (body: B) => Readonly<Record<string, string>>) {
    this.#headersOf = headersOf;
  }

  answer(body: B, asked: IncomingHttpHeaders): ReadyAnswer {
    const form = formFor(body, asked);
    let made = this.#made.get(body);
    if (!made) this.#made.set(body, (made = new Map()));
    let answer = made.get(form);
    if (!answer) made.set(form, (answer = makeAnswer(body, form, this.#headersOf(body))));
    return answer;
  }
}

function formFor(body: Body, asked: IncomingHttpHeaders): Form {
  if (body.status !== 404 && asked['if-none-match']?.includes(body.etag)) return 'known';
  const accepted = asked['accept-encoding'] ?? '';
  const encoding = ENCODINGS.find(
    (candidate) => body[candidate] !== undefined && accepts(accepted, candidate),
  );
  return encoding ?? 'plain';
}

function makeAnswer(
  body: Body,
  form: Form,
  headers: Readonly<Record<string, string>>,
): ReadyAnswer {
  const { status = 200 } = body;
  const etag: Record<string, string> = status === 404 ? {} : { ETag: body.etag };
  const vary = headers.Vary === undefined ? '' : `${headers.Vary}, `;
  const caching = { ...headers, ...etag, Vary: `${vary}Accept-Encoding` };
  const route = body.route ?? 'file';
  if (form === 'known') return { status: 304, headers: caching, body: null, route };
  const bytes = body[form] ?? body.plain;
  return {
    status,
    headers: {
      ...caching,
      ...(form === 'plain' ? {} : { 'Content-Encoding': form }),
      'Content-Length': String(bytes.byteLength),
    },
    body: bytes,
    route,
  };
}

const ENCODINGS = ['br', 'gzip'] as const;

/** Whether an Accept-Encoding header names this encoding, and not to refuse it with 'q=0'. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((entry) => {
    const [name, quality = ''] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !/^q=0(\.0*)?$/.test(quality);
  });
}

/** One range of bytes (RFC 9110, 14); several at once are answered with the first. */
function partOf(
  asset: Asset,
  range: string,
  headers: Readonly<Record<string, string>>,
): ReadyAnswer {
  const size = asset.plain.byteLength;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)/.exec(range) ?? [];
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if ((from === '' && to === '') || start > end) {
    const none = { ...headers, 'Content-Range': `bytes */${size}` };
    return { status: 416, headers: none, body: null, route: 'file' };
  }
  const part = asset.plain.subarray(start, end + 1);
  return {
    status: 206,
    headers: {
      ...headers,
      ETag: asset.etag,
      'Accept-Ranges': 'bytes',
      'Content-Range': `bytes ${start}-${end}/${size}`,
      'Content-Length': String(part.byteLength),
    },
    body: part,
    route: 'file',
  };
}
