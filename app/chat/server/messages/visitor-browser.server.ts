import { eq } from 'drizzle-orm';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { readCookie } from '../../../platform/read-cookie.ts';
import { readSecretCookie, writeSecretCookie } from '../../../platform/secret-cookie.ts';
import { hashSecret, isSecret, newSecret } from '../../../platform/secrets.server.ts';
import type { Settings } from '../../../platform/settings.server.ts';
import { visitorBrowsers } from '../tables.server.ts';
import { VISITOR_SECRET_HEADER } from '../../protocol/elsewhere.ts';
import { LRUCache } from 'lru-cache';

/** Long enough to return to an answer. The conversation itself completes much earlier. */
const COOKIE_SECONDS = 180 * 24 * 60 * 60;

export interface CookieContext {
  readonly db: Database;
  readonly settings: Pick<Settings, 'origin'>;
}

/**
 * Finds the browser by the visitor's credential (rule 100): a random secret in an HttpOnly cookie, of
 * which the database stores only the hash.
 */
export async function findBrowser(
  { db, settings }: CookieContext,
  cookies: string | null,
): Promise<string | undefined> {
  const secretHash = readSecretHash(settings.origin, cookies);
  return secretHash === undefined ? undefined : findBrowserBySecret(db, secretHash);
}

export async function findBrowserBySecret(
  db: Database,
  secretHash: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: visitorBrowsers.id })
    .from(visitorBrowsers)
    .where(eq(visitorBrowsers.secretHash, secretHash));
  return row?.id;
}

export interface NewBrowser {
  readonly browserId: string;
  readonly secret: string;
  readonly setCookie: string;
}

/** Creates a browser with a new secret, for the shop's own pages or for a frame on a host site. */
export async function rememberBrowser(
  tx: Database,
  clock: Clock,
  origin: string,
  isInFrame = false,
): Promise<NewBrowser> {
  const secret = newSecret();
  const [row] = await tx
    .insert(visitorBrowsers)
    .values({ secretHash: hashSecret(secret), createdAt: clock.now() })
    .returning({ id: visitorBrowsers.id });
  if (!row) throw new Error('The browser was not inserted');
  const browserId = row.id;
  if (isInFrame) {
    // The partitioned cookie (CHIPS) differs for each embedding site, so that no site can tell that it is the
    // same browser.
    const setCookie = `${FRAME_NAME}=${secret}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=None; Secure; Partitioned`;
    return { browserId, secret, setCookie };
  }
  const setCookie = writeSecretCookie(origin, OWN_NAME, secret, COOKIE_SECONDS);
  return { browserId, secret, setCookie };
}

/** Creates a browser of the shop's own pages before it has a conversation. */
export function openVisitorBrowser(appContext: ChangeContext & CookieContext): Promise<NewBrowser> {
  const { clock, settings } = appContext;
  return change(appContext, undefined, (tx) => rememberBrowser(tx, clock, settings.origin));
}

const OWN_NAME = 'embarka_visitor';

/**
 * The frame's cookie has another name: if a browser sends both, because our own site embeds the frame, the
 * shop's cookie takes precedence.
 */
const FRAME_NAME = '__Host-embarka_widget';

/** Returns the header that deletes the frame's cookie on the embedding site. */
export function forgetFrame(): string {
  return `${FRAME_NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=None; Secure; Partitioned`;
}

export function readSecretHash(
  origin: string,
  cookies: string | null | undefined,
): string | undefined {
  const own = readSecretCookie(origin, cookies, OWN_NAME);
  const secret = isSecret(own) ? own : readCookie(cookies ?? null, FRAME_NAME);
  return isSecret(secret) ? hashSecret(secret) : undefined;
}

/**
 * Returns the request's cookies. A frame without cookies sends its secret in a header, which is treated as a
 * cookie. A page of another site cannot send this header without a CORS permission.
 */
export function visitorCookies(headers: {
  get(name: string): string | null | undefined;
}): string | null {
  const secret = headers.get(VISITOR_SECRET_HEADER);
  return secret ? cookieOfSecret(secret) : (headers.get('Cookie') ?? null);
}

/** Formats a secret from a header so that `readSecretHash` can read it. */
export function cookieOfSecret(secret: string): string {
  return `${FRAME_NAME}=${secret}`;
}

const MAX_BROWSERS = 10_000;

/**
 * Caches the browser of a secret, so that sending a message needs no lookup. This relation never changes.
 * The database is asked each time if the browser still exists and what it may do.
 */
export class BrowserCache {
  readonly #context: CookieContext;
  readonly #found = new LRUCache<string, string>({ max: MAX_BROWSERS });

  constructor(context: CookieContext) {
    this.#context = context;
  }

  async find(cookies: string | undefined): Promise<string | undefined> {
    const { db, settings } = this.#context;
    const secretHash = readSecretHash(settings.origin, cookies);
    if (secretHash === undefined) return undefined;
    const known = this.#found.get(secretHash);
    if (known !== undefined) return known;
    const browserId = await findBrowserBySecret(db, secretHash);
    if (browserId !== undefined) this.#found.set(secretHash, browserId);
    return browserId;
  }
}
