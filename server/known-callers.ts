import { hash } from 'node:crypto';
import { addressBlock, networksOf } from '../app/platform/rate-limit.ts';
import { RecentlyUsed } from '../app/platform/recently-used.ts';
import type { RequestInfo } from '../app/host.ts';
import { isLoopback } from './client-address.ts';
import type { Asker } from './fair-queue.ts';

/** Longer than the interval between requests of an open dashboard or chat. */
const KNOWN_FOR_MS = 10 * 60_000;
const MAX_CALLERS = 10_000;

/**
 * Guesses the concurrency group of a request from what earlier requests with the same cookie turned
 * out to be. This needs no query, and an invented cookie gains nothing. It never decides about
 * permissions.
 */
export class KnownCallers {
  readonly #callers = new RecentlyUsed<string, { readonly who: string; readonly until: number }>(
    MAX_CALLERS,
  );

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
    if (who) this.#callers.put(credential, { who, until: performance.now() + KNOWN_FOR_MS });
    else this.#callers.drop(credential);
  }

  #find(cookies: string | null, cookie: RegExp): string | undefined {
    const credential = credentialOf(cookies, cookie);
    const known = credential === undefined ? undefined : this.#callers.find(credential);
    return known && performance.now() < known.until ? known.who : undefined;
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
