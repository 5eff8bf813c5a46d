import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { OpenIdSettings } from '../../../platform/openid-settings.server.ts';
import { requireFreshProof } from '../factors/proof.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import { keepFlow } from './flows.server.ts';
import type { OpenIdServices } from './openid-services.ts';
import { addressAt } from './provider.server.ts';

export interface SentAway {
  readonly address: string;
  readonly cookie: string;
}

interface Sending {
  readonly cookies: string | null;
  /** A path on this site. */
  readonly next: string;
}

export const NO_PROVIDER = 'Signing in elsewhere is not set up here.';

/** Throws 404 if no provider is configured. */
export function providerOf({ settings }: Pick<OpenIdServices, 'settings'>): OpenIdSettings {
  if (!settings.openId) throw new RefusedError(404, NO_PROVIDER);
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
