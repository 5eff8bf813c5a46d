import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp, type AppOptions } from './app.ts';
import { sendAnswer, Answers, type CachedResponse } from './answer-forms.ts';
import type { Asset } from './assets.ts';
import { UNKNOWN_ROUTE, etagOf } from './page-cache.ts';
import { FairQueue } from './fair-queue.ts';
import { createFileHandler } from './file-handler.ts';
import { tooLongHeader } from './header-limits.ts';
import { KnownRefusals } from './known-callers.ts';
import { createMediaHandler } from './media-handler.ts';
import { createMessageHandler } from './message-handler.ts';
import { createResponseCache, type Fact } from './response-cache.ts';
import { RequestBodies } from './request-bodies.ts';
import { securityHeaders, RESOURCE_POLICY } from './security-headers.ts';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Availability } from '../app/chat/protocol/views.ts';
import type { AppContext } from '../app/app-context.ts';
import { answerKnown, headersOfKnown } from '../app/api/server/answer-api.server.ts';
import type { ApiAnswer } from '../app/api/server/cached-answers.server.ts';
import { API_PATH, OPENAPI_PATH } from '../app/api/protocol/rules.ts';
import { AVAILABILITY_CACHING } from '../app/chat/http/visitor.ts';
import type { ViewCounts } from '../app/orders/server/report/view-counts.server.ts';
import { countView } from './count-view.ts';
import type { Metrics } from './metrics.ts';
import { createRequestInfoReader } from './request-info.ts';

const AVAILABILITY = '/chat/availability';
const CAPTCHA = '/captcha';

/** As in `app/api/http.ts`, for the metrics. */
const API_ROUTE = `${API_PATH}/*`;

interface Found {
  readonly answer: CachedResponse;
  /** Headers for this client; the rest of the answer is shared. */
  readonly own?: Readonly<Record<string, string>>;
}

/** Answers a request asynchronously, or returns false for other requests. */
type ResponseCacheHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  otherwise: () => void,
) => boolean;

const deskFacts = new WeakMap<Availability, Fact>();
const apiFacts = new WeakMap<ApiAnswer, Fact>();

/** Compression does not shrink shorter bodies. */
const WORTH_COMPRESSING = 1024;

export interface RequestListenerOptions extends Omit<AppOptions, 'queue' | 'refusals' | 'bodies'> {
  readonly assets: ReadonlyMap<string, Asset>;
  readonly views: ViewCounts;
}

/**
 * Chooses the handler of a request: the response cache, the handler of messages, or the app with
 * the router.
 */
export function createRequestListener(options: RequestListenerOptions): RequestListener {
  const { appContext, pages, metrics, assets, views } = options;
  const findReadyAnswer = createResponseCache(
    assets,
    pages,
    appContext,
    securityHeaders(appContext.settings.origin),
  );
  const bodies = new RequestBodies();
  const takeMessage = createMessageHandler(appContext, metrics, bodies);
  const takeFile = createFileHandler(appContext, metrics);
  const takeMedia = createMediaHandler(appContext, metrics);
  const answerQuickly = createResponseCacheHandler(appContext, metrics);
  const queue = new FairQueue();
  const refusals = new KnownRefusals(appContext);
  const answerByApp = getRequestListener(createApp({ ...options, queue, refusals, bodies }).fetch);
  const refusal = {
    ...securityHeaders(appContext.settings.origin),
    'Content-Type': 'text/plain',
    'Cache-Control': 'no-store',
  };

  const answerRead: RequestListener = (request, response) => {
    const ready = findReadyAnswer(request) ?? refusals.find(request);
    if (ready) {
      sendAnswer(response, ready);
      metrics.requestAnswered(request.method ?? '', ready.route, ready.status);
      return;
    }
    const answerSlowly = () => void answerByApp(request, response);
    if (!answerQuickly(request, response, answerSlowly)) answerSlowly();
  };

  return (request, response) => {
    if (!isTargetInOrder(request.url ?? '') || !isHostInOrder(request)) {
      response.writeHead(400, refusal).end('The URL of this request is invalid.');
      metrics.requestAnswered(request.method ?? '', UNKNOWN_ROUTE, 400);
      return;
    }
    if (!METHODS.includes(request.method ?? '')) {
      response.writeHead(405, { ...refusal, Allow: METHODS.join(', ') }).end();
      metrics.requestAnswered('other', UNKNOWN_ROUTE, 405);
      return;
    }
    if (tooLongHeader(request.headers) !== undefined) {
      response.writeHead(431, refusal).end('A header of this request is too long.');
      metrics.requestAnswered(request.method ?? '', UNKNOWN_ROUTE, 431);
      return;
    }
    if (takeMessage(request, response) || takeFile(request, response)) return;
    if (takeMedia(request, response)) return;
    countView(appContext, views, request);
    answerRead(request, response);
  };
}

/** The Fetch API cannot represent some other methods, such as TRACE. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Requires one valid Host header (RFC 9112, 3.2), or none, as in HTTP/1.0. */
function isHostInOrder({ headers, rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  // Node lists names and values alternately. A plain loop, because this runs for every request.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count === 0 || (count === 1 && HOST.test(headers.host ?? ''));
}

/**
 * Accepts a request target (RFC 9112, 3.2) that is a path, or a URL without credentials, which the
 * Fetch API cannot represent. Long rows of slashes are refused.
 */
function isTargetInOrder(target: string): boolean {
  const url = URL.parse(target.startsWith('/') ? `http://localhost${target}` : target);
  // Checked after parsing, because '/.//.' and backslashes also become slashes.
  return (
    url !== null && url.username === '' && url.password === '' && !ROW_OF_SLASHES.test(url.pathname)
  );
}

/** React Router trims trailing slashes in quadratic time. */
const ROW_OF_SLASHES = /\/{33}/;

/**
 * Answers from the response cache without the router: the availability, read once for concurrent
 * requests, a captcha, and API answers after their rate limit. `otherwise` handles all unusual
 * requests.
 */
function createResponseCacheHandler(
  appContext: AppContext,
  metrics: Metrics,
): ResponseCacheHandler {
  const { origin, trustedProxies } = appContext.settings;
  const common = { ...securityHeaders(origin), 'Content-Security-Policy': RESOURCE_POLICY };
  const readInfo = createRequestInfoReader(trustedProxies);
  const ofFact = new Answers<Fact>(({ headers }) => ({ ...headers, ...common }));
  const ownJson = { ...common, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

  async function answerDesk({ headers }: IncomingMessage): Promise<Found> {
    return { answer: ofFact.answer(factOfDesk(await appContext.availability.read()), headers) };
  }

  /** Always plain JSON: a captcha is short and unique. */
  async function answerCaptcha(): Promise<Found> {
    const body = Buffer.from(JSON.stringify(appContext.captcha.createChallenge()));
    const headers = { ...ownJson, 'Content-Length': String(body.byteLength) };
    return { answer: { status: 200, headers, body, route: CAPTCHA } };
  }

  async function answerApi(request: IncomingMessage): Promise<Found | undefined> {
    const { url: address = '', headers, socket } = request;
    const info = readInfo(socket.remoteAddress, (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    });
    const accept = headers.accept ?? null;
    const ifNoneMatch = headers['if-none-match'] ?? null;
    const known = await answerKnown(appContext, { address, accept, ifNoneMatch }, info.address);
    if (!known) return undefined;
    const fact = factOfApi(known.answer, address);
    const answer = ofFact.answer(fact, {
      'accept-encoding': headers['accept-encoding'],
      'if-none-match': known.isUnchanged ? fact.etag : undefined,
    });
    return { answer, own: { ...known.allowance, 'X-Request-Id': info.id } };
  }

  function find(request: IncomingMessage): Promise<Found | undefined> | undefined {
    const { method, url = '', headers } = request;
    if (method !== 'GET') return undefined;
    if (isAt(url, AVAILABILITY)) return answerDesk(request);
    if (isAt(url, CAPTCHA)) return answerCaptcha();
    return url.startsWith('/api/') && headers.authorization === undefined
      ? answerApi(request)
      : undefined;
  }

  return (request, response, otherwise) => {
    const finding = find(request);
    if (!finding) return false;
    const started = performance.now();
    void finding
      .catch(() => undefined)
      .then((found) => {
        if (!found) {
          otherwise();
          return;
        }
        const { answer, own } = found;
        sendAnswer(response, answer, own);
        metrics.requestAnswered('GET', answer.route, answer.status);
        metrics.responseTook(answer.route, performance.now() - started);
      });
    return true;
  };
}

function isAt(url: string, path: string): boolean {
  return url === path || url.startsWith(`${path}?`);
}

function factOfDesk(now: Availability): Fact {
  let fact = deskFacts.get(now);
  if (!fact) {
    const headers = { 'Content-Type': 'application/json', ...AVAILABILITY_CACHING };
    const plain = Buffer.from(JSON.stringify(now));
    const etag = etagOf(plain);
    fact = { plain, br: undefined, gzip: undefined, etag, headers, route: AVAILABILITY };
    deskFacts.set(now, fact);
  }
  return fact;
}

function factOfApi(answer: ApiAnswer, address: string): Fact {
  let fact = apiFacts.get(answer);
  if (!fact) {
    const plain = Buffer.from(answer.text);
    const isLong = plain.byteLength >= WORTH_COMPRESSING;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    fact = {
      plain,
      br: isLong ? brotliCompressSync(plain, { params }) : undefined,
      gzip: isLong ? gzipSync(plain) : undefined,
      etag: answer.etag,
      headers: { ...headersOfKnown(answer), 'Content-Type': 'application/json' },
      route: address.startsWith(OPENAPI_PATH) ? OPENAPI_PATH : API_ROUTE,
    };
    apiFacts.set(answer, fact);
  }
  return fact;
}
