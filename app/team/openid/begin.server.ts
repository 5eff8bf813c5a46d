import { change } from '../../platform/change/change.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { OpenIdSettings } from '../../platform/openid-settings.server.ts';
import { requireFreshProof } from '../factors/proof.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import { keepFlow } from './flows.server.ts';
import type { OpenIdServices } from './openid-services.ts';
import { addressAt } from './provider.server.ts';

/** Where to send a browser, and the cookie it takes along. */
export interface SentAway {
  readonly address: string;
  readonly cookie: string;
}

interface Sending {
  readonly cookies: string | null;
  /** A path of this site. */
  readonly next: string;
}

export const NO_PROVIDER = 'Signing in elsewhere is not set up here.';

/** The provider that is set up; 404 where none is. */
export function providerOf({ settings }: Pick<OpenIdServices, 'settings'>): OpenIdSettings {
  if (!settings.openId) throw new RefusedError(404, NO_PROVIDER);
  return settings.openId;
}

/** Sends somebody to the provider to sign in here. */
export function beginSignIn(services: OpenIdServices, sending: Sending): Promise<SentAway> {
  return begin(services, sending, 'sign-in', null);
}

/**
 * Sends somebody there to connect their account. Asked for by their own form and with a fresh proof:
 * else whoever has their browser follow a link, or an open session, would add a way in for themselves.
 */
export function beginConnecting(
  services: OpenIdServices,
  session: MemberSession,
  sending: Sending,
): Promise<SentAway> {
  requireFreshProof(session, services.clock);
  return begin(services, sending, 'connect', session.sessionId);
}

/** Sends somebody there to prove who they are once more: the provider has to ask. */
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
