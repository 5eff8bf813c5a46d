import type { IncomingHttpHeaders } from 'node:http';

/** A list of types, encodings or names: several times what browsers and programs send. */
const LIST = 1_000;
/** A token, a number or a date. */
const VALUE = 200;

/**
 * How many characters a header may have that this process, or a library in it, takes apart. All headers
 * together have 16 KB, which is enough to keep the process busy where a parser is slow.
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
  // As long as the line of a header may be in nginx: other products on the same domain add to it.
  cookie: 8_192,
  expect: VALUE,
  forwarded: LIST,
  host: 300,
  'if-match': LIST,
  'if-modified-since': VALUE,
  'if-none-match': LIST,
  'if-range': VALUE,
  'if-unmodified-since': VALUE,
  // Browsers name here whoever shows the page; the address of a page is no part of it.
  origin: 300,
  'page-language': VALUE,
  'paypal-auth-algo': VALUE,
  'paypal-cert-url': LIST,
  'paypal-transmission-id': VALUE,
  'paypal-transmission-sig': LIST,
  'paypal-transmission-time': VALUE,
  range: VALUE,
  'sec-fetch-dest': VALUE,
  'sec-fetch-mode': VALUE,
  'sec-fetch-site': VALUE,
  'sec-websocket-extensions': LIST,
  'sec-websocket-key': VALUE,
  'sec-websocket-protocol': LIST,
  'sec-websocket-version': VALUE,
  'stripe-signature': LIST,
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
  'x-real-ip': VALUE,
  'x-request-id': VALUE,
};

/** The name of a header that is longer than anything needs; undefined where none is. Answer 431 to it. */
export function tooLongHeader(headers: IncomingHttpHeaders): string | undefined {
  for (const name in headers) {
    const value = headers[name];
    // One that came several times is one text already, joined by commas.
    const length = typeof value === 'string' ? value.length : 0;
    if (length > (HEADER_LIMITS[name] ?? Infinity)) return name;
  }
  return undefined;
}
