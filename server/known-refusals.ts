import type { IncomingMessage } from 'node:http';
import type { Host, RequestInfo } from '../app/host.ts';
import { RecentlyUsed } from '../app/platform/recently-used.ts';
import type { ReadyAnswer } from './answer-forms.ts';
import { UNKNOWN_ROUTE } from './page-cache.ts';
import { credentialOfAsker, credentialsIn } from './known-callers.ts';
import { RESOURCE_POLICY, securityHeaders } from './security-headers.ts';

/** Short enough that the remaining waiting time in the answer stays correct to the second. */
const KNOWN_FOR_MS = 1_000;
const MAX_REFUSALS = 1_000;

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

interface Refusal {
  readonly answer: ReadyAnswer;
  readonly until: number;
}

/**
 * Repeats a 429 from memory for one second: identifying the client, language and route costs thirty
 * times as much, and a flood consists of such requests. Only for reads, keyed by the cookie that
 * identified the client, as the limits count by member and browser.
 */
export class KnownRefusals {
  readonly #host: Pick<Host, 'clock' | 'settings'>;
  readonly #known = new RecentlyUsed<string, Refusal>(MAX_REFUSALS);

  constructor(host: Pick<Host, 'clock' | 'settings'>) {
    this.#host = host;
  }

  find({ method, url = '', headers }: Asked): ReadyAnswer | undefined {
    if (this.#known.size === 0 || method !== 'GET') return undefined;
    const language = headers['page-language'];
    for (const credential of credentialsIn(headers.cookie)) {
      const key = keyOf(credential, url, typeof language === 'string' ? language : null);
      const known = this.#known.find(key);
      if (!known) continue;
      const left = known.until - this.#host.clock.now().getTime();
      // Setting back the clock must not make anybody wait until the old time returns.
      if (left > 0 && left <= KNOWN_FOR_MS) return known.answer;
      this.#known.drop(key);
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
    const until = this.#host.clock.now().getTime() + KNOWN_FOR_MS;
    this.#known.put(key, { until, answer: this.#answerOf(body, seconds, route) });
  }

  #answerOf(body: Buffer<ArrayBuffer>, seconds: string, route: string): ReadyAnswer {
    return {
      status: 429,
      headers: {
        ...securityHeaders(this.#host.settings.origin),
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
