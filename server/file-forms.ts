import type { MiddlewareHandler } from 'hono';
import { boundaryOf } from '../app/files/server/upload/multipart.server.ts';
import { takeForm } from '../app/files/server/upload/take-form.server.ts';
import type { AppContext, RequestInfo } from '../app/app-context.ts';
import type { UploadPlace } from '../app/chat/server/files/upload-place.server.ts';
import {
  BUYER_PURPOSES,
  placeOfBuyer,
  placeOfForm,
} from '../app/orders/server/files/order-file-rules.server.ts';
import { keyOfClient } from '../app/clients/server/key-of-client.server.ts';
import { RefusedError } from '../app/platform/errors.ts';
import { isUuid } from '../app/platform/fields.ts';
import { addressBlock } from '../app/platform/rate-limit.ts';

const ORDER_PAGE = /^\/order\/([\w-]{43})$/;
const ORDER_FORM = /^\/services\/[^/]+\/[^/]+\/order$/;
const ACCOUNT_PAGE = /\/account\/orders\/(E-\d{1,9})$/;
/** One form may contain ten files, so the limit is lower than that for single files. */
const LIMIT = { name: 'order-forms', burst: 20, perMinute: 6 };

type Env = { Variables: { info: RequestInfo } };

/**
 * Handles multipart forms of browsers without scripts: streams their files to disk and passes the
 * form with the files' ids to the router. Ignores all other requests.
 */
export function takeFileForms(appContext: AppContext): MiddlewareHandler<Env> {
  return async (c, next) => {
    const boundary =
      c.req.method === 'POST' ? boundaryOf(c.req.header('Content-Type') ?? null) : undefined;
    const cookies = c.req.header('Cookie');
    const findPlace = readPlace(appContext, c.req.path, c.req.query('for') ?? '', cookies);
    const { body } = c.req.raw;
    if (boundary === undefined || !findPlace || !body) return next();
    try {
      const info = c.get('info');
      await appContext.limits.take(LIMIT, addressBlock(info.address));
      const network = addressBlock(info.address);
      const place = { ...(await findPlace()), network };
      const length = Number(c.req.header('Content-Length') ?? Number.NaN);
      const { fields, problems } = await takeForm(appContext, place, {
        body,
        boundary,
        length: Number.isSafeInteger(length) ? length : undefined,
      });
      info.fileProblems = problems;
      c.req.raw = withFields(c.req.raw, fields);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return refuse(error, c.req.path);
    }
    return next();
  };
}

/** The query names what the files of an order are for, or the key of the order form. */
function readPlace(
  appContext: AppContext,
  path: string,
  query: string,
  cookies: string | undefined,
): (() => UploadPlace | Promise<UploadPlace>) | undefined {
  const { db, settings } = appContext;
  if (ORDER_FORM.test(path)) {
    return isUuid(query) ? () => placeOfForm(query, settings) : undefined;
  }
  const [, secret] = ORDER_PAGE.exec(path) ?? [];
  const [, number] = ACCOUNT_PAGE.exec(path) ?? [];
  const purpose = BUYER_PURPOSES.find((known) => known === query);
  if (!purpose) return undefined;
  if (secret !== undefined) return () => placeOfBuyer(db, secret, purpose, settings);
  if (number === undefined) return undefined;
  return async () =>
    placeOfBuyer(db, await keyOfClient(appContext, cookies, number, purpose), purpose, settings);
}

function withFields({ url, headers: sent, signal }: Request, fields: URLSearchParams): Request {
  const body = fields.toString();
  const headers = new Headers(sent);
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
  headers.set('Content-Length', String(Buffer.byteLength(body)));
  return new Request(url, { method: 'POST', headers, body, signal });
}

/**
 * Refuses a form without reading the rest. On 409 the order has changed, for example because the
 * form was sent twice by a reload, so the answer redirects to the order's page.
 */
function refuse({ status, message, retryAfterSeconds }: RefusedError, page: string): Response {
  if (status === 409) {
    const headers = { Location: page, 'Cache-Control': 'no-store', Connection: 'close' };
    return new Response(null, { status: 303, headers });
  }
  return new Response(message, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
  });
}
