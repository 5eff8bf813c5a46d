import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { hashSecret, newSecret } from '../../platform/link-secret.server.ts';
import { visitorBrowsers } from '../tables.server.ts';
import { VISITOR_SECRET_HEADER } from '../wire/elsewhere.ts';

/** Long enough to come back to an answer; the conversation itself completes much earlier. */
const COOKIE_SECONDS = 180 * 24 * 60 * 60;

/**
 * The visitor's credential (DECISIONS 11): a random secret in an HttpOnly cookie, of which the
 * database keeps only the hash.
 */
export async function findBrowser(
  db: Database,
  cookies: string | null,
): Promise<string | undefined> {
  const secretHash = readSecretHash(cookies);
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
  /** What the caller answers with. */
  readonly setCookie: string;
}

/** Makes a new secret, for our own pages or for the frame in another site's. */
export async function rememberBrowser(
  tx: Database,
  clock: Clock,
  secure: boolean,
  isInFrame = false,
): Promise<NewBrowser> {
  const secret = newSecret();
  const [row] = await tx
    .insert(visitorBrowsers)
    .values({ secretHash: hashSecret(secret), createdAt: clock.now() })
    .returning({ id: visitorBrowsers.id });
  if (!row) throw new Error('The browser was not inserted');
  const browserId = row.id;
  const kept = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly`;
  if (isInFrame) {
    // One for each site around the frame (CHIPS): no site learns that it is the same browser.
    const setCookie = `${FRAME_NAME}=${secret}; ${kept}; SameSite=None; Secure; Partitioned`;
    return { browserId, secret, setCookie };
  }
  const name = secure ? SECURE_NAME : PLAIN_NAME;
  const setCookie = `${name}=${secret}; ${kept}; SameSite=Lax${secure ? '; Secure' : ''}`;
  return { browserId, secret, setCookie };
}

// The prefix keeps a neighbouring subdomain from planting a cookie of its own.
const SECURE_NAME = '__Host-embarka_visitor';
const PLAIN_NAME = 'embarka_visitor';
/** A name of its own: where a browser sends both, on a site of ours around the frame, the shop's own counts. */
const FRAME_NAME = '__Host-embarka_widget';

const OWN = /(?:^|;\s*)(?:__Host-)?embarka_visitor=([\w-]{43})(?:;|$)/;
const IN_FRAME = /(?:^|;\s*)__Host-embarka_widget=([\w-]{43})(?:;|$)/;

/** Takes the cookie of a frame away, on the site around it. */
export function forgetFrame(): string {
  return `${FRAME_NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=None; Secure; Partitioned`;
}

/** What the database knows of the secret among these cookies, if there is one. */
export function readSecretHash(cookies: string | null | undefined): string | undefined {
  const [, found] = OWN.exec(cookies ?? '') ?? IN_FRAME.exec(cookies ?? '') ?? [];
  return found && hashSecret(found);
}

/**
 * The cookies of a request; of a frame that keeps none, the secret it holds until its page is left, as
 * if it were one. A page of another site cannot send this header: it would have to be allowed first.
 */
export function visitorCookies(headers: {
  get(name: string): string | null | undefined;
}): string | null {
  const secret = headers.get(VISITOR_SECRET_HEADER);
  return secret ? cookieOfSecret(secret) : (headers.get('Cookie') ?? null);
}

/** A secret that came without a cookie, as `readSecretHash` reads it. */
export function cookieOfSecret(secret: string): string {
  return `${FRAME_NAME}=${secret}`;
}
