import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import type { Host, RequestInfo } from '../app/host.ts';
import { findFormerAddress, type LocalAddress } from '../app/platform/address-language.ts';
import { isDatabaseAway } from '../app/platform/db/database.server.ts';
import { RefusedError } from '../app/platform/errors.ts';
import { LANGUAGES } from '../app/platform/languages.ts';
import { speechIn, type Speech, say } from '../app/platform/say.ts';
import { isSecretAddress } from '../app/platform/secret-address.ts';
import { MAIL_MAX_BYTES } from '../app/inbound-email/mail-size.ts';
import { showsMailSecret } from '../app/inbound-email/server/webhook/mail-secret.server.ts';
import { PROVIDER_WAYS, webhookPathOf } from '../app/orders/protocol/ways.ts';
import { findKeyOf } from '../app/api/server/api-keys.server.ts';
import { ApiProblem, describeProblem, type ProblemKind } from '../app/api/server/problem.ts';
import { openToAll } from '../app/api/server/open-to-all.server.ts';
import { API_PATH } from '../app/api/protocol/rules.ts';
import {
  addressFor,
  findCanonicalAddress,
  isOtherSpelling,
} from '../app/routing/canonical-address.ts';
import { findHost, WIDGET_PATH } from '../app/shop/pages/find-host.ts';
import { isForTeam } from '../app/routing/team-address.ts';
import {
  DATA_NAME,
  findAddress,
  pageOfPath,
  readableSearch,
} from '../app/shop/pages/readable-search.ts';
import { CLIENT_ADDRESS_HEADER } from '../app/accounts/server/sign-in/auth.server.ts';
import { admitEditor } from './admit-editor.ts';
import { takeFileForms } from './file-forms.ts';
import type { Health } from './health.ts';
import {
  isKeepable,
  isKeepableMissing,
  isWhole,
  keep,
  UNKNOWN_ROUTE,
  type KeptPages,
} from './page-cache.ts';
import type { Metrics } from './metrics.ts';
import { KnownCallers } from './known-callers.ts';
import type { KnownRefusals } from './known-refusals.ts';
import { nameMissingPage } from '../app/routing/missing-pages.ts';
import { createOperatorDoors } from './operator-handlers.ts';
import { isOwnOrigin } from './origin.ts';
import { canonicalSearch, isForMissing, isForStrangers, keyOfPage } from './page-key.ts';
import { answerWithPage } from './answer-forms.ts';
import { isMissingFile } from './ready-answers.ts';
import {
  AskerGoneError,
  QueueFullError,
  RETRY_AFTER_SECONDS,
  type FairQueue,
} from './fair-queue.ts';
import { createRequestInfoReader } from './request-info.ts';
import { logRequest } from './request-log.ts';
import { answerSearch, MARK, searchedText } from './search-pages.ts';
import type { RequestBodies } from './request-bodies.ts';
import { requestScope } from './request-scope.ts';
import { contentSecurityPolicy, RESOURCE_POLICY, securityHeaders } from './security-headers.ts';

export type HandlePage = (request: Request, info: RequestInfo) => Promise<Response>;

export interface AppOptions {
  readonly host: Host;
  readonly pages: KeptPages;
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
const MAIL_WEBHOOK = '/webhooks/mail';
/** Only one email above this size is held in memory at a time; the provider retries the others. */
const LARGE_MAIL_BYTES = 1024 * 1024;

/** Returns the value of frame-ancestors; only a few pages may be embedded. */
function framedBy({ settings }: Host, { path }: LocalAddress, search: string): string {
  if (path.startsWith(PREVIEW)) return "'self'";
  const host = path === WIDGET_PATH ? findHost(settings, new URLSearchParams(search)) : undefined;
  return host ?? "'none'";
}

/**
 * Callers that post without an Origin header. They authenticate by a signature or secret and do not
 * use cookies.
 */
const WEBHOOKS: ReadonlySet<string> = new Set([MAIL_WEBHOOK, ...PROVIDER_WAYS.map(webhookPathOf)]);

type Env = { Bindings: HttpBindings; Variables: { info: RequestInfo } };

/** The largest form or message; a message has at most 4,000 characters. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Enough for ten thousand services, whose first texts take six megabytes. */
const IMPORT_LIMIT_BYTES = 8 * 1024 * 1024;
const IMPORT_PATHS: ReadonlySet<string> = new Set([
  '/team/catalogue/import',
  '/team/catalogue/import.data',
]);

const API_IMPORT_PATHS: ReadonlySet<string> = new Set([
  `${API_PATH}/catalogue/compare`,
  `${API_PATH}/catalogue/import`,
]);
const IMPORT_SCOPES: ReadonlySet<string> = new Set(['catalogue:read', 'catalogue:write']);

export function createApp(options: AppOptions) {
  const { host, health, metrics } = options;
  const app = new Hono<Env>();

  app.route('/', createOperatorDoors({ settings: host.settings, health, metrics }));
  app.use(secureAndLog(options));
  app.use(refuseForeignSites(host));
  app.use(takeFileForms(host));
  app.use(limitBody(host, BODY_LIMIT_BYTES, '64 KB'));
  app.use(compress());

  const answerPage = createPageAnswerer(options);
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
      return refuse(host, c, 503, BUSY, { 'Retry-After': String(RETRY_AFTER_SECONDS) });
    }
    // Nobody reads the answer. Aborted bodies and bodies with a wrong length end here as well.
    if (error instanceof AskerGoneError || error === c.env.incoming.errored)
      return c.body(null, 408);
    const info = c.get('info') as RequestInfo | undefined;
    host.log.error({ err: error, requestId: info?.id }, 'Request failed');
    const { status, message } = faultOf(error);
    return refuse(host, c, status, message);
  });

  return app;
}

/**
 * Limits the size of bodies. Imports and emails may be larger, but only with valid credentials,
 * which are checked before the body is read.
 */
function limitBody(host: Host, maxSize: number, said: string): MiddlewareHandler<Env> {
  const refuseLarger = (limit: number, inWords: string) =>
    bodyLimit({
      maxSize: limit,
      onError: (c) =>
        refuse(
          host,
          c,
          413,
          say('That is too large to send. The limit is {limit}.', { limit: inWords }),
          // The rest of the body is not read, so the connection cannot be reused.
          { Connection: 'close' },
        ),
    });
  const usual = refuseLarger(maxSize, said);
  const ofFile = refuseLarger(IMPORT_LIMIT_BYTES, '8 MB');
  const ofMail = refuseLarger(MAIL_MAX_BYTES, '36 MB');
  let hasLargeMail = false;
  return async (c, next) => {
    const { settings } = host;
    if (c.req.path === MAIL_WEBHOOK && showsMailSecret(settings, c.req.header('Authorization'))) {
      // A chunked body may have any size.
      const isLarge = Number(c.req.header('Content-Length') ?? Infinity) > LARGE_MAIL_BYTES;
      if (!isLarge) return ofMail(c, next);
      if (hasLargeMail) {
        return refuse(host, c, 503, BUSY, { 'Retry-After': String(RETRY_AFTER_SECONDS) });
      }
      hasLargeMail = true;
      try {
        return await ofMail(c, next);
      } finally {
        hasLargeMail = false;
      }
    }
    const isPage = IMPORT_PATHS.has(c.req.path);
    if (!isPage && !API_IMPORT_PATHS.has(c.req.path)) return usual(c, next);
    const isLarge = Number(c.req.header('Content-Length') ?? Infinity) > maxSize;
    if (!isLarge) return usual(c, next);
    if (!isPage) {
      if (await mayImport(host, c.req.header('Authorization'))) return ofFile(c, next);
      return refuse(host, c, 401, NO_KEY, { Connection: 'close' });
    }
    try {
      await admitEditor(host, c.req.header('Cookie'), c.get('info'));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const status = error.status === 403 ? 403 : 401;
      return refuse(host, c, status, error.message, { Connection: 'close' });
    }
    return ofFile(c, next);
  };
}

async function mayImport(host: Host, authorization: string | undefined): Promise<boolean> {
  const key = await findKeyOf(host, authorization);
  return key?.scopes.some((scope) => IMPORT_SCOPES.has(scope)) ?? false;
}

const NO_KEY = 'This needs a key with the scope catalogue:write.';

function secureAndLog({ host, metrics, isDevelopment }: AppOptions): MiddlewareHandler<Env> {
  const readInfo = createRequestInfoReader(host.settings.trustedProxies);
  const commonHeaders = Object.entries(securityHeaders(host.settings.origin));
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
    const { method, path } = c.req;
    const { status } = c.res;
    const ms = performance.now() - started;
    const route = info.route ?? UNKNOWN_ROUTE;
    metrics.requestAnswered(method, route, status);
    logRequest(host.log, { info, method, path, route, status, ms });
  };
}

/** Writes must come from our own pages (CSRF protection). */
function refuseForeignSites(host: Host): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') {
      // A missing file is answered here, because React would render a whole page.
      return isMissingFile(c.req.path) ? c.text('Not found', 404) : next();
    }
    // The API uses keys instead of cookies, so CSRF is impossible.
    if (isApi(c)) return next();
    if (WEBHOOKS.has(c.req.path)) return next();
    const site = c.req.header('Sec-Fetch-Site');
    if (!isOwnOrigin(host.settings, c.req.header('Origin'), c.req.header('Host'), site)) {
      return refuse(host, c, 403, 'This request came from another site and was refused.');
    }
    return next();
  };
}

function inTurn(options: AppOptions): HandlePage {
  const callers = new KnownCallers();
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
    return info.isDatabaseAway && response.status === 500 ? sayLater(response) : response;
  };
}

/** Answers from the page cache, or renders the page in turn, once for all concurrent requests. */
function createPageAnswerer(options: AppOptions) {
  const { host, pages, metrics, isDevelopment } = options;
  const handlePage = inTurn(options);

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
    const address = addressFor(host.settings.languages, c.req.path);
    info.language = address.language;
    info.prefix = address.prefix;
    leadOn(host, c.req.raw, info);
    // The default for the team's pages, until the user is known.
    if (isForTeam(address.path)) info.reader = host.settings.languages.main;
    const catalogue = host.catalogue.in(
      address.language,
      host.settings.languages.offered.length === 1,
    );
    const request = await takeIn(options, c.req.raw, c.env.outgoing, info.address);
    const { pathname, search } = new URL(request.url);
    const framed = framedBy(host, address, search);
    const answer = async () => finishPage(await handlePage(request, info), info.nonce, framed);
    const cookies = c.req.header('Cookie');
    const key =
      isPage(host, c.req, pathname) && !isDevelopment
        ? keyOfPage(catalogue, address, search, cookies)
        : undefined;
    if (key === undefined) {
      // Only uncached answers use the language of the asking page; cached ones are shared.
      const ofPage = c.req.header('Page-Language');
      info.language = localAddress(host, c.req.path, ofPage).language;
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
function isPage(host: Host, { method, path }: Context<Env>['req'], pathname: string): boolean {
  return (
    method === 'GET' &&
    pathname === path &&
    !pathname.includes('//') &&
    !isOtherSpelling(host.catalogue, host.settings.languages, pathname)
  );
}

/**
 * Resolves an address; requests of a page for data other than pages name their language in a
 * header.
 */
export function localAddress(
  { settings }: Pick<Host, 'settings'>,
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
export function speechAtDoor(host: Host, pathname: string, ofPage: string | undefined): Speech {
  const { languages, formats } = host.settings;
  const { language, path } = localAddress(host, pathname, ofPage);
  if (!isForTeam(path)) return speechIn(language, formats);
  return speechIn(LANGUAGES.find((each) => each === ofPage) ?? languages.main, formats);
}

/**
 * A page that is open in a language that the shop no longer offers requests data that no route has:
 * redirect to the page in a current language.
 */
function leadOn({ settings }: Host, { url, method }: Request, info: RequestInfo): void {
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
  const { origin } = new URL(request.url);
  return new Request(`${origin}${info.prefix ?? ''}/services?q=${MARK}`, { headers, signal });
}

function judgeOf(key: string): (response: Response) => boolean {
  if (isForMissing(key)) return isKeepableMissing;
  return isForStrangers(key) ? isWhole : isKeepable;
}

export const BUSY = 'Too many people are asking at the moment. Please try again in a few seconds.';
const LATER = 'The service is not available at the moment. Please try again shortly.';

export function faultOf(error: unknown): { readonly status: 500 | 503; readonly message: string } {
  return isDatabaseAway(error)
    ? { status: 503, message: LATER }
    : { status: 500, message: 'Something went wrong on our side. Please try again.' };
}

/**
 * Turns an answer into a temporary error. No Retry-After, because all clients would return in the
 * same second, while they spread their retries on their own.
 */
function sayLater({ headers, body }: Response): Response {
  if (headers.get('Content-Type')?.startsWith('text/html')) {
    return new Response(body, { status: 503, headers });
  }
  return Response.json(
    { error: { message: LATER } },
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
  { settings }: Host,
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
function readableUrl({ catalogue, settings }: Host, { method, url }: Request): string {
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
  readable.search =
    canonicalSearch(catalogue.in(language, languages.offered.length === 1), path, read) ?? read;
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
function publicUrl({ settings }: Host, url: string): string {
  if (settings.publicOrigin === undefined) return url;
  const { pathname, search } = new URL(url);
  return settings.publicOrigin + pathname + search;
}

/**
 * Buffers the whole body, so that a slow sender occupies no slot, and overwrites a forged client
 * address.
 */
async function takeIn(
  { host, bodies }: Pick<AppOptions, 'host' | 'bodies'>,
  request: Request,
  response: ServerResponse,
  address: string,
): Promise<Request> {
  const headers = new Headers(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, address);
  if (request.body === null) {
    const { method, signal } = request;
    return new Request(publicUrl(host, readableUrl(host, request)), { method, headers, signal });
  }
  const body = await bodies.read(request.body, response);
  const { method, signal } = request;
  return new Request(publicUrl(host, readableUrl(host, request)), {
    method,
    headers,
    body,
    signal,
  });
}
