import { t } from '../../../i18n/translate.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, recordAudit } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { OpenIdSettings, RoleOf } from '../../../platform/openid-settings.server.ts';
import { keepProof } from '../factors/prove.server.ts';
import { findMember, type MemberSession } from '../members/find-member.server.ts';
import { providerOf, FLOW_IS_OVER, takeFlow, type Flow } from './flows.server.ts';
import { connectIdentity, findIdentity, touchIdentity } from './identities.server.ts';
import { type OpenIdServices, logProviderError, redeem, type Claims } from './provider.server.ts';
import { eq } from 'drizzle-orm';
import { readHasFactor } from '../factors/read-factors.server.ts';
import type { Role } from '../../protocol/roles.ts';
import { openSession } from '../sessions/sessions.server.ts';
import { SUSPENDED, WAITS_FOR_APPROVAL } from '../sessions/sign-in.server.ts';
import { profiles } from '../tables.server.ts';
import { provisionAccount } from './provision-account.server.ts';
import { accountMessage } from '../../stored-messages.ts';
import { storedText, type StoredMessage } from '../../../platform/stored-message.ts';

/** Applies the provider's role, including reassigning the visitors of the member. */
type FollowRole = (memberId: string, role: Role) => Promise<void>;

interface CameIn {
  readonly email: string;
  readonly cookie: string;
  /** True if the session stays unusable until a second factor is given. */
  readonly awaitsFactor: boolean;
}

export interface CameBack {
  readonly next: string;
  readonly awaitsFactor: boolean;
  readonly cookie: string | undefined;
  /** The address of the account that was signed in, for a sign-in only. */
  readonly email?: string;
}

/** Handles the callback of the provider for all three purposes. */
export async function followCallback(
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
    takeFlow(tx, clock, { origin: settings.origin, cookies: headers.get('Cookie') }, state),
  );
  // The operator configured another provider meanwhile, so the response belongs to the former one.
  if (flow.issuer !== provider.issuer) throw new RefusedError(400, t(FLOW_IS_OVER));
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
  throw new RefusedError(403, t(FLOW_IS_OVER));
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
      t("That {name} account isn't connected to yours.", { name: provider.name }),
    );
  }
  if (session.hasFactor && !hasTrustedFactor(provider, claims)) {
    throw new RefusedError(
      403,
      t('Your account requires your second factor. Confirm with it instead.'),
    );
  }
  await change(services, undefined, async (tx) => {
    await keepProof(tx, clock, session);
    await touchIdentity(tx, clock, claims);
  });
}

/**
 * Opens a session for the identity, which is found by issuer and subject, never by email address. The settings
 * decide about people without an account; an account with the same address must be connected first.
 */
async function signInAtProvider(
  services: OpenIdServices,
  trace: Trace,
  headers: Headers,
  provider: OpenIdSettings,
  claims: Claims,
  followRole: FollowRole,
): Promise<CameIn> {
  const { db } = services;
  const role = provider.roles && mapRole(provider.roles, claims.groups);
  if (provider.roles && !role) {
    const refusal = accountMessage('accounts.no-role', { name: provider.name });
    throw await refused(services, trace, claims.email, refusal);
  }
  const id =
    (await findIdentity(db, claims)) ??
    (await provisionAccount(services, trace, provider, claims, role));
  const [member] = await db
    .select({ status: profiles.status, role: profiles.role, email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, id));
  if (member?.status !== 'active') {
    const refusal = member?.status === 'suspended' ? SUSPENDED : WAITS_FOR_APPROVAL;
    throw await refused(services, trace, member?.email ?? claims.email, refusal);
  }
  if (role && role !== member.role) await followRole(id, role);
  return open(services, trace, headers, provider, claims, { id, email: member.email });
}

async function open(
  services: OpenIdServices,
  trace: Trace,
  headers: Headers,
  provider: OpenIdSettings,
  claims: Claims,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<CameIn> {
  const { auth, clock } = services;
  const factorAtProvider = hasTrustedFactor(provider, claims);
  return change(services, trace, async (tx, after) => {
    const awaitsFactor = !factorAtProvider && (await readHasFactor(tx, id));
    const provedAt = awaitsFactor ? null : provedAtProvider(clock.now(), claims);
    const cookie = await openSession(tx, clock, auth, headers, id, { provedAt, factorAtProvider });
    await touchIdentity(tx, clock, claims);
    const detail = storedText(provider.name);
    after.audit(awaitsFactor ? 'factor-awaited' : 'signed-in', { subject: email, detail });
    return { email, cookie, awaitsFactor };
  });
}

function hasTrustedFactor(
  { trustedFactors }: Pick<OpenIdSettings, 'trustedFactors'>,
  { methods }: Pick<Claims, 'methods'>,
): boolean {
  return trustedFactors.some((factor) => methods.includes(factor));
}

/**
 * A provider may sign a user in from an existing session, so the proof is as old as that authentication. The
 * age is subtracted from our own time, because clocks differ.
 */
function provedAtProvider(now: Date, { askedAt }: Pick<Claims, 'askedAt'>): Date {
  const age = askedAt ? Math.max(0, Date.now() - askedAt.getTime()) : 0;
  return new Date(now.getTime() - age);
}

async function refused(
  services: OpenIdServices,
  trace: Trace,
  subject: string,
  detail: StoredMessage,
): Promise<RefusedError> {
  await recordAudit(services, trace, 'sign-in-refused', { subject, detail });
  return new RefusedError(403, detail);
}

/** Returns the role of the first matching rule. */
function mapRole(roles: readonly RoleOf[], groups: readonly string[]): Role | undefined {
  return roles.find(({ value }) => value === '*' || groups.includes(value))?.role;
}
