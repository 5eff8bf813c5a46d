import { say } from '../../../platform/say.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { OpenIdSettings } from '../../../platform/openid-settings.server.ts';
import { keepProof } from '../factors/prove.server.ts';
import { findMember, type MemberSession } from '../members/find-member.server.ts';
import { providerOf } from './begin.server.ts';
import { FLOW_IS_OVER, takeFlow, type Flow } from './flows.server.ts';
import { connectIdentity, findIdentity, touchIdentity } from './identities.server.ts';
import type { OpenIdServices } from './openid-services.ts';
import { logProviderError } from './provider-errors.server.ts';
import { redeem, type Claims } from './provider.server.ts';
import {
  hasTrustedFactor,
  signInAtProvider,
  type FollowRole,
} from './sign-in-at-provider.server.ts';

export interface CameBack {
  readonly next: string;
  readonly awaitsFactor: boolean;
  readonly cookie: string | undefined;
}

/** Handles the callback of the provider for all three purposes. */
export async function comeBack(
  services: OpenIdServices,
  trace: Trace,
  request: Pick<Request, 'headers' | 'url'>,
  followRole: FollowRole,
): Promise<CameBack> {
  const { clock, log, settings } = services;
  const { headers, url } = request;
  const provider = providerOf(services);
  const { search, searchParams } = new URL(url);
  const state = searchParams.get('state') ?? '';
  const flow = await change(services, undefined, (tx) =>
    takeFlow(tx, clock, headers.get('Cookie'), state),
  );
  // The operator configured another provider meanwhile, so the response belongs to the former one.
  if (flow.issuer !== provider.issuer) throw new RefusedError(400, FLOW_IS_OVER);
  const bindings = { ...flow, state, asksAnew: flow.purpose === 'prove' };
  const claims = await redeem(provider, settings.origin, search, bindings).catch(
    (error: unknown) => {
      logProviderError(log, error);
      throw error;
    },
  );
  const { next, purpose } = flow;
  if (purpose === 'sign-in') {
    const entered = await signInAtProvider(services, trace, headers, provider, claims, followRole);
    return { next, ...entered };
  }
  const session = await sessionOf(services, headers, flow);
  const ofMember = { ...trace, member: session.member };
  if (purpose === 'connect')
    await connectIdentity(services, ofMember, session, claims, provider.name);
  else await proveAtProvider(services, provider, session, claims);
  return { next, awaitsFactor: false, cookie: undefined };
}

/** The session that started the flow must still be that of this browser. */
async function sessionOf(
  { auth, db }: OpenIdServices,
  headers: Headers,
  flow: Flow,
): Promise<MemberSession> {
  const session = await findMember(db, auth, headers);
  if (session?.sessionId === flow.sessionId) return session;
  throw new RefusedError(403, FLOW_IS_OVER);
}

/** A member with a second factor must prove it here, unless the provider asked for one that is trusted. */
async function proveAtProvider(
  services: OpenIdServices,
  provider: OpenIdSettings,
  session: MemberSession,
  claims: Claims,
): Promise<void> {
  const { clock, db } = services;
  if ((await findIdentity(db, claims)) !== session.member.id) {
    throw new RefusedError(
      403,
      say('That account at {name} is not connected with yours.', { name: provider.name }),
    );
  }
  if (session.hasFactor && !hasTrustedFactor(provider, claims)) {
    throw new RefusedError(403, 'Your account asks for your second factor. Please give that.');
  }
  await change(services, undefined, async (tx) => {
    await keepProof(tx, clock, session);
    await touchIdentity(tx, clock, claims);
  });
}
