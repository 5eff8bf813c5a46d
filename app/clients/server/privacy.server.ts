import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { After } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Counted } from '../../platform/format-count.ts';
import type { Erased } from '../../platform/module.ts';
import { nameBrowser } from '../../accounts/server/sessions/sessions.server.ts';
import { clientMessage } from '../stored-messages.ts';
import { findNextOwner } from './companies/find-next-owner.server.ts';
import {
  clientPasskeyChallenges,
  clientPasskeys,
  clients,
  clientSessions,
  clientSignIns,
  companies,
  companyInvitations,
  companyMembers,
} from './tables.server.ts';

export async function countClients(db: Database, email: string): Promise<Counted[]> {
  const [client] = await findClients(db, email);
  if (!client) return [];
  const memberships = eq(companyMembers.clientId, client.id);
  return [
    { noun: 'client account', number: 1 },
    { noun: 'company membership', number: await db.$count(companyMembers, memberships) },
  ];
}

function findClients(db: Database, email: string) {
  return db.select().from(clients).where(eq(clients.email, email));
}

/** Secrets and their hashes are left out, and so are the addresses of other members. */
export async function exportClient(db: Database, email: string) {
  const [client] = await findClients(db, email);
  const invited = await db
    .select({
      company: companies.name,
      permission: companyInvitations.permission,
      at: companyInvitations.createdAt,
    })
    .from(companyInvitations)
    .innerJoin(companies, eq(companies.id, companyInvitations.companyId))
    .where(eq(companyInvitations.email, email));
  if (!client) return { clientAccount: null, companyInvitations: invited };
  const [devices, keys, memberships] = await Promise.all([
    db
      .select()
      .from(clientSessions)
      .where(eq(clientSessions.clientId, client.id))
      .orderBy(desc(clientSessions.createdAt)),
    db
      .select()
      .from(clientPasskeys)
      .where(eq(clientPasskeys.clientId, client.id))
      .orderBy(asc(clientPasskeys.createdAt)),
    db
      .select({
        company: companies.name,
        permission: companyMembers.permission,
        isOwner: companyMembers.isOwner,
        joinedAt: companyMembers.joinedAt,
      })
      .from(companyMembers)
      .innerJoin(companies, eq(companies.id, companyMembers.companyId))
      .where(eq(companyMembers.clientId, client.id)),
  ]);
  return {
    clientAccount: {
      language: client.language,
      billingDetails: client.billing,
      createdAt: client.createdAt,
      signedInAt: client.signedInAt,
      devices: devices.map(({ userAgent, createdAt, seenAt, expiresAt }) => ({
        browser: nameBrowser(userAgent ?? ''),
        signedInAt: createdAt,
        seenAt,
        endsAt: expiresAt,
      })),
      passkeys: keys.map(({ name, createdAt, usedAt }) => ({ name, addedAt: createdAt, usedAt })),
      companies: memberships,
    },
    companyInvitations: invited,
  };
}

/**
 * Deletes the account with everything that belongs to it. A company of the client passes to the member with the most
 * permission who joined first; without other members it is deleted, and nobody can open its orders any more (rule 383).
 */
export async function eraseClient(
  tx: Database,
  _after: After,
  _appContext: unknown,
  email: string,
): Promise<Erased> {
  const asked = await tx
    .delete(clientSignIns)
    .where(eq(clientSignIns.email, email))
    .returning({ id: clientSignIns.id });
  const invited = await tx
    .delete(companyInvitations)
    .where(eq(companyInvitations.email, email))
    .returning({ id: companyInvitations.id });
  const [client] = await findClients(tx, email).for('update');
  const wasAsked = asked.length + invited.length > 0;
  if (!client) return { wasHeld: wasAsked, gone: [] };
  const emptied = await leaveCompanies(tx, client);
  await tx.delete(clients).where(eq(clients.id, client.id));
  return {
    wasHeld: true,
    gone: [
      clientMessage('clients.account-erased'),
      ...(emptied > 0 ? [clientMessage('clients.companies-erased', { count: emptied })] : []),
    ],
  };
}

type Leaving = Pick<typeof clients.$inferSelect, 'id' | 'email'>;

/** Returns the number of companies that nobody else belongs to, which are deleted. */
async function leaveCompanies(tx: Database, client: Leaving): Promise<number> {
  const own = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(
      inArray(
        companies.id,
        tx
          .select({ id: companyMembers.companyId })
          .from(companyMembers)
          .where(and(eq(companyMembers.clientId, client.id), companyMembers.isOwner)),
      ),
    )
    .orderBy(companies.id)
    .for('update');
  let emptied = 0;
  for (const { id } of own) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    if (!(await passOn(tx, id, client))) emptied += 1;
  }
  return emptied;
}

async function passOn(tx: Database, companyId: string, { id, email }: Leaving): Promise<boolean> {
  const heir = await findNextOwner(tx, companyId, email);
  if (!heir) {
    await tx.delete(companies).where(eq(companies.id, companyId));
    return false;
  }
  await tx
    .delete(companyMembers)
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.clientId, id)));
  await tx
    .update(companyMembers)
    .set({ permission: 'manage', isOwner: true })
    .where(
      and(eq(companyMembers.companyId, companyId), eq(companyMembers.clientId, heir.clientId)),
    );
  return true;
}

export async function resetClients(tx: Database): Promise<void> {
  for (const table of [
    companyInvitations,
    companyMembers,
    companies,
    clientPasskeyChallenges,
    clientPasskeys,
    clientSessions,
    clientSignIns,
    clients,
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
    await tx.delete(table);
  }
}
