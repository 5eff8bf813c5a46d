import { hash } from 'node:crypto';
import { addressBlock, networksOf } from '../app/platform/rate-limit.ts';
import { RecentlyUsed } from '../app/platform/recently-used.ts';
import type { RequestInfo } from '../app/host.ts';
import { isLoopback } from './client-address.ts';
import type { Asker } from './fair-queue.ts';

/** Longer than a dashboard or a chat goes without asking for something. */
const KNOWN_FOR_MS = 10 * 60_000;
/** Above this many those who asked longest ago are forgotten. */
const MAX_CALLERS = 10_000;

/**
 * Tells in which lane of the render queue a request waits: by what the routes found out when the
 * same cookie came last. So it costs no query, and a cookie that somebody made up opens no lane. It
 * says nothing about what anybody may do.
 */
export class KnownCallers {
  readonly #callers = new RecentlyUsed<string, { readonly who: string; readonly until: number }>(
    MAX_CALLERS,
  );

  askerOf(cookies: string | null, { address }: RequestInfo): Asker {
    // The widest network that one customer has.
    const share = networksOf(addressBlock(address)).at(-1) ?? '';
    const isCrowd = isLoopback(address);
    const member = this.#find(cookies, SESSION);
    if (member !== undefined) return { lane: 'member', share: member };
    if (this.#find(cookies, VISITOR) === undefined) return { lane: 'stranger', share, isCrowd };
    // A network may start many chats: they share.
    return { lane: 'browser', share, isCrowd };
  }

  /** After the answer, when the routes have said who asked. */
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
 * By the cookie that showed who it is, or that showed nobody of the team: any other may be made up, and with
 * one anew for each request a single visitor would push out what is known of all the others.
 */
export function credentialOfAsker(
  cookies: string | null,
  who: string | undefined,
): string | undefined {
  return credentialOf(cookies, who?.startsWith('browser') ? VISITOR : SESSION);
}

/** By what a request may show who asks. */
export function credentialsIn(cookies: string | undefined): readonly string[] {
  if (cookies === undefined) return [];
  return [SESSION, VISITOR]
    .map((cookie) => credentialOf(cookies, cookie))
    .filter((credential) => credential !== undefined);
}

/** The hash of a cookie together with its name; of one longer than ours ever are nothing is made. */
function credentialOf(cookies: string | null, cookie: RegExp): string | undefined {
  const found = cookie.exec(cookies ?? '')?.[1];
  return found && hash('sha256', `${cookie.source} ${found}`, 'base64url');
}
