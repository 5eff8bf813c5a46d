import { hash } from 'node:crypto';
import * as v from 'valibot';
import { isDatabaseAway } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock, type RateLimit, type RateLimits } from '../../platform/rate-limit.ts';
import { findKeyOf, type KnownKey } from './api-keys.server.ts';
import type { ApiAnswer, KeptAnswers } from './kept-answers.server.ts';
import { acceptsJson, acceptsMedia } from './accepts-json.ts';
import { findOperations, type FoundOperation } from './find-operation.ts';
import { describeApi } from './openapi.server.ts';
import type { ApiHost, KeyedOperation, Operation } from './operation.ts';
import { OPERATIONS } from './operations.server.ts';
import { isOpenToAll, OPEN_TO_ALL } from './open-to-all.server.ts';
import { ApiProblem, describeProblem } from './problem.ts';
import { readQuery } from './read-parameters.ts';
import { runKeyedOperation, runOperation } from './run-operation.server.ts';
import { ANONYMOUS_LIMIT, HEAVY_LIMIT, keyLimit, OPENAPI_PATH } from '../protocol/rules.ts';

/** Cached until a review or a setting changes. */
export interface KnownAnswers extends Pick<ApiHost, 'ratings'> {
  readonly answers: KeptAnswers;
}

export interface ApiDesk extends ApiHost, KnownAnswers {
  readonly limits: RateLimits;
}

export interface Caller {
  /** The client's IP address, as far as trusted proxies vouch for it. */
  readonly address: string;
  readonly id: string;
}

const VARY = 'Accept, Authorization';

/** Handles a request to the API. Every error becomes problem details (RFC 9457). */
export async function answerApi(
  desk: ApiDesk,
  request: Request,
  caller: Caller,
): Promise<Response> {
  const url = new URL(request.url);
  const offered = findOperations(OPERATIONS, url.pathname);
  const isOpen = isOpenToAll(offered);
  const headers = new Headers({ ...(isOpen ? OPEN_TO_ALL : {}), Vary: VARY });
  const methods = methodsOf(offered);
  if (request.method === 'OPTIONS') return answerPreflight(headers, methods, isOpen);
  try {
    const key = await admit(desk, request, caller, headers);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = offered.find(({ operation }) => operation.method === method);
    const isKnown = found !== undefined || (offered.length === 0 && method === 'GET');
    if (!isKnown) {
      throw new ApiProblem('method-not-allowed', `${request.method} is not offered here.`, {
        headers: { Allow: methods },
      });
    }
    const operation = found?.operation;
    requireAccepted(request, operation);
    return operation?.scope === undefined
      ? await answerRead(desk, request, url, key !== undefined, headers)
      : await answerKeyed({ desk, request, caller, url, key, headers }, operation, found!.values);
  } catch (error) {
    const problem = toProblem(error);
    if (problem.kind === 'fault' || problem.kind === 'unavailable') {
      desk.log.error({ err: error, requestId: caller.id }, 'API request failed');
    }
    for (const [name, value] of Object.entries(problem.headers)) headers.set(name, value);
    headers.set('Content-Type', 'application/problem+json');
    headers.set('Cache-Control', 'no-store');
    const body = describeProblem(problem, desk.settings.origin, caller.id);
    return new Response(JSON.stringify(body), { status: body.status, headers });
  }
}

/** Unknown paths list the reading methods. */
function methodsOf(offered: readonly FoundOperation[]): string {
  const methods = offered.map(({ operation }) => operation.method);
  const reading = methods.includes('GET') || methods.length === 0 ? ['GET', 'HEAD'] : [];
  return [...reading, ...methods.filter((method) => method !== 'GET'), 'OPTIONS'].join(', ');
}

/** Other sites get no CORS headers for keyed operations, because such a key must not be used in a page. */
function answerPreflight(headers: Headers, methods: string, isOpen: boolean): Response {
  headers.set('Allow', methods);
  if (isOpen) {
    headers.set('Access-Control-Allow-Methods', methods);
    headers.set('Access-Control-Allow-Headers', 'Authorization, If-None-Match');
    headers.set('Access-Control-Max-Age', '86400');
  }
  return new Response(null, { status: 204, headers });
}

function requireAccepted(request: Request, operation: Operation | undefined): void {
  const accept = request.headers.get('Accept');
  const media = operation?.scope === undefined ? undefined : operation.media;
  const isTaken = media === undefined ? acceptsJson(accept) : acceptsMedia(accept, media);
  if (isTaken) return;
  throw new ApiProblem(
    'not-acceptable',
    `The Accept header leaves no room for ${media === undefined ? 'JSON' : media}.`,
  );
}

async function answerRead(
  desk: ApiDesk,
  request: Request,
  url: URL,
  isKeyed: boolean,
  headers: Headers,
): Promise<Response> {
  const { text, etag, link } = await readAnswer(desk, url);
  headers.set('ETag', etag);
  // Every request revalidates, so that published or hidden content is effective at once.
  headers.set('Cache-Control', `${isKeyed ? 'private' : 'public'}, no-cache`);
  if (link !== undefined) headers.set('Link', link);
  if (isUnchanged(request.headers.get('If-None-Match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('Content-Type', 'application/json');
  return new Response(text, { headers });
}

interface KeyedTurn {
  readonly desk: ApiDesk;
  readonly request: Request;
  readonly caller: Caller;
  readonly url: URL;
  readonly key: KnownKey | undefined;
  readonly headers: Headers;
}

/** Handles a request that needs a scope. Nothing may cache the response. */
async function answerKeyed(
  { desk, request, caller, url, key, headers }: KeyedTurn,
  operation: KeyedOperation,
  values: FoundOperation['values'],
): Promise<Response> {
  const { scope } = operation;
  if (!key) {
    throw new ApiProblem('invalid-key', `This needs a key with the scope ${scope}.`, {
      headers: { 'WWW-Authenticate': `Bearer scope="${scope}"` },
    });
  }
  if (![scope, ...(operation.orScopes ?? [])].some((one) => key.scopes.includes(one))) {
    throw new ApiProblem('missing-scope', `This needs a key with the scope ${scope}.`, {
      headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    });
  }
  if (operation.isHeavy) await takeFrom(desk.limits, HEAVY_LIMIT, key.id);
  const { id, name, scopes } = key;
  const trace = { member: { id, email: `API key ‘${name}’` }, requestId: caller.id };
  const program = { keyId: id, name, scopes, trace };
  const sent = operation.body ? await request.text() : '';
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
async function admit(
  desk: ApiDesk,
  request: Request,
  { address }: Caller,
  headers: Headers,
): Promise<KnownKey | undefined> {
  const sent = request.headers.get('Authorization');
  const key = await findKeyOf(desk, sent);
  if (key) {
    const limit = keyLimit(key.perMinute);
    await tell(headers, limit, takeFrom(desk.limits, limit, key.id));
    return key;
  }
  const block = addressBlock(address);
  await tell(headers, ANONYMOUS_LIMIT, takeFrom(desk.limits, ANONYMOUS_LIMIT, block));
  if (sent === null) return undefined;
  throw new ApiProblem('invalid-key', 'The Authorization header holds no key that counts.', {
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
async function tell(headers: Headers, limit: RateLimit, taking: Promise<Allowance>): Promise<void> {
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
  const { body, isKept } =
    url.pathname === OPENAPI_PATH ? readDocument(desk, url) : await runOperation(desk, url);
  const { nextCursor } = body as { nextCursor?: string | null };
  const text = JSON.stringify(body);
  const answer = {
    text,
    etag: `"${hash('sha256', text, 'base64url').slice(0, 22)}"`,
    link: nextCursor ? linkTo(desk, url, nextCursor) : undefined,
  };
  if (isKept) desk.answers.put(address, answer, revision);
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
    return new ApiProblem(
      'unavailable',
      'It is not available at the moment. Please try again shortly.',
    );
  return new ApiProblem('fault', 'The fault is ours. Please try again in a moment.');
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
