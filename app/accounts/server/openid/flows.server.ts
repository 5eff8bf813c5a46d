import { msg, t } from '../../../i18n/translate.ts';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { hashSecret, newSecret } from '../../../platform/secrets.server.ts';
import { openIdFlows } from '../tables.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { OpenIdSettings } from '../../../platform/openid-settings.server.ts';
import { requireFreshProof } from '../factors/prove.server.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import { type OpenIdServices, addressAt } from './provider.server.ts';

/** The time limit for signing in at the provider. */
const FLOW_MS = 10 * 60 * 1000;
const COOKIE = /(?:^|;\s*)(?:__Host-)?embarka_openid=([\w-]{43})(?:;|$)/;

export const FLOW_IS_OVER = msg(
  'That took too long, was used already, or was begun in another browser. Please begin again.',
);

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
  if (browser === undefined || state === '') throw new RefusedError(400, t(FLOW_IS_OVER));
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
  if (!flow) throw new RefusedError(400, t(FLOW_IS_OVER));
  return flow;
}

export async function pruneFlows(tx: Database, now: Date): Promise<void> {
  await tx.delete(openIdFlows).where(lt(openIdFlows.expiresAt, now));
}

function readBrowser(cookies: string | null): string | undefined {
  return COOKIE.exec(cookies ?? '')?.[1];
}

export interface SentAway {
  readonly address: string;
  readonly cookie: string;
}

interface Sending {
  readonly cookies: string | null;
  /** A path on this site. */
  readonly next: string;
}

const NO_PROVIDER = msg('Signing in elsewhere is not set up here.');

/** Throws 404 if no provider is configured. */
export function providerOf({ settings }: Pick<OpenIdServices, 'settings'>): OpenIdSettings {
  if (!settings.openId) throw new RefusedError(404, t(NO_PROVIDER));
  return settings.openId;
}

export function beginSignIn(services: OpenIdServices, sending: Sending): Promise<SentAway> {
  return begin(services, sending, 'sign-in', null);
}

/**
 * Starts connecting an account. Requires a fresh proof; otherwise an attacker with a link or an open session
 * could add a login of their own.
 */
export function beginConnecting(
  services: OpenIdServices,
  session: MemberSession,
  sending: Sending,
): Promise<SentAway> {
  requireFreshProof(session, services.clock);
  return begin(services, sending, 'connect', session.sessionId);
}

/** Starts a fresh proof at the provider, which must ask for credentials again. */
export function beginProving(
  services: OpenIdServices,
  session: MemberSession,
  sending: Sending,
): Promise<SentAway> {
  return begin(services, sending, 'prove', session.sessionId);
}

async function begin(
  services: OpenIdServices,
  { cookies, next }: Sending,
  purpose: 'sign-in' | 'connect' | 'prove',
  sessionId: string | null,
): Promise<SentAway> {
  const { clock, settings } = services;
  const provider = providerOf(services);
  const { issuer } = provider;
  const isSecure = settings.origin.startsWith('https:');
  const flow = { issuer, purpose, sessionId, next };
  const { cookie, ...begun } = await change(services, undefined, (tx) =>
    keepFlow(tx, clock, { isSecure, cookies }, flow),
  );
  const bindings = { ...begun, asksAnew: purpose === 'prove' };
  return { address: await addressAt(provider, settings.origin, bindings), cookie };
}
