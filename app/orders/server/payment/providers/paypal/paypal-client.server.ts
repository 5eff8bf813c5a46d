import { Client, Environment } from '@paypal/paypal-server-sdk';
import type { PayPalSettings } from '../../../../../platform/payment-settings.server.ts';

const TIMEOUT_MS = 15_000;

/** The part of the axios interface that PayPal's package uses for its HTTP adapter. */
interface Sent {
  readonly url: string;
  readonly method?: string;
  readonly headers: { toJSON(): Record<string, string | null | undefined> };
  readonly data?: string | URLSearchParams | Buffer;
  readonly signal?: AbortSignal;
}

/**
 * Creates PayPal's client for the configured URL. The package has only two fixed environments, so an HTTP
 * adapter replaces the origin.
 */
export function paypalClient({ clientId, clientSecret, url }: PayPalSettings): Client {
  const { origin } = new URL(url);
  return new Client({
    environment: Environment.Production,
    timeout: TIMEOUT_MS,
    clientCredentialsAuthCredentials: { oAuthClientId: clientId, oAuthClientSecret: clientSecret },
    unstable_httpClientOptions: { adapter: (sent: Sent) => sendTo(origin, sent) },
  });
}

async function sendTo(origin: string, sent: Sent) {
  const { pathname, search } = new URL(sent.url);
  const headers = new Headers(
    Object.entries(sent.headers.toJSON()).flatMap(([name, value]) =>
      value == null ? [] : [[name, value] as [string, string]],
    ),
  );
  headers.delete('Content-Length');
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(origin + pathname + search, {
    method: (sent.method ?? 'get').toUpperCase(),
    headers,
    ...(sent.data === undefined ? {} : { body: sent.data as BodyInit }),
    signal: sent.signal ? AbortSignal.any([sent.signal, limit]) : limit,
  });
  return {
    data: await response.text(),
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    config: sent,
    request: {},
  };
}
