import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { CachedPage } from './page-cache.ts';

export interface CachedResponse {
  readonly status: 200 | 206 | 301 | 304 | 404 | 410 | 416 | 429;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer> | null;
  /** The label in the metrics: the pattern of a page's route, 'file' or 'redirect'. */
  readonly route: string;
}

export interface Body {
  /**
   * Missing pages get no 304, because they have no state that a browser could validate (RFC 9110,
   * 13.2.1).
   */
  readonly status?: 200 | 404 | 410;
  readonly etag: string;
  readonly plain: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer> | undefined;
  readonly gzip: Buffer<ArrayBuffer> | undefined;
  readonly route?: string;
}

/** The encodings of a body; 'known' is a 304. */
type Form = (typeof ENCODINGS)[number] | 'plain' | 'known';

export function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: CachedResponse,
  own?: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, ...own });
  response.end(body);
}

/**
 * Caches the headers of each answer with its body, because the same answers are sent thousands of
 * times per second.
 */
export class Answers<B extends Body> {
  readonly #headersOf: (body: B) => Readonly<Record<string, string>>;
  readonly #made = new WeakMap<B, Map<Form, CachedResponse>>();

  constructor(headersOf: (body: B) => Readonly<Record<string, string>>) {
    this.#headersOf = headersOf;
  }

  answer(body: B, asked: IncomingHttpHeaders): CachedResponse {
    const form = formFor(body, asked);
    let made = this.#made.get(body);
    if (!made) this.#made.set(body, (made = new Map()));
    let answer = made.get(form);
    if (!answer) made.set(form, (answer = makeAnswer(body, form, this.#headersOf(body))));
    return answer;
  }
}

export function formFor(body: Body, asked: IncomingHttpHeaders): Form {
  if ((body.status ?? 200) === 200 && asked['if-none-match']?.includes(body.etag)) return 'known';
  const accepted = asked['accept-encoding'] ?? '';
  const encoding = ENCODINGS.find(
    (candidate) => body[candidate] !== undefined && accepts(accepted, candidate),
  );
  return encoding ?? 'plain';
}

export function makeAnswer(
  body: Body,
  form: Form,
  headers: Readonly<Record<string, string>>,
): CachedResponse {
  const { status = 200 } = body;
  const etag: Record<string, string> = status !== 200 ? {} : { ETag: body.etag };
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

/** Returns true when an Accept-Encoding header names this encoding without refusing it by 'q=0'. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((entry) => {
    const [name, quality = ''] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !/^q=0(\.0*)?$/.test(quality);
  });
}

export function headersOfPage(page: CachedPage): Readonly<Record<string, string>> {
  const caching = page.headers['cache-control'] ?? 'no-store';
  return { ...page.headers, 'cache-control': caching, 'Content-Security-Policy': page.policy };
}

export function answerWithPage(page: CachedPage, asked: IncomingHttpHeaders): CachedResponse {
  return makeAnswer(page, formFor(page, asked), headersOfPage(page));
}
