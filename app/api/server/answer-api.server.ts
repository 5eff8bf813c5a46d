import { hash } from 'node:crypto';
import * as v from 'valibot';
import { isDatabaseAway } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock, type RateLimit, type RateLimits } from '../../platform/rate-limit.ts';
import { findKeyOf, type KnownKey } from './api-keys.server.ts';
import type { ApiAnswer, CachedAnswers } from './cached-answers.server.ts';
import { describeApi } from './openapi.server.ts';
import type { ApiContext, KeyedOperation, Operation } from './operation.ts';
import {
  findOperations,
  type FoundOperation,
  isOpenToAll,
  OPEN_TO_ALL,
  runKeyedOperation,
  runOperation,
} from './operations.server.ts';
import { ApiProblem, describeProblem } from './problem.ts';
import { readQuery } from './read-parameters.ts';
import { ANONYMOUS_LIMIT, HEAVY_LIMIT, keyLimit, OPENAPI_PATH } from '../protocol/rules.ts';

const JSON_TYPES = ['application/json', 'application/problem+json'];

/** Cached until a review or a setting changes. */
export interface KnownAnswers extends Pick<ApiContext, 'ratings'> {
  readonly answers: CachedAnswers;
}

export interface ApiDesk extends ApiContext, KnownAnswers {
  readonly limits: RateLimits;
}

interface Caller {
  readonly authorization: string | null;
  /** The client's IP address, as far as trusted proxies vouch for it. */
  readonly address: string;
}

const VARY = 'Accept, Authorization';

/** Returns the headers of every response for these operations. */
export function headersFor(offered: readonly FoundOperation[]): Headers {
  return new Headers({ ...(isOpenToAll(offered) ? OPEN_TO_ALL : {}), Vary: VARY });
}

/** Every error becomes problem details (RFC 9457). */
export function answerProblem(
  desk: Pick<ApiDesk, 'log' | 'settings'>,
  error: unknown,
  requestId: string,
  headers: Headers,
): Response {
  const problem = toProblem(error);
  if (problem.kind === 'fault' || problem.kind === 'unavailable') {
    desk.log.error({ err: error, requestId }, 'API request failed');
  }
  for (const [name, value] of Object.entries(problem.headers)) headers.set(name, value);
  headers.set('Content-Type', 'application/problem+json');
  headers.set('Cache-Control', 'no-store');
  const body = describeProblem(problem, desk.settings.origin, requestId);
  return new Response(JSON.stringify(body), { status: body.status, headers });
}

/** The method is not offered here, or there is nothing here. */
export function refuseMethod(method: string, offered: readonly FoundOperation[]): never {
  throw new ApiProblem(
    'method-not-allowed',
    `This URL does not support ${method}. The Allow header lists the supported methods.`,
    {
      headers: { Allow: methodsOf(offered) },
    },
  );
}

/** Unknown paths list the reading methods. */
function methodsOf(offered: readonly FoundOperation[]): string {
  const methods = offered.map(({ operation }) => operation.method);
  const reading = methods.includes('GET') || methods.length === 0 ? ['GET', 'HEAD'] : [];
  return [...reading, ...methods.filter((method) => method !== 'GET'), 'OPTIONS'].join(', ');
}

/** Other sites get no CORS headers for keyed operations, because such a key must not be used in a page. */
export function answerPreflight(offered: readonly FoundOperation[]): Response {
  const headers = headersFor(offered);
  const methods = methodsOf(offered);
  headers.set('Allow', methods);
  if (isOpenToAll(offered)) {
    headers.set('Access-Control-Allow-Methods', methods);
    headers.set('Access-Control-Allow-Headers', 'Authorization, If-None-Match');
    headers.set('Access-Control-Max-Age', '86400');
  }
  return new Response(null, { status: 204, headers });
}

export function requireAccepted(accept: string | null, operation?: Operation): void {
  const media = operation?.scope === undefined ? undefined : operation.media;
  const isTaken = media === undefined ? acceptsJson(accept) : acceptsMedia(accept, media);
  if (isTaken) return;
  throw new ApiProblem(
    'not-acceptable',
    `The response is ${media === undefined ? 'JSON' : media}, which the Accept header excludes.`,
  );
}

/** Handles a read that needs no scope. Unknown addresses become a problem. */
export async function answerRead(
  desk: ApiDesk,
  { url, ifNoneMatch, isKeyed }: Read,
  headers: Headers,
): Promise<Response> {
  const { text, etag, link } = await readAnswer(desk, url);
  headers.set('ETag', etag);
  // Every request revalidates, so that published or hidden content is effective at once.
  headers.set('Cache-Control', `${isKeyed ? 'private' : 'public'}, no-cache`);
  if (link !== undefined) headers.set('Link', link);
  if (isUnchanged(ifNoneMatch, etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('Content-Type', 'application/json');
  return new Response(text, { headers });
}

interface Read {
  readonly url: URL;
  readonly ifNoneMatch: string | null;
  readonly isKeyed: boolean;
}

/** Throws unless the key has the operation's scope. Charges the limit of an expensive operation. */
export async function requireScope(
  desk: ApiDesk,
  operation: KeyedOperation,
  key: KnownKey | undefined,
): Promise<KnownKey> {
  const { scope } = operation;
  if (!key) {
    throw new ApiProblem(
      'invalid-key',
      `This request requires an API key with the scope ${scope}.`,
      {
        headers: { 'WWW-Authenticate': `Bearer scope="${scope}"` },
      },
    );
  }
  if (![scope, ...(operation.orScopes ?? [])].some((one) => key.scopes.includes(one))) {
    throw new ApiProblem(
      'missing-scope',
      `This request requires an API key with the scope ${scope}.`,
      {
        headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
      },
    );
  }
  if (operation.isHeavy) await takeFrom(desk.limits, HEAVY_LIMIT, key.id);
  return key;
}

interface KeyedRequest {
  readonly url: URL;
  readonly key: KnownKey;
  readonly requestId: string;
  readonly sent: string;
}

/** Handles a request whose key has the scope. Nothing may cache the response. */
export async function answerKeyed(
  desk: ApiDesk,
  operation: KeyedOperation,
  { url, key, requestId, sent }: KeyedRequest,
  headers: Headers,
): Promise<Response> {
  const values = findOperations([operation], url.pathname)[0]?.values ?? {};
  const { id, name, scopes } = key;
  const trace = { member: { id, email: `API key ‘${name}’` }, requestId };
  const program = { keyId: id, name, scopes, trace };
  const body = await runKeyedOperation(desk, operation, values, url, program, sent);
  const text = operation.media === undefined ? JSON.stringify(body) : String(body);
  const { nextCursor } = body as { nextCursor?: string | null };
  headers.set('Cache-Control', 'private, no-store');
  headers.set('Content-Type', operation.media ?? 'application/json');
  if (nextCursor) headers.set('Link', linkTo(desk, url, nextCursor));
  return new Response(text, { headers });
}

export interface PlainRequest {
  readonly address: string;
  readonly accept: string | null;
  readonly ifNoneMatch: string | null;
}

/**
 * Responds from the cache, and charges the rate limit for it. Returns `undefined` without charging if the
 * regular handler must respond.
 */
export async function answerKnown(
  { answers, limits }: Pick<ApiDesk, 'answers' | 'limits'>,
  { address, accept, ifNoneMatch }: PlainRequest,
  network: string,
): Promise<{ answer: ApiAnswer; allowance: Allowance; isUnchanged: boolean } | undefined> {
  const answer = answers.get(address);
  if (!answer || !acceptsJson(accept)) return undefined;
  try {
    const allowance = await takeFrom(limits, ANONYMOUS_LIMIT, addressBlock(network));
    return { answer, allowance, isUnchanged: isUnchanged(ifNoneMatch, answer.etag) };
  } catch {
    return undefined;
  }
}

/** The headers of a cached response that do not depend on the request. */
export function headersOfKnown({ link }: ApiAnswer): Record<string, string> {
  const headers = { ...OPEN_TO_ALL, Vary: VARY, 'Cache-Control': 'public, no-cache' };
  return link === undefined ? headers : { ...headers, Link: link };
}

/**
 * Charges the rate limit of the key, or of the IP address without a key. A wrong key is refused and charges the
 * address, so that keys cannot be guessed.
 */
export async function admit(
  desk: ApiDesk,
  { authorization, address }: Caller,
  headers: Headers,
): Promise<KnownKey | undefined> {
  const key = await findKeyOf(desk, authorization);
  if (key) {
    const limit = keyLimit(key.perMinute);
    await setRateLimitHeaders(headers, limit, takeFrom(desk.limits, limit, key.id));
    return key;
  }
  const block = addressBlock(address);
  await setRateLimitHeaders(
    headers,
    ANONYMOUS_LIMIT,
    takeFrom(desk.limits, ANONYMOUS_LIMIT, block),
  );
  if (authorization === null) return undefined;
  throw new ApiProblem('invalid-key', 'The Authorization header contains no valid API key.', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
}

type Allowance = Readonly<Record<'RateLimit-Policy' | 'RateLimit', string>>;

/** Rejects if the limit is exhausted. */
async function takeFrom(limits: RateLimits, limit: RateLimit, key: string): Promise<Allowance> {
  const { remaining, fullAfterSeconds } = await limits.take(limit, key);
  return allowanceOf(limit, remaining, fullAfterSeconds);
}

/** Sets the rate limit headers, also if the limit is exhausted. */
async function setRateLimitHeaders(
  headers: Headers,
  limit: RateLimit,
  taking: Promise<Allowance>,
): Promise<void> {
  let allowance = allowanceOf(limit, 0, windowOf(limit));
  try {
    allowance = await taking;
  } finally {
    for (const [name, value] of Object.entries(allowance)) headers.set(name, value);
  }
}

function allowanceOf(limit: RateLimit, remaining: number, fullAfterSeconds: number): Allowance {
  return {
    'RateLimit-Policy': `"${limit.name}";q=${limit.burst};w=${windowOf(limit)}`,
    RateLimit: `"${limit.name}";r=${remaining};t=${fullAfterSeconds}`,
  };
}

function windowOf({ burst, perMinute }: RateLimit): number {
  return Math.round((burst / perMinute) * 60);
}

function readDocument({ settings }: ApiDesk, url: URL) {
  readQuery(v.object({}), url.searchParams);
  return { body: describeApi(settings), isKept: true };
}

/** Reads a public response from the cache, or computes and caches it. */
async function readAnswer(desk: ApiDesk, url: URL): Promise<ApiAnswer> {
  const address = url.pathname + url.search;
  const known = desk.answers.get(address);
  if (known) return known;
  const { revision } = desk.answers;
  const { body, isKept: isSaved } =
    url.pathname === OPENAPI_PATH ? readDocument(desk, url) : await runOperation(desk, url);
  const { nextCursor } = body as { nextCursor?: string | null };
  const text = JSON.stringify(body);
  const answer = {
    text,
    etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
    link: nextCursor ? linkTo(desk, url, nextCursor) : undefined,
  };
  if (isSaved) desk.answers.put(address, answer, revision);
  return answer;
}

function linkTo({ settings }: ApiDesk, { pathname, search }: URL, cursor: string): string {
  const next = new URL(settings.origin + pathname + search);
  next.searchParams.set('cursor', cursor);
  return `<${next.href}>; rel="next"`;
}

/** Compares ETags weakly, because a compressing proxy marks them as weak. */
function isUnchanged(known: string | null, etag: string): boolean {
  if (known === null) return false;
  return known
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
}

function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof RefusedError) return refusalOf(error);
  if (isDatabaseAway(error))
    return new ApiProblem('unavailable', 'The API is temporarily unavailable. Try again shortly.');
  return new ApiProblem('fault', 'Something went wrong on our side. Try again in a moment.');
}

function refusalOf({ status, message, field, retryAfterSeconds }: RefusedError): ApiProblem {
  switch (status) {
    case 429:
      return new ApiProblem('too-many-requests', message, {
        headers: { 'Retry-After': String(retryAfterSeconds ?? 60) },
      });
    case 403:
      return new ApiProblem('missing-scope', message);
    case 404:
      return new ApiProblem('not-found', message, { parameter: field });
    case 409:
      return new ApiProblem('conflict', message);
    case 503:
      return new ApiProblem('unavailable', message);
    default:
      return new ApiProblem('invalid-body', message, { parameter: field });
  }
}

/** A missing Accept header accepts everything. */
function acceptsJson(accept: string | null): boolean {
  return accepts(accept, [...JSON_TYPES, 'application/*', '*/*']);
}

function acceptsMedia(accept: string | null, media: string): boolean {
  return accepts(accept, [media, media.replace(/\/.*/, '/*'), '*/*']);
}

function accepts(accept: string | null, ranges: readonly string[]): boolean {
  if (accept === null || accept.trim() === '') return true;
  return accept.split(',').some((entry) => {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return (
      ranges.includes(range) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    );
  });
}
