import { and, eq, gt, lt } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { hashSecret, newSecret } from '../../../platform/link-secret.server.ts';
import { openIdFlows } from '../tables.server.ts';

/** The time limit for signing in at the provider. */
const FLOW_MS = 10 * 60 * 1000;
const COOKIE = /(?:^|;\s*)(?:__Host-)?embarka_openid=([\w-]{43})(?:;|$)/;

export const FLOW_IS_OVER =
  'That took too long, was used already, or was begun in another browser. Please begin again.';

export type Flow = typeof openIdFlows.$inferSelect;
type NewFlow = Pick<Flow, 'issuer' | 'purpose' | 'sessionId' | 'next'>;

export interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The Set-Cookie header that binds the callback to this browser. */
  readonly cookie: string;
}

export async function keepFlow(
  tx: Database,
  clock: Clock,
  { isSecure, cookies }: { readonly isSecure: boolean; readonly cookies: string | null },
  flow: NewFlow,
): Promise<Begun> {
  // All tabs of a browser share the cookie.
  const browser = readBrowser(cookies) ?? newSecret();
  const begun = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
  const { nonce, verifier } = begun;
  await tx.insert(openIdFlows).values({
    ...flow,
    stateHash: hashSecret(begun.state),
    browserHash: hashSecret(browser),
    nonce,
    verifier,
    expiresAt: new Date(clock.now().getTime() + FLOW_MS),
  });
  const name = isSecure ? '__Host-embarka_openid' : 'embarka_openid';
  // 'Strict' would omit the cookie on the callback, which comes from the provider's site.
  const attributes = `Path=/; Max-Age=${FLOW_MS / 1000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return { ...begun, cookie: `${name}=${browser}; ${attributes}` };
}

/**
 * Returns the flow of this state. A flow works once, for a short time and only in the browser that started it.
 * The cookie prevents login CSRF: an attacker's state and code do not work in the victim's browser.
 */
export async function takeFlow(
  tx: Database,
  clock: Clock,
  cookies: string | null,
  state: string,
): Promise<Flow> {
  const browser = readBrowser(cookies);
  if (browser === undefined || state === '') throw new RefusedError(400, FLOW_IS_OVER);
  const [flow] = await tx
    .delete(openIdFlows)
    .where(
      and(
        eq(openIdFlows.stateHash, hashSecret(state)),
        eq(openIdFlows.browserHash, hashSecret(browser)),
        gt(openIdFlows.expiresAt, clock.now()),
      ),
    )
    .returning();
  if (!flow) throw new RefusedError(400, FLOW_IS_OVER);
  return flow;
}

export async function pruneFlows(tx: Database, now: Date): Promise<void> {
  await tx.delete(openIdFlows).where(lt(openIdFlows.expiresAt, now));
}

function readBrowser(cookies: string | null): string | undefined {
  return COOKIE.exec(cookies ?? '')?.[1];
}
