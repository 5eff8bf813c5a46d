import { t } from '../../../i18n/translate.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toSent } from '../../../platform/sent.ts';
import { hasPassword } from '../sign-in/credentials.server.ts';
import { providerConnectedMail, providerDisconnectedMail } from '../sign-in/team-mails.ts';
import { requireFreshProof } from '../factors/prove.server.ts';
import type { MemberSession } from '../members/find-member.server.ts';
import { openIdIdentities } from '../tables.server.ts';
import type { OpenIdServices, Claims } from './provider.server.ts';

const IDENTITIES_EACH = 10;

type Named = Pick<Claims, 'issuer' | 'subject'>;

/**
 * Finds the account by issuer and subject. The email address is not used, because it can be reassigned to
 * another person.
 */
export async function findIdentity(db: Database, named: Named): Promise<string | undefined> {
  const [found] = await db
    .select({ userId: openIdIdentities.userId })
    .from(openIdIdentities)
    .where(isIt(named));
  return found?.userId;
}

export async function insertIdentity(
  tx: Database,
  clock: Clock,
  { issuer, subject, email }: Named & Pick<Claims, 'email'>,
  userId: string,
): Promise<boolean> {
  const now = clock.now();
  const added = await tx
    .insert(openIdIdentities)
    .values({ issuer, subject, userId, email: email || null, createdAt: now, usedAt: now })
    .onConflictDoNothing()
    .returning({ userId: openIdIdentities.userId });
  return added.length > 0;
}

export async function touchIdentity(tx: Database, clock: Clock, named: Named): Promise<void> {
  await tx.update(openIdIdentities).set({ usedAt: clock.now() }).where(isIt(named));
}

export async function connectIdentity(
  services: OpenIdServices,
  trace: Trace,
  { member }: MemberSession,
  claims: Claims,
  name: string,
): Promise<void> {
  const { clock, mail, settings } = services;
  await change(services, trace, async (tx, after) => {
    const count = await tx.$count(openIdIdentities, eq(openIdIdentities.userId, member.id));
    if (count >= IDENTITIES_EACH) {
      throw new RefusedError(
        409,
        t('You have {identitiesEach} of these. Disconnect one first.', {
          identitiesEach: IDENTITIES_EACH,
        }),
      );
    }
    if (!(await insertIdentity(tx, clock, claims, member.id))) {
      if ((await findIdentity(tx, claims)) === member.id) return;
      throw new RefusedError(
        409,
        t('That account at {name} belongs to somebody else of this team.', { name }),
      );
    }
    const detail = claims.email || claims.subject;
    after.audit('provider-connected', { subjectId: member.id, subject: member.email, detail });
    mail.send(after, providerConnectedMail(settings, member.email, name));
  });
}

/** Disconnects a provider account. Throws {@link RefusedError} 409 for a member without a password. */
export async function disconnectIdentity(
  services: OpenIdServices,
  trace: Trace,
  session: MemberSession,
  named: Named,
): Promise<void> {
  requireFreshProof(session, services.clock);
  const { id, email } = session.member;
  await change(services, trace, async (tx, after) => {
    if (!(await hasPassword(tx, id))) {
      throw new RefusedError(
        409,
        t(
          'You have no password, and could not sign in any more. Set one first: sign out and choose “Forgot password?”.',
        ),
      );
    }
    const gone = await tx
      .delete(openIdIdentities)
      .where(and(isIt(named), eq(openIdIdentities.userId, id)))
      .returning({ email: openIdIdentities.email });
    if (gone.length === 0) return;
    const detail = gone[0]?.email ?? named.subject;
    after.audit('provider-disconnected', { subjectId: id, subject: email, detail });
    services.mail.send(after, providerDisconnectedMail(services.settings, email));
  });
}

export async function readIdentities(db: Database, userId: string) {
  const rows = await db
    .select({
      issuer: openIdIdentities.issuer,
      subject: openIdIdentities.subject,
      email: openIdIdentities.email,
      since: openIdIdentities.createdAt,
      usedAt: openIdIdentities.usedAt,
    })
    .from(openIdIdentities)
    .where(eq(openIdIdentities.userId, userId))
    .orderBy(asc(openIdIdentities.createdAt))
    .limit(IDENTITIES_EACH);
  return rows.map(toSent);
}

export type IdentityView = Awaited<ReturnType<typeof readIdentities>>[number];

/** Returns true if a proof at the provider can replace one here. */
export async function mayProveAtProvider(
  { db, settings: { openId } }: Pick<OpenIdServices, 'db' | 'settings'>,
  { member, hasFactor }: Pick<MemberSession, 'member' | 'hasFactor'>,
): Promise<boolean> {
  if (!openId || (hasFactor && openId.trustedFactors.length === 0)) return false;
  const own = and(
    eq(openIdIdentities.userId, member.id),
    eq(openIdIdentities.issuer, openId.issuer),
  );
  return (await db.$count(openIdIdentities, own)) > 0;
}

function isIt({ issuer, subject }: Named) {
  return and(eq(openIdIdentities.issuer, issuer), eq(openIdIdentities.subject, subject));
}
