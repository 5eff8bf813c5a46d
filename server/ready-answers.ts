import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { readableSearch } from '../app/routes/public/page-queries.ts';
import type { Asset } from './assets.ts';
import type { KeptPage, KeptPages } from './kept-pages.ts';
import { RESOURCE_POLICY } from './security-headers.ts';

// Answers that lie ready in memory.

export interface ReadyAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer> | null;
  /** What it is counted as: the pattern of a page's route, or 'file'. */
  readonly route: string;
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** What lies ready for a request, if anything does. It costs a look into a few maps. */
export type FindReadyAnswer = (request: Asked) => ReadyAnswer | undefined;

/** `common` are the headers every answer of this server has. */
export function createReadyAnswers(
  assets: ReadonlyMap<string, Asset>,
  pages: KeptPages,
  common: Readonly<Record<string, string>>,
): FindReadyAnswer {
  const answerAssets = new Answers<Asset>((asset) => ({ ...common, ...headersOfAsset(asset) }));
  const answerPages = new Answers<KeptPage>((page) => ({ ...common, ...headersOfPage(page) }));
  return ({ method, url = '', headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const end = url.indexOf('?');
    const path = end === -1 ? url : url.slice(0, end);
    const asset = assets.get(path);
    if (asset) {
      const range = asset.type.startsWith('video/') ? headers.range : undefined;
      return range
        ? partOf(asset, range, { ...common, ...headersOfAsset(asset) })
        : answerAssets.answer(asset, headers);
    }
    // A query that a page reads changes what it shows: only the page without one is kept.
    const isBare = end === -1 || readableSearch(path, url.slice(end)) === '';
    const page = isBare ? pages.get(path) : undefined;
    return page && answerPages.answer(page, headers);
  };
}

/** A page that was rendered before. */
export function answerWithPage(page: KeptPage, asked: IncomingHttpHeaders): ReadyAnswer {
  return makeAnswer(page, formFor(page, asked), headersOfPage(page));
}

const CACHING: Readonly<Record<Asset['caching'], string>> = {
  'for-ever': 'public, max-age=31536000, immutable',
  'for-a-day': 'public, max-age=86400, stale-while-revalidate=604800',
  'ask-first': 'no-cache',
};

function headersOfPage(page: KeptPage): Readonly<Record<string, string>> {
  return { ...page.headers, 'Content-Security-Policy': page.policy };
}

function headersOfAsset(asset: Asset): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': RESOURCE_POLICY,
    'Content-Type': asset.type,
    'Cache-Control': CACHING[asset.caching],
  };
}

interface Body {
  readonly etag: string;
  readonly plain: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer> | undefined;
  readonly gzip: Buffer<ArrayBuffer> | undefined;
  readonly route?: string;
}

/** The forms a body is answered in; 'known' is the word that the client has it already. */
type Form = (typeof ENCODINGS)[number] | 'plain' | 'known';

/** The same answers are given thousands of times a second: each is made once and kept with its body. */
class Answers<B extends Body> {
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
  if (asked['if-none-match']?.includes(body.etag)) return 'known';
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
  const caching = { ...headers, ETag: body.etag, Vary: 'Accept-Encoding' };
  const route = body.route ?? 'file';
  if (form === 'known') return { status: 304, headers: caching, body: null, route };
  const bytes = body[form] ?? body.plain;
  return {
    status: 200,
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
