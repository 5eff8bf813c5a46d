import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { matchedRoutes } from 'hono/route';
import { getPath } from 'hono/utils/url';
import { inLanguage, type AppContext, type RequestInfo } from '../app/app-context.ts';
import { BUSY, RETRY_AFTER_SECONDS } from '../app/http/busy.ts';
import {
  BODY_LIMIT,
  guardOf,
  isTooLarge,
  tooLarge,
  type BodyLimit,
  type EndpointEnv,
} from '../app/http/router.server.ts';
import {
  findFormerAddress,
  readLocalAddress,
  type LocalAddress,
} from '../app/platform/local-address.ts';
import { isDatabaseAway } from '../app/platform/db/database.server.ts';
import { LANGUAGES, teamLanguageOf } from '../app/platform/languages.ts';
import { speechIn, msg, t, type Speech } from '../app/i18n/translate.ts';
import { speaking } from '../app/platform/speech.server.ts';
import { isSecretAddress } from '../app/platform/secret-address.ts';
import { ApiProblem, describeProblem, type ProblemKind } from '../app/api/server/problem.ts';
import { openToAll } from '../app/api/server/operations.server.ts';
import { ENDPOINTS, explainRefusal } from '../app/routing/endpoints.server.ts';
import {
  addressFor,
  findCanonicalAddress,
  isLocalPath,
  isOtherSpelling,
} from '../app/routing/canonical-address.ts';
import { findEmbeddingOrigin, WIDGET_PATH } from '../app/shop/pages/find-embedding-origin.ts';
import { isForTeam } from '../app/routing/team-address.ts';
import {
  DATA_NAME,
  findAddress,
  pageOfPath,
  readableSearch,
} from '../app/shop/pages/readable-search.ts';
import { CLIENT_ADDRESS_HEADER } from '../app/accounts/server/sign-in/auth.server.ts';
import { takeFileForms } from './file-forms.ts';
import { type Health, createOperatorDoors } from './operator-handlers.ts';
import {
  isKeepable,
  isKeepableMissing,
  isWhole,
  keep,
  UNKNOWN_ROUTE,
  type PageCache,
} from './page-cache.ts';
import type { Metrics } from './metrics.ts';
import { KnownCallers, type KnownRefusals } from './known-callers.ts';
import { nameMissingPage } from '../app/routing/missing-pages.ts';
import { isOwnOrigin, createRequestInfoReader } from './request-info.ts';
import { canonicalSearch, isForMissing, isForStrangers, keyOfPage } from './page-key.ts';
import { answerWithPage } from './answer-forms.ts';
import { isMissingFile } from './response-cache.ts';
import { AskerGoneError, QueueFullError, type FairQueue } from './fair-queue.ts';
import { logRequest } from './request-log.ts';
import { ORDER_NOW } from '../app/shop/list-query.ts';
import { answerSearch, MARK, searchedText } from './search-pages.ts';
import type { RequestBodies } from './request-bodies.ts';
import { requestScope } from './request-scope.ts';
import { contentSecurityPolicy, RESOURCE_POLICY, securityHeaders } from './security-headers.ts';

export type HandlePage = (request: Request, info: RequestInfo) => Promise<Response>;

export interface AppOptions {
  readonly appContext: AppContext;
  readonly pages: PageCache;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly queue: FairQueue;
  readonly refusals: KnownRefusals;
  readonly bodies: RequestBodies;
  readonly handlePage: HandlePage;
  /** Vite's client needs its own inline styles and scripts. */
  readonly isDevelopment: boolean;
}

/** Pages that the team sees in a frame. */
const PREVIEW = '/preview/';

/** Returns the value of frame-ancestors; only a few pages may be embedded. */
function framedBy({ settings }: AppContext, { path }: LocalAddress, search: string): string {
  if (path.startsWith(PREVIEW)) return "'self'";
  const host =
    path === WIDGET_PATH ? findEmbeddingOrigin(settings, new URLSearchParams(search)) : undefined;
  return host ?? "'none'";
}

interface Env extends EndpointEnv {
  Bindings: HttpBindings;
}

export function createApp(options: AppOptions) {
  const { appContext, health, metrics } = options;
  const app = new Hono<Env>({ getPath: (request) => endpointPath(appContext, request) });

  app.route('/', createOperatorDoors({ settings: appContext.settings, health, metrics }));
  app.use(secureAndLog(options));
  app.use(refuseForeignSites(appContext));
  app.use(compress());
  const callers = new KnownCallers();
  app.use(serveEndpoint(options, callers));
  app.route('/', ENDPOINTS);

  app.get('*', (c, next) => (isMissingFile(getPath(c.req.raw)) ? notFound(c) : next()));
  app.use(takeFileForms(appContext));
  const answerPage = createPageAnswerer(options, callers);
  app.all('*', async (c) => {
    const info = c.get('info');
    const started = performance.now();
    try {
      return await answerPage(c, info);
    } finally {
      metrics.responseTook(info.route ?? UNKNOWN_ROUTE, performance.now() - started);
    }
  });

  app.onError((error, c) => {
    if (error instanceof QueueFullError) {
      return refuse(appContext, c, 503, t(BUSY), { 'Retry-After': String(RETRY_AFTER_SECONDS) });
    }
    // Nobody reads the answer. Aborted bodies and bodies with a wrong length end here as well.
    if (error instanceof AskerGoneError || error === c.env.incoming.errored)
      return c.body(null, 408);
    // A page's form is too large.
    if (isTooLarge(error) && !findEndpoint(c)) {
      return refuse(appContext, c, 413, error.message, { Connection: 'close' });
    }
    const refused = explainRefusal(error, c);
    if (refused) {
      // The rest of the body is not read, so the connection cannot be reused.
      if (isTooLarge(error) || leavesBody(c)) refused.headers.set('Connection', 'close');
      return refused;
    }
    const info = c.get('info') as RequestInfo | undefined;
    appContext.log.error({ err: error, requestId: info?.id }, 'Request failed');
    const { status, message } = faultOf(error);
    return refuse(appContext, c, status, message);
  });

  return app;
}

/** The path by which an endpoint is found: addresses of visitors may begin with a language. */
function endpointPath({ settings }: AppContext, request: Request): string {
  const pathname = getPath(request);
  if (settings.languages.offered.length === 1) return pathname;
  const { prefix, path } = readLocalAddress(settings.languages, pathname);
  return prefix !== '' && isLocalPath(path) ? path : pathname;
}

function leavesBody({ req }: Context<Env>): boolean {
  if (req.method === 'GET' || req.method === 'HEAD' || req.raw.body === null) return false;
  const isLarge = Number(req.header('Content-Length') ?? Infinity) > BODY_LIMIT.bytes;
  return isLarge && !req.raw.bodyUsed;
}

function notFound(c: Context<Env>): Response {
  return c.text('Not found', 404);
}

function secureAndLog({ appContext, metrics, isDevelopment }: AppOptions): MiddlewareHandler<Env> {
  const readInfo = createRequestInfoReader(appContext.settings.trustedProxies);
  const commonHeaders = Object.entries(securityHeaders(appContext.settings.origin));
  return async (c, next) => {
    const started = performance.now();
    const info = readInfo(c.env.incoming.socket.remoteAddress, (name) => c.req.header(name));
    c.set('info', info);
    await next();
    for (const [name, value] of commonHeaders) c.header(name, value);
    if (isSecretAddress(new URL(c.req.url))) c.header('Referrer-Policy', 'no-referrer');
    if (!isDevelopment && !c.res.headers.has('Content-Security-Policy')) {
      c.header('Content-Security-Policy', RESOURCE_POLICY);
    }
    // Answers without Cache-Control may contain personal data, so they must not be stored. The same
    // is true of answers to writes, whatever the page says, because they repeat user input.
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method);
    if (!isRead || !c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
    c.header('X-Request-Id', info.id);
    const { method } = c.req;
    const path = getPath(c.req.raw);
    const { status } = c.res;
    const ms = performance.now() - started;
    const route = info.route ?? UNKNOWN_ROUTE;
    metrics.requestAnswered(method, route, status);
    logRequest(appContext.log, { info, method, path, route, status, ms });
  };
}

/** Writes must come from our own pages (CSRF protection), except those that no cookie authenticates. */
function refuseForeignSites(appContext: AppContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    if (findEndpoint(c)?.guard.needsOrigin === false) return next();
    const site = c.req.header('Sec-Fetch-Site');
    if (!isOwnOrigin(appContext.settings, c.req.header('Origin'), c.req.header('Host'), site)) {
      return refuse(appContext, c, 403, t('This request came from another site and was rejected.'));
    }
    return next();
  };
}

/** Returns the endpoint that will handle the request. */
function findEndpoint(c: Context<Env>) {
  for (const { handler, path } of matchedRoutes(c)) {
    const guard = guardOf(handler);
    if (guard) return { guard, path };
  }
  return undefined;
}

/**
 * Gives an endpoint what it needs: the app context in the language of the request, its turn in the queue, and its
 * body. Public resources come from the page cache.
 */
function serveEndpoint(options: AppOptions, callers: KnownCallers): MiddlewareHandler<Env> {
  const { appContext, pages, metrics, queue, refusals, isDevelopment } = options;
  return async (c, next) => {
    const endpoint = findEndpoint(c);
    if (!endpoint) return next();
    const started = performance.now();
    const info = c.get('info');
    const pathname = getPath(c.req.raw);
    const address = localAddress(appContext, pathname, c.req.header('Page-Language'));
    info.route = endpoint.path;
    info.language = address.language;
    info.prefix = address.prefix;
    // The default for the team, until the user is known.
    if (isForTeam(address.path)) info.reader = teamLanguageOf(appContext.settings.languages.main);
    const cookies = c.req.header('Cookie');
    c.set('appContext', inLanguage(appContext, info.language));
    c.set('readBody', (limit) => readBody(options, c, limit));
    let isInTurn = false;
    c.set('inTurn', async (work) => {
      if (isInTurn) return work();
      const { signal } = c.req.raw;
      const asker = callers.askerOf(cookies ?? null, info);
      return queue.run(asker, signal, (stepAside) => {
        isInTurn = true;
        const turn = { asker, signal, stepAside };
        return requestScope.run({ info, turn }, work).finally(() => (isInTurn = false));
      });
    });
    const speech = speechIn(info.reader ?? info.language, appContext.settings.formats);
    const answer = () => requestScope.run({ info }, () => speaking(speech, next));
    const key =
      c.req.method === 'GET' && !isDevelopment && findAddress(address.path)
        ? keyOfPage(c.get('appContext').catalogue, address, '', cookies)
        : undefined;
    if (endpoint.guard.isOfPage) return answer();
    if (key === undefined) {
      await answer();
    } else {
      const rendered = await pages.render(key, async () => {
        await answer();
        if (!isKeepable(c.res)) return { pass: c.res };
        return { keep: await keep(c.res, info) };
      });
      if ('keep' in rendered) {
        const { status, headers, body } = answerWithPage(rendered.keep, c.env.incoming.headers);
        // Hono would add the headers of the response before.
        c.res = undefined;
        c.res = new Response(body, { status, headers });
      }
    }
    callers.learn(cookies ?? null, info, c.res.status);
    await refusals.learn(c.req.raw, info, c.res);
    metrics.responseTook(info.route, performance.now() - started);
    return undefined;
  };
}

function inTurn(options: AppOptions, callers: KnownCallers): HandlePage {
  return async (request, info) => {
    const cookies = request.headers.get('Cookie');
    const asker = callers.askerOf(cookies, info);
    const { signal } = request;
    const response = await options.queue.run(asker, signal, (stepAside) =>
      requestScope.run({ info, turn: { asker, signal, stepAside } }, () =>
        options.handlePage(request, info),
      ),
    );
    // The queue was full further down; the rendered answer shows that as an error of a route.
    if (info.isBusy) throw new QueueFullError();
    // An answer that was aborted because the client has gone is no error of ours.
    if (signal.aborted && response.status === 500) throw new AskerGoneError();
    callers.learn(cookies, info, response.status);
    await options.refusals.learn(request, info, response);
    return info.isDatabaseAway && response.status === 500 ? toTemporaryError(response) : response;
  };
}

/** Answers from the page cache, or renders the page in turn, once for all concurrent requests. */
function createPageAnswerer(options: AppOptions, callers: KnownCallers) {
  const { appContext, pages, metrics, isDevelopment } = options;
  const handlePage = inTurn(options, callers);

  function finishPage(response: Response, nonce: string, framed: string): Response {
    const isHtml = response.headers.get('Content-Type')?.startsWith('text/html');
    if (isHtml && !isDevelopment) {
      response.headers.set(
        'Content-Security-Policy',
        contentSecurityPolicy([`nonce-${nonce}`], framed),
      );
    }
    return response;
  }

  return async function answerPage(c: Context<Env>, info: RequestInfo): Promise<Response> {
    const path = getPath(c.req.raw);
    const address = addressFor(appContext.settings.languages, path);
    info.language = address.language;
    info.prefix = address.prefix;
    leadOn(appContext, c.req.raw, info);
    // The default for the team's pages, until the user is known.
    if (isForTeam(address.path)) info.reader = teamLanguageOf(appContext.settings.languages.main);
    const catalogue = appContext.catalogue.in(
      address.language,
      appContext.settings.languages.offered,
    );
    const request = await receive(options, c, info.address);
    const { pathname, search } = new URL(request.url);
    const framed = framedBy(appContext, address, search);
    const answer = async () => finishPage(await handlePage(request, info), info.nonce, framed);
    const cookies = c.req.header('Cookie');
    const key =
      isPage(appContext, c.req.method, path, pathname) && !isDevelopment
        ? keyOfPage(catalogue, address, search, cookies)
        : undefined;
    if (key === undefined) {
      // Only uncached answers use the language of the asking page; cached ones are shared.
      const ofPage = c.req.header('Page-Language');
      info.language = localAddress(appContext, path, ofPage).language;
      return answer();
    }
    const mayKeep = judgeOf(key);
    const text = searchedText(address.path, search);
    const rendered = await pages.render(key, async () => {
      const started = performance.now();
      const asked = text === undefined ? request : withMark(request, info, text);
      const response = await handlePage(asked, info);
      if (!mayKeep(response)) return { pass: finishPage(response, info.nonce, framed) };
      const page = await keep(response, info);
      metrics.renderTook(performance.now() - started);
      return { keep: page };
    });
    if ('pass' in rendered) return rendered.pass;
    info.route = rendered.keep.route;
    const { headers: accepted } = c.env.incoming;
    const { status, headers, body } =
      text === undefined
        ? answerWithPage(rendered.keep, accepted)
        : answerSearch(rendered.keep, text, accepted, {});
    return new Response(body, { status, headers });
  };
}

/**
 * React Router reads '/./terms' and '//terms' as '/terms'; each spelling would fill the cache with
 * another copy.
 */
function isPage(appContext: AppContext, method: string, path: string, pathname: string): boolean {
  return (
    method === 'GET' &&
    pathname === path &&
    !pathname.includes('//') &&
    !isOtherSpelling(appContext.catalogue, appContext.settings.languages, pathname)
  );
}

/**
 * Resolves an address; requests of a page for data other than pages name their language in a
 * header.
 */
export function localAddress(
  { settings }: Pick<AppContext, 'settings'>,
  pathname: string,
  ofPage: string | undefined,
): LocalAddress {
  const { languages } = settings;
  const address = addressFor(languages, pathname);
  // Not for cached pages, which would be served in the language of the first request, nor for the
  // team's pages, which show the shop's original texts.
  if (findAddress(pageOfPath(address.path)) || isForTeam(address.path)) return address;
  const language = languages.offered.find((each) => each === ofPage);
  return language === undefined ? address : { ...address, language };
}

/**
 * The language of answers sent before the router; for the team it is the language of their page.
 */
export function speechOfRequest(
  appContext: AppContext,
  pathname: string,
  ofPage: string | undefined,
): Speech {
  const { languages, formats } = appContext.settings;
  const { language, path } = localAddress(appContext, pathname, ofPage);
  if (!isForTeam(path)) return speechIn(language, formats);
  const reader = LANGUAGES.find((each) => each === ofPage) ?? languages.main;
  return speechIn(teamLanguageOf(reader), formats);
}

/**
 * A page that is open in a language that the shop no longer offers requests data that no route has:
 * redirect to the page in a current language.
 */
function leadOn({ settings }: AppContext, { url, method }: Request, info: RequestInfo): void {
  const { pathname, searchParams } = new URL(url);
  const former = findFormerAddress(settings.languages, pathname);
  if (!former || method !== 'GET' || !pathname.endsWith('.data')) return;
  searchParams.delete(DATA_NAME);
  const query = searchParams.size === 0 ? '' : `?${searchParams}`;
  // The redirect includes the origin: otherwise React Router would resolve the path below the
  // prefix.
  info.movedTo = settings.origin + pageOfPath(former.path) + query;
  info.prefix = former.prefix;
}

/** Requests the cached results page, in which a marker stands for the searched text. */
function withMark(request: Request, info: RequestInfo, text: string): Request {
  info.searched = text;
  const { headers, signal } = request;
  const { origin, searchParams } = new URL(request.url);
  const only = searchParams.get('order') === ORDER_NOW ? `&order=${ORDER_NOW}` : '';
  const url = `${origin}${info.prefix ?? ''}/services?q=${MARK}${only}`;
  return new Request(url, { headers, signal });
}

function judgeOf(key: string): (response: Response) => boolean {
  if (isForMissing(key)) return isKeepableMissing;
  return isForStrangers(key) ? isWhole : isKeepable;
}

const LATER = msg("The service isn't available right now. Try again shortly.");

export function faultOf(error: unknown): { readonly status: 500 | 503; readonly message: string } {
  return isDatabaseAway(error)
    ? { status: 503, message: t(LATER) }
    : { status: 500, message: t('Something went wrong on our side. Try again.') };
}

/**
 * Turns an answer into a temporary error. No Retry-After, because all clients would return in the
 * same second, while they spread their retries on their own.
 */
function toTemporaryError({ headers, body }: Response): Response {
  if (headers.get('Content-Type')?.startsWith('text/html')) {
    return new Response(body, { status: 503, headers });
  }
  return Response.json(
    { error: { message: t(LATER) } },
    { status: 503, headers: { 'Cache-Control': 'no-store' } },
  );
}

/** The public API, which has rules of its own; its documentation is an ordinary page. */
function isApi(c: Context): boolean {
  return c.req.path.startsWith('/api/');
}

/**
 * Refuses a request: with problem details for the API, JSON for scripts, and text for plain forms.
 */
function refuse(
  { settings }: AppContext,
  c: Context,
  status: keyof typeof KINDS,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const caching = { 'Cache-Control': 'no-store', ...headers };
  if (isApi(c)) {
    const info = c.get('info') as RequestInfo | undefined;
    const problem = new ApiProblem(KINDS[status], message);
    const described = describeProblem(problem, settings.origin, info?.id ?? '');
    const type = { 'Content-Type': 'application/problem+json' };
    const as = { ...openToAll(c.req.path), ...caching, ...type };
    return c.body(JSON.stringify(described), status, as);
  }
  return c.req.header('Accept')?.includes('text/html')
    ? c.text(message, status, caching)
    : c.json({ error: { message } }, status, caching);
}

const KINDS = {
  401: 'invalid-key',
  403: 'missing-scope',
  413: 'too-large',
  500: 'fault',
  503: 'unavailable',
} as const satisfies Record<number, ProblemKind>;

/**
 * Reduces the address to the query that the public page reads. A redirect to another spelling keeps
 * the whole query. A path that cannot be decoded is escaped, so that React Router answers 404
 * instead of logging an error of its own.
 */
function readableUrl({ catalogue, settings }: AppContext, { method, url }: Request): string {
  const readable = new URL(url);
  const { pathname, search } = readable;
  if (!isDecodable(pathname)) {
    readable.pathname = pathname.replaceAll('%', '%25');
    return readable.href;
  }
  if (method !== 'GET' && method !== 'HEAD') return url;
  const { languages } = settings;
  const spelled = pathname.replace(/\.data$/, '');
  if (search === '' || findCanonicalAddress(catalogue, languages, spelled) !== undefined)
    return url;
  const { path, language } = addressFor(languages, pathname);
  // The 404 page is shared, so it must not depend on one request's query.
  if (nameMissingPage(catalogue, path) !== undefined && !isSecretAddress(readable)) {
    readable.search = '';
    return readable.href;
  }
  const read = readableSearch(path, search);
  // Cached pages are rendered from the canonical query.
  readable.search = canonicalSearch(catalogue.in(language, languages.offered), path, read) ?? read;
  return readable.href;
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

/**
 * The address with the public origin. React Router compares the origin with a form's Origin header;
 * behind a TLS proxy the internal origin would make it refuse every form.
 */
function publicUrl({ settings }: AppContext, url: string): string {
  if (settings.publicOrigin === undefined) return url;
  const { pathname, search } = new URL(url);
  return settings.publicOrigin + pathname + search;
}

/**
 * Buffers the whole body, so that a slow sender occupies no slot, and overwrites a forged client
 * address.
 */
async function receive(options: AppOptions, c: Context<Env>, address: string): Promise<Request> {
  const request = c.req.raw;
  const headers = new Headers(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, address);
  const { method, signal } = request;
  const url = publicUrl(options.appContext, readableUrl(options.appContext, request));
  if (request.body === null) return new Request(url, { method, headers, signal });
  const body = await readBody(options, c, c.get('pageBody') ?? BODY_LIMIT);
  return new Request(url, { method, headers, body, signal });
}

/** Throws RefusedError 413 above the limit, by the announced length before the body is read. */
async function readBody(
  { bodies }: Pick<AppOptions, 'bodies'>,
  c: Context<Env>,
  limit: BodyLimit,
): Promise<Buffer<ArrayBuffer>> {
  const { body } = c.req.raw;
  if (body === null) return Buffer.alloc(0);
  if (Number(c.req.header('Content-Length') ?? 0) > limit.bytes) throw tooLarge(limit);
  return bodies.read(upTo(body, limit), c.env.outgoing);
}

async function* upTo(body: ReadableStream<Uint8Array>, limit: BodyLimit) {
  let size = 0;
  // Cancelling the stream would close the connection before the client learns the reason.
  for await (const chunk of body.values({ preventCancel: true })) {
    size += chunk.byteLength;
    if (size > limit.bytes) throw tooLarge(limit);
    yield chunk;
  }
}
