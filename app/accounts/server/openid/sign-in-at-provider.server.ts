import { say } from '../../../platform/say.ts';
import { eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, recordAudit } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { OpenIdSettings, RoleOf } from '../../../platform/openid-settings.server.ts';
import { readHasFactor } from '../factors/read-factors.server.ts';
import type { Role } from '../../protocol/roles.ts';
import { openSession } from '../sessions/open-session.server.ts';
import { SUSPENDED, WAITS_FOR_APPROVAL } from '../sessions/sign-in.server.ts';
import { profiles } from '../tables.server.ts';
import { findIdentity, touchIdentity } from './identities.server.ts';
import { meetNewcomer } from './meet-newcomer.server.ts';
import type { OpenIdServices } from './openid-services.ts';
import type { Claims } from './provider.server.ts';

/** Applies the provider's role, including reassigning the visitors of the member. */
export type FollowRole = (memberId: string, role: Role) => Promise<void>;

export interface CameIn {
  readonly cookie: string;
  /** True if the session stays unusable until a second factor is given. */
  readonly awaitsFactor: boolean;
}

/**
 * Opens a session for the identity, which is found by issuer and subject, never by email address. The settings
 * decide about people without an account; an account with the same address must be connected first.
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

export function hasTrustedFactor(
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
  detail: string,
): Promise<RefusedError> {
  await recordAudit(services, trace, 'sign-in-refused', { subject, detail });
  return new RefusedError(403, detail);
}

/** Returns the role of the first matching rule. */
function mapRole(roles: readonly RoleOf[], groups: readonly string[]): Role | undefined {
  return roles.find(({ value }) => value === '*' || groups.includes(value))?.role;
}
