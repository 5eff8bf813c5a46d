import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { visitorBrowsers } from '../tables.server.ts';

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

/** Makes a new secret; the caller answers with `setCookie`. */
export async function rememberBrowser(
  db: Database,
  clock: Clock,
  secure: boolean,
): Promise<{ browserId: string; setCookie: string }> {
  const secret = randomBytes(32).toString('base64url');
  const [row] = await db
    .insert(visitorBrowsers)
    .values({ secretHash: hash(secret), createdAt: clock.now() })
    .returning({ id: visitorBrowsers.id });
  if (!row) throw new Error('The browser was not inserted');
  const name = secure ? SECURE_NAME : PLAIN_NAME;
  const attributes = `Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return { browserId: row.id, setCookie: `${name}=${secret}; ${attributes}` };
}

// The prefix keeps a neighbouring subdomain from planting a cookie of its own.
const SECURE_NAME = '__Host-embarka_visitor';
const PLAIN_NAME = 'embarka_visitor';

/** What the database knows of the secret among these cookies, if there is one. */
export function readSecretHash(cookies: string | null | undefined): string | undefined {
  const found = /(?:^|;\s*)(?:__Host-)?embarka_visitor=([\w-]{43})(?:;|$)/.exec(cookies ?? '');
  return found?.[1] && hash(found[1]);
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
