import type { MiddlewareHandler } from 'hono';
import { boundaryOf } from '../app/files/upload/multipart.server.ts';
import { takeForm } from '../app/files/upload/take-form.server.ts';
import type { Host, RequestInfo } from '../app/host.ts';
import { BUYER_PURPOSES, placeOfBuyer } from '../app/orders/files/order-places.server.ts';
import { RefusedError } from '../app/platform/errors.ts';
import { addressBlock } from '../app/platform/rate-limit.ts';

const ORDER_PAGE = /^\/order\/([\w-]{43})$/;
/** A form at a time may have ten files: fewer than of single ones. */
const LIMIT = { name: 'order-forms', burst: 20, perMinute: 6 };

type Env = { Variables: { info: RequestInfo } };

/**
 * Plain forms with files, of browsers without scripts: their files go to the disk as they come, and what
 * the router gets is the form with the files' ids. Everything else it leaves alone.
 */
export function takeFileForms(host: Host): MiddlewareHandler<Env> {
  return async (c, next) => {
    const boundary =
      c.req.method === 'POST' ? boundaryOf(c.req.header('Content-Type') ?? null) : undefined;
    const [, secret] = ORDER_PAGE.exec(c.req.path) ?? [];
    const purpose = BUYER_PURPOSES.find((known) => known === c.req.query('for'));
    const { body } = c.req.raw;
    if (boundary === undefined || secret === undefined || !purpose || !body) return next();
    try {
      const info = c.get('info');
      await host.limits.take(LIMIT, addressBlock(info.address));
      const network = addressBlock(info.address);
      const place = {
        ...(await placeOfBuyer(host.db, secret, purpose, host.settings)),
        network,
      };
      const length = Number(c.req.header('Content-Length') ?? Number.NaN);
      const { fields, problems } = await takeForm(host, place, {
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

function withFields({ url, headers: sent, signal }: Request, fields: URLSearchParams): Request {
  const body = fields.toString();
  const headers = new Headers(sent);
  headers.set('Content-Type', 'application/x-www-form-urlencoded');
  headers.set('Content-Length', String(Buffer.byteLength(body)));
  return new Request(url, { method: 'POST', headers, body, signal });
}

/**
 * What was still to come is not read. Where the order has gone on meanwhile, as it has for whoever loads the
 * answer to their form anew, the page says how it stands.
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
