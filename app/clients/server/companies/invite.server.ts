import { and, eq, lt } from 'drizzle-orm';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import { checkSender } from '../../../chat/protocol/chat-email.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { deleteSome } from '../../../platform/db/delete-some.server.ts';
import type { MailMessage } from '../../../platform/email/mail.ts';
import { writeMail } from '../../../platform/email/write-mail.server.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/fields.ts';
import { homeAddress } from '../../../platform/home-address.ts';
import { findLink, newLink, takeLink } from '../../../platform/one-time-link.server.ts';
import type { RateLimit } from '../../../platform/rate-limit.ts';
import { msg, t } from '../../../i18n/translate.ts';
import {
  includes,
  PERMISSION_LABELS,
  type CompanyPermission,
} from '../../protocol/company-permissions.ts';
import { clientMessage } from '../../stored-messages.ts';
import { traceOfClient, type Client, type ClientContext } from '../client-context.server.ts';
import { openSession, type Device } from '../sessions/open-session.server.ts';
import { clients, companies, companyInvitations, companyMembers } from '../tables.server.ts';
import { lockAsManager } from './manage-company.server.ts';

const LINK_VALID_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
const PEOPLE_EACH = 200;

/** Emails to addresses that anybody can type. Each mailbox has a limit, too. */
const INVITATIONS: RateLimit = { name: 'company-invitations', burst: 20, perMinute: 0.2 };
/** Anybody can open further accounts. */
const OF_NETWORK: RateLimit = { name: 'company-invitations-network', burst: 30, perMinute: 0.5 };

export const INVITATION_IS_OVER = msg(
  'This invitation has been used or withdrawn, or has expired. Ask for a new one.',
);

/**
 * Invites an address into a company by email. A second invitation replaces the first. Throws {@link RefusedError}: 404,
 * 403 without 'Manage', 400 for an impossible address, 409 for a member, 429.
 */
export async function invite(
  appContext: ClientContext,
  requestId: string,
  client: Client,
  network: string,
  typed: {
    readonly companyId: string;
    readonly email: string;
    readonly permission: CompanyPermission;
  },
): Promise<string> {
  const { clock, limits, mail, settings } = appContext;
  const { companyId, permission } = typed;
  const email = normalizeEmail(typed.email);
  const problem = checkSender(email);
  if (problem !== null) throw new RefusedError(400, problem, 'email');
  await limits.take(INVITATIONS, client.id);
  await limits.take(OF_NETWORK, network);
  await change(appContext, traceOfClient(requestId), async (tx, after) => {
    const company = await lockAsManager(tx, client, companyId);
    const [member] = await tx
      .select({ id: clients.id })
      .from(companyMembers)
      .innerJoin(clients, eq(clients.id, companyMembers.clientId))
      .where(and(eq(companyMembers.companyId, company.id), eq(clients.email, email)));
    if (member) throw new RefusedError(409, t('This person is already in the company.'), 'email');
    const people =
      (await tx.$count(companyMembers, eq(companyMembers.companyId, company.id))) +
      (await tx.$count(companyInvitations, eq(companyInvitations.companyId, company.id)));
    if (people >= PEOPLE_EACH) {
      throw new RefusedError(
        409,
        t('A company can have {count, plural, one {# person} other {# people}}.', {
          count: PEOPLE_EACH,
        }),
      );
    }
    const { token, link } = newLink(clock, LINK_VALID_DAYS * DAY_MS);
    const invitation = { permission, ...link, invitedBy: client.id };
    await tx
      .insert(companyInvitations)
      .values({ companyId: company.id, email, ...invitation })
      .onConflictDoUpdate({
        target: [companyInvitations.companyId, companyInvitations.email],
        set: invitation,
      });
    after.audit('company-invited', {
      subjectId: company.id,
      subject: await addressSubject(tx, email),
      detail: clientMessage('clients.permission', { permission }),
    });
    mail.send(
      after,
      companyInvitationMail(settings, email, {
        by: client.email,
        permission,
        token,
      }),
    );
  });
  return email;
}

interface Invited {
  readonly by: string;
  readonly permission: CompanyPermission;
  readonly token: string;
}

/** Whoever has an account can invite anybody, so the email contains no words of theirs: the page shows the name. */
export function companyInvitationMail(
  settings: ClientContext['settings'],
  to: string,
  { by, permission, token }: Invited,
): MailMessage {
  const { brandName } = settings;
  return writeMail({
    kind: 'company-invitation',
    to,
    brandName,
    subject: t('Invitation to a company at {brandName}', { brandName }),
    title: t('Join a company'),
    unsolicited: 'company-invitation',
    body: [
      t('{by} invites you to a company at {brandName}, with the permission ‘{permission}’.', {
        by,
        brandName,
        permission: t(PERMISSION_LABELS[permission]),
      }),
      {
        button: t('Accept invitation'),
        href: `${homeAddress(settings)}/account/invitation?token=${token}`,
      },
      {
        hint: t('The link works once, within {days, plural, one {# day} other {# days}}.', {
          days: LINK_VALID_DAYS,
        }),
      },
    ],
    footer: [t("If you don't know this person, ignore this email. Nothing will happen.")],
  });
}

export interface InvitationView {
  readonly company: string;
  readonly email: string;
  readonly permission: CompanyPermission;
}

/** Returns what an invitation offers. Only `acceptInvitation` uses it up. */
export async function findInvitation(
  db: Database,
  clock: Clock,
  token: string,
): Promise<InvitationView | undefined> {
  const found = await findLink(db, clock, companyInvitations, token);
  if (!found) return undefined;
  const [company] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, found.companyId));
  return company && { company: company.name, email: found.email, permission: found.permission };
}

/**
 * Joins the company as the invited address. The link came to that mailbox, so it also signs in there, like the link of
 * a sign-in email. Returns the company and the cookie of the session. Throws {@link RefusedError} 410.
 */
export async function acceptInvitation(
  appContext: ClientContext,
  requestId: string,
  device: Device,
  token: string,
): Promise<{ readonly companyId: string; readonly setCookie: string }> {
  return change(appContext, traceOfClient(requestId), async (tx, after) => {
    const invitation = await takeLink(tx, appContext.clock, companyInvitations, token);
    if (!invitation) throw new RefusedError(410, t(INVITATION_IS_OVER), 'token');
    const { companyId, email, permission } = invitation;
    const setCookie = await openSession(tx, after, appContext, email, device, 'link');
    const [client] = await tx
      .select({ id: clients.id })
      .from(clients)
      .where(eq(clients.email, email));
    if (!client) throw new Error('The session has no client');
    await tx
      .insert(companyMembers)
      .values({ companyId, clientId: client.id, permission, joinedAt: appContext.clock.now() })
      .onConflictDoNothing();
    after.audit('company-joined', {
      subjectId: companyId,
      subject: await addressSubject(tx, email),
      detail: clientMessage('clients.permission', { permission }),
    });
    return { companyId, setCookie };
  });
}

export async function expireInvitations(tx: Database, now: Date): Promise<number> {
  return deleteSome(tx, companyInvitations, lt(companyInvitations.expiresAt, now));
}

/** Throws {@link RefusedError} 403 unless the client may order for this company at this moment. */
export async function requireMayOrder(
  tx: Database,
  client: Client,
  companyId: string,
): Promise<string> {
  // The lock makes a removal at the same moment wait for the order, or the order see the removal.
  const [member] = isUuid(companyId)
    ? await tx
        .select({ permission: companyMembers.permission })
        .from(companyMembers)
        .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.clientId, client.id)))
        .for('share')
    : [];
  if (!member || !includes(member.permission, 'order')) {
    throw new RefusedError(403, t("You can't order for this company any more."), 'company');
  }
  return companyId;
}
