import { msg, t } from '../../../i18n/translate.ts';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { readSecretCookie, writeSecretCookie } from '../../../platform/secret-cookie.ts';
import { hashSecret, isSecret, newSecret } from '../../../platform/secrets.server.ts';
import { openIdFlows } from '../tables.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { OpenIdSettings } from '../../../platform/openid-settings.server.ts';
import { requireFreshProof } from '../factors/prove.server.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import { type OpenIdServices, addressAt } from './provider.server.ts';

/** The time limit for signing in at the provider. */
const FLOW_MS = 10 * 60 * 1000;
const COOKIE_NAME = 'embarka_openid';

export const FLOW_IS_OVER = msg(
  'This request took too long, was already used or was started in another browser. Start again.',
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
  { origin, cookies }: { readonly origin: string; readonly cookies: string | null },
  flow: NewFlow,
): Promise<Begun> {
  // All tabs of a browser share the cookie.
  const browser = readBrowser(origin, cookies) ?? newSecret();
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
  return { ...begun, cookie: writeSecretCookie(origin, COOKIE_NAME, browser, FLOW_MS / 1000) };
}

/**
 * Returns the flow of this state. A flow works once, for a short time and only in the browser that started it.
 * The cookie prevents login CSRF: an attacker's state and code do not work in the victim's browser.
 */
export async function takeFlow(
  tx: Database,
  clock: Clock,
  { origin, cookies }: { readonly origin: string; readonly cookies: string | null },
  state: string,
): Promise<Flow> {
  const browser = readBrowser(origin, cookies);
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

export async function pruneFlows(tx: Database, now: Date): Promise<number> {
  return deleteSome(tx, openIdFlows, lt(openIdFlows.expiresAt, now));
}

function readBrowser(origin: string, cookies: string | null): string | undefined {
  const secret = readSecretCookie(origin, cookies, COOKIE_NAME);
  return isSecret(secret) ? secret : undefined;
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

const NO_PROVIDER = msg("Sign-in with another provider isn't set up here.");

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
  const flow = { issuer, purpose, sessionId, next };
  const { cookie, ...begun } = await change(services, undefined, (tx) =>
    keepFlow(tx, clock, { origin: settings.origin, cookies }, flow),
  );
  const bindings = { ...begun, asksAnew: purpose === 'prove' };
  return { address: await addressAt(provider, settings.origin, bindings), cookie };
}
