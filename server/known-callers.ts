import { hash } from 'node:crypto';
import { addressBlock, networksOf } from '../app/platform/rate-limit.ts';
import { LRUCache } from 'lru-cache';
import type { RequestInfo, AppContext } from '../app/app-context.ts';
import { isLoopback } from './client-address.ts';
import type { Asker } from './fair-queue.ts';
import type { IncomingMessage } from 'node:http';
import type { CachedResponse } from './answer-forms.ts';
import { UNKNOWN_ROUTE } from './page-cache.ts';
import { RESOURCE_POLICY, securityHeaders } from './security-headers.ts';

/** Longer than the interval between requests of an open dashboard or chat. */
const KNOWN_FOR_MS = 10 * 60_000;
const MAX_CALLERS = 10_000;

/**
 * Guesses the concurrency group of a request from what earlier requests with the same cookie turned
 * out to be. This needs no query, and an invented cookie gains nothing. It never decides about
 * permissions.
 */
export class KnownCallers {
  readonly #callers = new LRUCache<string, string>({ max: MAX_CALLERS, ttl: KNOWN_FOR_MS });

  askerOf(cookies: string | null, { address }: RequestInfo): Asker {
    // The widest network of one customer.
    const share = networksOf(addressBlock(address)).at(-1) ?? '';
    const isCrowd = isLoopback(address);
    const member = this.#find(cookies, SESSION);
    if (member !== undefined) return { lane: 'member', share: member };
    if (this.#find(cookies, VISITOR) === undefined) return { lane: 'stranger', share, isCrowd };
    // A network may start many chats, so its chats share one queue.
    return { lane: 'browser', share, isCrowd };
  }

  /** Called after the response, when the routes have identified the client. */
  learn(cookies: string | null, { who }: RequestInfo, status: number): void {
    if (!who && status !== 401) return;
    const credential = credentialOfAsker(cookies, who);
    if (credential === undefined) return;
    if (who) this.#callers.set(credential, who);
    else this.#callers.delete(credential);
  }

  #find(cookies: string | null, cookie: RegExp): string | undefined {
    const credential = credentialOf(cookies, cookie);
    return credential === undefined ? undefined : this.#callers.peek(credential);
  }
}

const SESSION = /(?:^|;\s*)(?:__Host-)?embarka\.session_token=([^;]{1,400})(?:;|$)/;
const VISITOR = /(?:^|;\s*)(?:__Host-)?embarka_(?:visitor|widget)=([^;]{1,400})(?:;|$)/;

/**
 * Uses the cookie that proved an identity, or that failed to. Any other cookie may be invented, and
 * a client with a new one for each request would evict all other entries.
 */
export function credentialOfAsker(
  cookies: string | null,
  who: string | undefined,
): string | undefined {
  return credentialOf(cookies, who?.startsWith('browser') ? VISITOR : SESSION);
}

export function credentialsIn(cookies: string | undefined): readonly string[] {
  if (cookies === undefined) return [];
  return [SESSION, VISITOR]
    .map((cookie) => credentialOf(cookies, cookie))
    .filter((credential) => credential !== undefined);
}

/** Hashes a cookie together with its name; ignores cookies longer than ours. */
function credentialOf(cookies: string | null, cookie: RegExp): string | undefined {
  const found = cookie.exec(cookies ?? '')?.[1];
  return found && hash('sha256', `${cookie.source} ${found}`, 'base64url');
}

/** Short enough that the remaining waiting time in the answer stays correct to the second. */
const REFUSED_FOR_MS = 1_000;

const MAX_REFUSALS = 1_000;

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

interface Refusal {
  readonly answer: CachedResponse;
  readonly until: number;
}

/**
 * Repeats a 429 from memory for one second: identifying the client, language and route costs thirty
 * times as much, and a flood consists of such requests. Only for reads, keyed by the cookie that
 * identified the client, as the limits count by member and browser.
 */
export class KnownRefusals {
  readonly #appContext: Pick<AppContext, 'clock' | 'settings'>;
  readonly #known = new LRUCache<string, Refusal>({ max: MAX_REFUSALS });

  constructor(appContext: Pick<AppContext, 'clock' | 'settings'>) {
    this.#appContext = appContext;
  }

  find({ method, url = '', headers }: Asked): CachedResponse | undefined {
    if (this.#known.size === 0 || method !== 'GET') return undefined;
    const language = headers['page-language'];
    for (const credential of credentialsIn(headers.cookie)) {
      const key = keyOf(credential, url, typeof language === 'string' ? language : null);
      const known = this.#known.peek(key);
      if (!known) continue;
      const left = known.until - this.#appContext.clock.now().getTime();
      // Setting back the clock must not make anybody wait until the old time returns.
      if (left > 0 && left <= REFUSED_FOR_MS) return known.answer;
      this.#known.delete(key);
    }
    return undefined;
  }

  /** Called after the response, when the routes have identified the client. */
  async learn(
    request: Request,
    { who, route = UNKNOWN_ROUTE }: RequestInfo,
    response: Response,
  ): Promise<void> {
    const { status, headers } = response;
    if (status !== 429 || request.method !== 'GET' || !who) return;
    const seconds = headers.get('Retry-After');
    if (headers.get('Content-Type') !== 'application/json' || seconds === null) return;
    const credential = credentialOfAsker(request.headers.get('Cookie'), who);
    if (credential === undefined) return;
    const { pathname } = new URL(request.url);
    const key = keyOf(credential, pathname, request.headers.get('Page-Language'));
    const body = Buffer.from(await response.clone().arrayBuffer());
    const until = this.#appContext.clock.now().getTime() + REFUSED_FOR_MS;
    this.#known.set(key, { until, answer: this.#answerOf(body, seconds, route) });
  }

  #answerOf(body: Buffer<ArrayBuffer>, seconds: string, route: string): CachedResponse {
    return {
      status: 429,
      headers: {
        ...securityHeaders(this.#appContext.settings.origin),
        'Content-Security-Policy': RESOURCE_POLICY,
        'Cache-Control': 'no-store',
        'Content-Type': 'application/json',
        'Content-Length': String(body.byteLength),
        'Retry-After': seconds,
      },
      body,
      route,
    };
  }
}

/** The key ignores the query, because limits are counted before the query is read. */
function keyOf(credential: string, address: string, language: string | null): string {
  const end = address.indexOf('?');
  const path = end === -1 ? address : address.slice(0, end);
  return `${credential} ${language ?? ''} ${path}`;
}
