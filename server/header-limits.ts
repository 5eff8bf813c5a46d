import type { IncomingHttpHeaders } from 'node:http';
import { PROVIDER_HEADERS } from '../app/orders/server/payment/payment-providers.ts';

/** The limit of lists of types, encodings or names: several times what clients send. */
const LIST = 1_000;
const VALUE = 200;

/**
 * Limits for the headers that this process or a library parses. All headers together may have 16
 * KB, which would keep a slow parser busy.
 */
export const HEADER_LIMITS: Readonly<Record<string, number>> = {
  accept: LIST,
  'accept-encoding': LIST,
  'accept-language': LIST,
  'access-control-request-headers': LIST,
  'access-control-request-method': VALUE,
  authorization: 4_096,
  'cache-control': VALUE,
  connection: VALUE,
  'content-disposition': LIST,
  'content-length': VALUE,
  'content-type': LIST,
  // The limit of nginx for a header line: other products on the same domain set cookies too.
  cookie: 8_192,
  expect: VALUE,
  forwarded: LIST,
  host: 300,
  'if-match': LIST,
  'if-modified-since': VALUE,
  'if-none-match': LIST,
  'if-range': VALUE,
  'if-unmodified-since': VALUE,
  // Origins contain no path.
  origin: 300,
  'page-language': VALUE,
  purpose: VALUE,
  range: VALUE,
  'sec-fetch-dest': VALUE,
  'sec-fetch-mode': VALUE,
  'sec-fetch-site': VALUE,
  'sec-purpose': VALUE,
  'sec-websocket-extensions': LIST,
  'sec-websocket-key': VALUE,
  'sec-websocket-protocol': LIST,
  'sec-websocket-version': VALUE,
  'transfer-encoding': VALUE,
  'tus-resumable': VALUE,
  upgrade: VALUE,
  'upload-concat': LIST,
  'upload-defer-length': VALUE,
  'upload-length': VALUE,
  'upload-metadata': 4_096,
  'upload-offset': VALUE,
  'user-agent': 2_000,
  via: LIST,
  'visitor-secret': VALUE,
  'webhook-id': VALUE,
  'webhook-signature': LIST,
  'webhook-timestamp': VALUE,
  'x-forwarded-for': 2_000,
  'x-forwarded-host': LIST,
  'x-forwarded-proto': VALUE,
  'x-http-method-override': VALUE,
  'x-moz': VALUE,
  'x-real-ip': VALUE,
  'x-request-id': VALUE,
  ...PROVIDER_HEADERS,
};

/** Returns the name of a header that exceeds its limit; the server answers 431. */
export function tooLongHeader(headers: IncomingHttpHeaders): string | undefined {
  for (const name in headers) {
    const value = headers[name];
    // Node joins repeated headers to one text with commas.
    const length = typeof value === 'string' ? value.length : 0;
    if (length > (HEADER_LIMITS[name] ?? Infinity)) return name;
  }
  return undefined;
}
