import {
  Hono,
  type Context,
  type HonoRequest,
  type Input,
  type MiddlewareHandler,
  type TypedResponse,
} from 'hono';
import type { JSONParsed } from 'hono/utils/types';
import type * as v from 'valibot';
import type { AppContext, RequestInfo } from '../app-context.ts';
import type { Trace } from '../platform/change/audit.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { addressBlock, type RateLimit } from '../platform/rate-limit.ts';
import { checkForm, parseForm } from '../platform/read-form.ts';
import { t } from '../i18n/translate.ts';
import { explainAsText, json as toJson } from './answer.server.ts';
import { checkJson } from './read-request.server.ts';

export interface BodyLimit {
  readonly bytes: number;
  /** The limit in words, for the error message. */
  readonly said: string;
}

/** The largest form or message; a message has at most 4,000 characters. */
export const BODY_LIMIT: BodyLimit = { bytes: 64 * 1024, said: '64 KB' };

const ofBodies = new WeakSet<object>();

export function tooLarge({ said }: BodyLimit): RefusedError {
  const message = t('This is too large to send. The limit is {limit}.', { limit: said });
  const error = new RefusedError(413, message);
  ofBodies.add(error);
  return error;
}

/** Returns true if the body is above its limit. A field that is too long is refused with 413 as well. */
export function isTooLarge(error: Error): boolean {
  return ofBodies.has(error);
}

/** `server/app.ts` provides these values for every endpoint. */
export interface EndpointVariables {
  /** The app context in the language of the request. */
  readonly appContext: AppContext;
  readonly info: RequestInfo;
  /** Reads the whole body. Throws RefusedError 413 above the limit. */
  readonly readBody: (limit: BodyLimit) => Promise<Uint8Array<ArrayBuffer>>;
  /** Runs work in the fair queue of requests. Inside such work it runs at once. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** The limit of a form that a page handles. */
  pageBody?: BodyLimit;
  /** A guard sets this if its routes report errors in another form than JSON. */
  explain?: (error: Error) => Response | undefined;
}

export interface EndpointEnv {
  Variables: EndpointVariables;
}

/** Every guard sets these values. */
export interface CallerEnv extends EndpointEnv {
  Variables: EndpointVariables & {
    /** Rate limits are counted for this key: a member, a browser or a network. */
    caller: string;
    trace: Trace;
  };
}

/** A function that only reads takes this instead of a context, to which a route may have added more. */
export interface Reading<E extends EndpointEnv> {
  readonly req: HonoRequest;
  readonly var: Readonly<E['Variables']>;
}

export const createRouter = () => new Hono<EndpointEnv>();

interface Guard {
  readonly kind: 'anyone' | 'member' | 'client' | 'browser' | 'visitor' | 'signed' | 'apiKey';
  /**
   * Signatures and keys authenticate the request, and no cookie does, so programs may write without an Origin
   * header. All other writes must come from our own pages.
   */
  readonly needsOrigin: boolean;
  /** The route only raises the limit of a page's form, and the page handles the request. */
  readonly isOfPage?: boolean;
}

const guards = new WeakMap<object, Guard>();

/** Returns the guard if this handler of a route is one. */
export function guardOf(handler: object): Guard | undefined {
  return guards.get(handler);
}

/**
 * Declares a guard. `admit` authenticates the caller before the body is read; it throws RefusedError or returns the
 * response for a caller who is not admitted.
 */
export function guard<Env extends CallerEnv>(
  kind: Guard['kind'],
  admit: (c: Context<Env>) => Promise<Response | void>,
): MiddlewareHandler<Env> {
  const handler: MiddlewareHandler<Env> = async (c, next) => {
    const { inTurn } = c.var;
    // A slow sender must not occupy the queue, so the body is read between two turns.
    if (hasBody(c)) return (await inTurn(() => admit(c))) ?? next();
    return inTurn(async () => (await admit(c)) ?? next());
  };
  guards.set(handler, { kind, needsOrigin: kind !== 'signed' && kind !== 'apiKey' });
  return handler;
}

function hasBody({ req }: Reading<EndpointEnv>): boolean {
  return req.method !== 'GET' && req.method !== 'HEAD' && req.raw.body !== null;
}

/** A limit for visitors can count by network, because a network may have any number of browsers. */
export function limit(
  rate: RateLimit,
  by: 'caller' | 'network' = 'caller',
): MiddlewareHandler<CallerEnv> {
  return async (c, next) => {
    const { appContext, info, caller } = c.var;
    await appContext.limits.take(rate, by === 'caller' ? caller : addressBlock(info.address));
    await next();
  };
}

const bodySteps = new WeakSet<object>();

/** Returns true if this handler of a route reads the body. Every write has one, even if it expects nothing. */
export function readsBody(handler: object): boolean {
  return bodySteps.has(handler);
}

/** Reads the body after guard and rate limit. */
function withBody<E extends EndpointEnv, I extends Input>(
  most: BodyLimit,
  use: (c: Context<E, string, I>, body: Uint8Array<ArrayBuffer>) => void | Promise<void>,
): MiddlewareHandler<E, string, I> {
  const handler: MiddlewareHandler<E, string, I> = async (c, next) => {
    const { readBody, inTurn }: EndpointVariables = c.var;
    const body = await readBody(most);
    await inTurn(async () => {
      await use(c, body);
      await next();
    });
  };
  bodySteps.add(handler);
  return handler;
}

type Checked<Target extends string, S extends v.GenericSchema> = {
  in: Record<Target, v.InferInput<S>>;
  out: Record<Target, v.InferOutput<S>>;
};

/** The body is JSON of this schema: `c.req.valid('json')`. */
export function json<S extends v.GenericSchema>(schema: S) {
  return withBody<EndpointEnv, Checked<'json', S>>(BODY_LIMIT, ({ req }, body) =>
    req.addValidatedData('json', checkJson(new TextDecoder().decode(body), schema) as object),
  );
}

/** The body is a form of this schema: `c.req.valid('form')`. */
export function form<S extends v.GenericSchema>(schema: S) {
  return withBody<EndpointEnv, Checked<'form', S>>(BODY_LIMIT, async ({ req }, body) => {
    const sent = await parseForm(body, req.header('Content-Type') ?? null);
    req.addValidatedData('form', checkForm(sent, schema) as object);
  });
}

interface BytesEnv extends EndpointEnv {
  Variables: EndpointVariables & { body: Uint8Array<ArrayBuffer> };
}

/** The body is read as bytes: `c.var.body`. */
export function bytes(most: BodyLimit = BODY_LIMIT) {
  return withBody<BytesEnv, Input>(most, (c, body) => c.set('body', body));
}

/** The response has a Content-Length, so that short ones are not compressed. */
export function respond<T extends object>(
  _c: Context,
  body: T,
  headers: Readonly<Record<string, string>> = {},
): Response & TypedResponse<JSONParsed<T>, 200, 'json'> {
  return toJson(body, headers) as Response & TypedResponse<JSONParsed<T>, 200, 'json'>;
}

/** A page's form may be larger than others, if the guard admits the sender before the body is read. */
export function largeForm<Env extends CallerEnv>(
  admit: MiddlewareHandler<Env>,
  most: BodyLimit,
): MiddlewareHandler<Env> {
  const handler: MiddlewareHandler<Env> = async (c, next) => {
    // A chunked body may have any size.
    const isLarge = Number(c.req.header('Content-Length') ?? Infinity) > BODY_LIMIT.bytes;
    if (!isLarge) return next();
    if (c.req.header('Accept')?.includes('text/html')) c.set('explain', explainAsText);
    return admit(c, () => {
      c.set('pageBody', most);
      return next();
    });
  };
  const declared = guardOf(admit);
  if (declared) guards.set(handler, { ...declared, isOfPage: true });
  return handler;
}
