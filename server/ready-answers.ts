import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
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

/** What lies ready for a request, if anything does. It costs a look into two maps. */
export type FindReadyAnswer = (request: Asked) => ReadyAnswer | undefined;

/** `common` are the headers every answer of this server has. */
export function createReadyAnswers(
  assets: ReadonlyMap<string, Asset>,
  pages: KeptPages,
  common: Readonly<Record<string, string>>,
): FindReadyAnswer {
  return ({ method, url = '', headers }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const end = url.indexOf('?');
    const asset = assets.get(end === -1 ? url : url.slice(0, end));
    if (asset) return answerWithAsset(asset, headers, common);
    // A query may change what a page shows: only the page without one is kept.
    const page = end === -1 ? pages.get(url) : undefined;
    return page && answerWithPage(page, headers, common);
  };
}

/** Ahead of everything else, because most requests of a shop end here. */
export function sendReadyAnswer(response: ServerResponse, answer: ReadyAnswer): void {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

/** A page that was rendered before. */
export function answerWithPage(
  page: KeptPage,
  asked: IncomingHttpHeaders,
  common: Readonly<Record<string, string>> = {},
): ReadyAnswer {
  const headers = { ...common, ...page.headers, 'Content-Security-Policy': page.policy };
  return { ...compressed(page, asked, headers), route: page.route };
}

const CACHING: Readonly<Record<Asset['caching'], string>> = {
  'for-ever': 'public, max-age=31536000, immutable',
  'for-a-day': 'public, max-age=86400, stale-while-revalidate=604800',
  'ask-first': 'no-cache',
};

/** A built file; videos in parts, which Safari insists on. */
function answerWithAsset(
  asset: Asset,
  asked: IncomingHttpHeaders,
  common: Readonly<Record<string, string>>,
): ReadyAnswer {
  const headers = {
    ...common,
    'Content-Security-Policy': RESOURCE_POLICY,
    'Content-Type': asset.type,
    'Cache-Control': CACHING[asset.caching],
  };
  const range = asset.type.startsWith('video/') ? asked.range : undefined;
  const answer = range ? partOf(asset, range, headers) : compressed(asset, asked, headers);
  return { ...answer, route: 'file' };
}

type Unnamed = Omit<ReadyAnswer, 'route'>;

interface Encodings {
  readonly etag: string;
  readonly plain: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer> | undefined;
  readonly gzip: Buffer<ArrayBuffer> | undefined;
}

function compressed(
  body: Encodings,
  asked: IncomingHttpHeaders,
  headers: Readonly<Record<string, string>>,
): Unnamed {
  const caching = { ...headers, ETag: body.etag, Vary: 'Accept-Encoding' };
  if (asked['if-none-match']?.includes(body.etag)) {
    return { status: 304, headers: caching, body: null };
  }
  const accepted = asked['accept-encoding'] ?? '';
  const encoding = ENCODINGS.find(
    (candidate) => body[candidate] !== undefined && accepts(accepted, candidate),
  );
  const bytes = (encoding && body[encoding]) ?? body.plain;
  return {
    status: 200,
    headers: {
      ...caching,
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
      'Content-Length': String(bytes.byteLength),
    },
    body: bytes,
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
function partOf(asset: Asset, range: string, headers: Readonly<Record<string, string>>): Unnamed {
  const size = asset.plain.byteLength;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)/.exec(range) ?? [];
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if ((from === '' && to === '') || start > end) {
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${size}` }, body: null };
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
  };
}
