import { and, eq, gt, lt } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { hashSecret, newSecret } from '../../platform/link-secret.server.ts';
import { openIdFlows } from '../tables.server.ts';

/** So long may somebody be at the provider. */
const FLOW_MS = 10 * 60 * 1000;
const COOKIE = /(?:^|;\s*)(?:__Host-)?embarka_openid=([\w-]{43})(?:;|$)/;

export const FLOW_IS_OVER =
  'That took too long, was used already, or was begun in another browser. Please begin again.';

export type Flow = typeof openIdFlows.$inferSelect;
type NewFlow = Pick<Flow, 'issuer' | 'purpose' | 'sessionId' | 'next'>;

/** Somebody is about to be sent to the provider. */
export interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Binds what comes back to this browser: a Set-Cookie header. */
  readonly cookie: string;
}

export async function keepFlow(
  tx: Database,
  clock: Clock,
  { isSecure, cookies }: { readonly isSecure: boolean; readonly cookies: string | null },
  flow: NewFlow,
): Promise<Begun> {
  // One for all its tabs.
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
  // 'Strict' would leave it out of the way back, which comes from the provider's site.
  const attributes = `Path=/; Max-Age=${FLOW_MS / 1000}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return { ...begun, cookie: `${name}=${browser}; ${attributes}` };
}

/**
 * What somebody was sent for who comes back with this state: once, soon, and in the browser that was
 * sent. Without the cookie a state and a code are somebody else's, who wants this browser to be them.
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

/** Those who have not come back. */
export async function pruneFlows(tx: Database, now: Date): Promise<void> {
  await tx.delete(openIdFlows).where(lt(openIdFlows.expiresAt, now));
}

function readBrowser(cookies: string | null): string | undefined {
  return COOKIE.exec(cookies ?? '')?.[1];
}
