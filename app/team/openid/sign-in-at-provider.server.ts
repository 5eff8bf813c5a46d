import { say } from '../../platform/say.ts';
import { eq } from 'drizzle-orm';
import type { Trace } from '../../platform/change/audit.server.ts';
import { change, recordAudit } from '../../platform/change/change.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { OpenIdSettings, RoleOf } from '../../platform/openid-settings.server.ts';
import { readHasFactor } from '../factors/read-factors.server.ts';
import type { Role } from '../members/roles.ts';
import { openSession } from '../sessions/open-session.server.ts';
import { SUSPENDED, WAITS_FOR_APPROVAL } from '../sessions/sign-in.server.ts';
import { profiles } from '../tables.server.ts';
import { findIdentity, touchIdentity } from './identities.server.ts';
import { meetNewcomer } from './meet-newcomer.server.ts';
import type { OpenIdServices } from './openid-services.ts';
import type { Claims } from './provider.server.ts';

/** Gives somebody the role that the provider says, with what follows for the visitors they have. */
export type FollowRole = (memberId: string, role: Role) => Promise<void>;

export interface CameIn {
  /** The Set-Cookie header of the session. */
  readonly cookie: string;
  /** Whether the session opens nothing until a second factor is given. */
  readonly awaitsFactor: boolean;
}

/**
 * Opens a session for whom the provider says it is: by issuer and subject, never by the address. Who has
 * no account is met by what the operator set; who has one with the same address has to connect it first.
 */
export async function signInAtProvider(
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
    const refusal = say('Your account at {name} has no role here. Please ask an admin.', {
      name: provider.name,
    });
    throw await refused(services, trace, claims.email, refusal);
  }
  const id =
    (await findIdentity(db, claims)) ??
    (await meetNewcomer(services, trace, provider, claims, role));
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
    const detail = provider.name;
    after.audit(awaitsFactor ? 'factor-awaited' : 'signed-in', { subject: email, detail });
    return { cookie, awaitsFactor };
  });
}

/** Whether the provider asked for a second factor of a kind the operator trusts. */
export function hasTrustedFactor(
  { trustedFactors }: Pick<OpenIdSettings, 'trustedFactors'>,
  { methods }: Pick<Claims, 'methods'>,
): boolean {
  return trustedFactors.some((factor) => methods.includes(factor));
}

/**
 * Somebody whom the provider let through without asking has proved nothing now: their proof is as old as
 * what they gave there. Counted from now back, for clocks may differ.
 */
function provedAtProvider(now: Date, { askedAt }: Pick<Claims, 'askedAt'>): Date {
  const age = askedAt ? Math.max(0, Date.now() - askedAt.getTime()) : 0;
  return new Date(now.getTime() - age);
}

async function refused(
  services: OpenIdServices,
  trace: Trace,
  subject: string,
  detail: string,
): Promise<RefusedError> {
  await recordAudit(services, trace, 'sign-in-refused', { subject, detail });
  return new RefusedError(403, detail);
}

/** What somebody is here by what they are at the provider: the first line that fits; undefined for none. */
function mapRole(roles: readonly RoleOf[], groups: readonly string[]): Role | undefined {
  return roles.find(({ value }) => value === '*' || groups.includes(value))?.role;
}
