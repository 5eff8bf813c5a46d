import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { isUuid } from '../../../platform/fields.ts';
import type { BillingDetails } from '../../../orders/protocol/billing-details.ts';
import { includes, type CompanyPermission } from '../../protocol/company-permissions.ts';
import type { Client } from '../client-context.server.ts';
import { clients, companies, companyInvitations, companyMembers } from '../tables.server.ts';

export interface CompanyView {
  readonly id: string;
  readonly name: string;
  readonly permission: CompanyPermission;
  readonly isOwner: boolean;
}

export interface CompanyPage extends CompanyView {
  readonly members: readonly {
    readonly id: string;
    readonly email: string;
    readonly permission: CompanyPermission;
    readonly isOwner: boolean;
    readonly isSelf: boolean;
  }[];
  /** For members with 'Manage'. */
  readonly billing: BillingDetails | null;
  /** Open invitations, for members who may invite. */
  readonly invitations: readonly {
    readonly id: string;
    readonly email: string;
    readonly permission: CompanyPermission;
  }[];
}

export async function readCompanies(db: Database, { id }: Client): Promise<CompanyView[]> {
  return db
    .select({
      id: companies.id,
      name: companies.name,
      permission: companyMembers.permission,
      isOwner: companyMembers.isOwner,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.clientId, id))
    .orderBy(asc(companies.name), asc(companies.id));
}

/** The companies that the client may order for. */
export async function readOrderingCompanies(
  db: Database,
  client: Client,
): Promise<{ readonly id: string; readonly name: string }[]> {
  const own = await readCompanies(db, client);
  return own
    .filter(({ permission }) => includes(permission, 'order'))
    .map(({ id, name }) => ({ id, name }));
}

/** Returns undefined for a company that the client does not belong to now, and for one that does not exist. */
export async function findCompany(
  db: Database,
  client: Client,
  id: string,
): Promise<CompanyView | undefined> {
  if (!isUuid(id)) return undefined;
  return (await readCompanies(db, client)).find((company) => company.id === id.toLowerCase());
}

export async function readCompany(
  db: Database,
  clock: Clock,
  client: Client,
  id: string,
): Promise<CompanyPage | undefined> {
  const company = await findCompany(db, client, id);
  if (!company) return undefined;
  const members = await db
    .select({
      id: clients.id,
      email: clients.email,
      permission: companyMembers.permission,
      isOwner: companyMembers.isOwner,
    })
    .from(companyMembers)
    .innerJoin(clients, eq(clients.id, companyMembers.clientId))
    .where(eq(companyMembers.companyId, company.id))
    .orderBy(desc(companyMembers.isOwner), asc(clients.email));
  const manages = includes(company.permission, 'manage');
  const [saved] = await db
    .select({ billing: companies.billing })
    .from(companies)
    .where(eq(companies.id, company.id));
  const invitations = manages
    ? await db
        .select({
          id: companyInvitations.id,
          email: companyInvitations.email,
          permission: companyInvitations.permission,
        })
        .from(companyInvitations)
        .where(
          and(
            eq(companyInvitations.companyId, company.id),
            gt(companyInvitations.expiresAt, clock.now()),
          ),
        )
        .orderBy(asc(companyInvitations.email))
    : [];
  return {
    ...company,
    members: members.map((member) => ({ ...member, isSelf: member.id === client.id })),
    billing: manages ? (saved?.billing ?? null) : null,
    invitations,
  };
}
