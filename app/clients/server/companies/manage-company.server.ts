import { and, count, eq } from 'drizzle-orm';
import { addressSubject } from '../../../accounts/server/audit/address-subject.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/fields.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { msg, t } from '../../../i18n/translate.ts';
import {
  COMPANY_NAME_MAX_LENGTH,
  includes,
  type CompanyPermission,
} from '../../protocol/company-permissions.ts';
import { clientMessage } from '../../stored-messages.ts';
import { traceOfClient, type Client, type ClientContext } from '../client-context.server.ts';
import { notAllowed } from '../order-access.server.ts';
import { clients, companies, companyInvitations, companyMembers } from '../tables.server.ts';

const COMPANIES_EACH = 20;

/** The same message for a missing company and a forbidden one, so that nobody learns which companies exist. */
export const NO_SUCH_COMPANY = msg("This company isn't available.");
const NO_SUCH_MEMBER = msg('This person is no longer in the company.');

/** The client becomes the owner. Throws {@link RefusedError} 400 without a name, 409 for too many companies. */
export async function createCompany(
  appContext: ClientContext,
  requestId: string,
  client: Client,
  typed: string,
): Promise<string> {
  const name = toLine(typed, COMPANY_NAME_MAX_LENGTH);
  if (name === '') throw new RefusedError(400, t('Enter the name of the company.'), 'name');
  return change(appContext, traceOfClient(requestId), async (tx, after) => {
    await tx
      .select({ id: clients.id })
      .from(clients)
      .where(eq(clients.id, client.id))
      .for('update');
    const [has] = await tx
      .select({ companies: count() })
      .from(companyMembers)
      .where(and(eq(companyMembers.clientId, client.id), companyMembers.isOwner));
    if ((has?.companies ?? 0) >= COMPANIES_EACH) {
      throw new RefusedError(
        409,
        t('You already own {count, plural, one {# company} other {# companies}}.', {
          count: COMPANIES_EACH,
        }),
      );
    }
    const createdAt = appContext.clock.now();
    const [company] = await tx
      .insert(companies)
      .values({ name, createdAt })
      .returning({ id: companies.id });
    if (!company) throw new Error('The company was not inserted');
    await tx.insert(companyMembers).values({
      companyId: company.id,
      clientId: client.id,
      permission: 'manage',
      isOwner: true,
      joinedAt: createdAt,
    });
    after.audit('company-created', {
      subjectId: company.id,
      subject: await addressSubject(tx, client.email),
    });
    return company.id;
  });
}

/**
 * Locks the company and requires 'Manage' of the client. Removals and invitations of one company happen one after the
 * other, so that nobody acts with a permission that was just withdrawn. Throws {@link RefusedError}: 404, 403.
 */
export async function lockAsManager(tx: Database, client: Client, companyId: string) {
  const company = await lockCompany(tx, companyId);
  const own = company && (await readMember(tx, company.id, client.id));
  if (!company || !own) throw new RefusedError(404, t(NO_SUCH_COMPANY));
  if (!includes(own.permission, 'manage')) throw notAllowed();
  return company;
}

async function lockCompany(tx: Database, companyId: string) {
  if (!isUuid(companyId)) return undefined;
  const [company] = await tx
    .select()
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('update');
  return company;
}

async function readMember(tx: Database, companyId: string, clientId: string) {
  if (!isUuid(clientId)) return undefined;
  const [row] = await tx
    .select({ member: companyMembers, email: clients.email })
    .from(companyMembers)
    .innerJoin(clients, eq(clients.id, companyMembers.clientId))
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.clientId, clientId)));
  return row && { ...row.member, email: row.email };
}

/** Changes what a member may do, at once. The owner always has 'Manage' (rule 294). */
export async function changePermission(
  appContext: ClientContext,
  requestId: string,
  client: Client,
  { companyId, memberId, permission }: MemberChange,
): Promise<void> {
  await change(appContext, traceOfClient(requestId), async (tx, after) => {
    const company = await lockAsManager(tx, client, companyId);
    const member = await readMember(tx, company.id, memberId);
    if (!member) throw new RefusedError(404, t(NO_SUCH_MEMBER));
    if (member.isOwner) throw new RefusedError(409, t('The owner always has ‘Manage’.'));
    if (member.permission === permission) return;
    await tx
      .update(companyMembers)
      .set({ permission })
      .where(
        and(eq(companyMembers.companyId, company.id), eq(companyMembers.clientId, member.clientId)),
      );
    if (!includes(permission, 'manage')) await withdrawInvitationsOf(tx, member);
    after.audit('company-permission-changed', {
      subjectId: company.id,
      subject: await addressSubject(tx, member.email),
      detail: clientMessage('clients.permission-changed', {
        from: member.permission,
        to: permission,
      }),
    });
  });
}

interface MemberChange {
  readonly companyId: string;
  readonly memberId: string;
  readonly permission: CompanyPermission;
}

/** Removes a member, whose access ends with the commit. Members with 'Manage' remove others, and everybody leaves. */
export async function removeMember(
  appContext: ClientContext,
  requestId: string,
  client: Client,
  { companyId, memberId }: Omit<MemberChange, 'permission'>,
): Promise<void> {
  await change(appContext, traceOfClient(requestId), async (tx, after) => {
    const leaves = memberId.toLowerCase() === client.id;
    const company = leaves
      ? await lockCompany(tx, companyId)
      : await lockAsManager(tx, client, companyId);
    const member = company && (await readMember(tx, company.id, memberId));
    if (!company || !member) {
      throw new RefusedError(404, t(leaves ? NO_SUCH_COMPANY : NO_SUCH_MEMBER));
    }
    if (member.isOwner) throw new RefusedError(409, t("The owner can't be removed."));
    await tx
      .delete(companyMembers)
      .where(
        and(eq(companyMembers.companyId, company.id), eq(companyMembers.clientId, member.clientId)),
      );
    await withdrawInvitationsOf(tx, member);
    after.audit('company-member-removed', {
      subjectId: company.id,
      subject: await addressSubject(tx, member.email),
    });
  });
}

/** Otherwise, somebody who is removed could return with an invitation to another address. */
async function withdrawInvitationsOf(
  tx: Database,
  { companyId, clientId }: { readonly companyId: string; readonly clientId: string },
): Promise<void> {
  await tx
    .delete(companyInvitations)
    .where(
      and(eq(companyInvitations.companyId, companyId), eq(companyInvitations.invitedBy, clientId)),
    );
}

/** Withdraws an open invitation, whose link stops working. */
export async function withdrawInvitation(
  appContext: ClientContext,
  requestId: string,
  client: Client,
  { companyId, invitationId }: { readonly companyId: string; readonly invitationId: string },
): Promise<void> {
  await change(appContext, traceOfClient(requestId), async (tx, after) => {
    const company = await lockAsManager(tx, client, companyId);
    const [withdrawn] = isUuid(invitationId)
      ? await tx
          .delete(companyInvitations)
          .where(
            and(
              eq(companyInvitations.id, invitationId),
              eq(companyInvitations.companyId, company.id),
            ),
          )
          .returning({ email: companyInvitations.email })
      : [];
    if (!withdrawn) throw new RefusedError(404, t('This invitation was used or withdrawn.'));
    after.audit('company-invitation-withdrawn', {
      subjectId: company.id,
      subject: await addressSubject(tx, withdrawn.email),
    });
  });
}
