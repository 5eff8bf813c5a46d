import { eq } from 'drizzle-orm';
import { addressSubject } from '../../accounts/server/audit/address-subject.server.ts';
import { t } from '../../i18n/translate.ts';
import { BILLING_NAME_FIELD, type BillingDetails } from '../../orders/protocol/billing-details.ts';
import { readBillingDetails } from '../../orders/server/invoices/save-billing-details.server.ts';
import { change } from '../../platform/change/change.server.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { traceOfClient, type Client, type ClientContext } from './client-context.server.ts';
import { lockAsManager } from './companies/manage-company.server.ts';
import { clients, companies } from './tables.server.ts';

export async function readClientBilling(
  db: Database,
  { id }: Client,
): Promise<BillingDetails | null> {
  const [row] = await db
    .select({ billing: clients.billing })
    .from(clients)
    .where(eq(clients.id, id));
  return row?.billing ?? null;
}

/** Saves the details for invoices of later private orders. Empty fields delete them. Throws {@link RefusedError} 400. */
export async function saveClientBilling(
  appContext: ClientContext,
  requestId: string,
  client: Client,
  typed: BillingDetails,
): Promise<void> {
  const billing = readTyped(typed);
  await change(appContext, traceOfClient(requestId), async (tx, after) => {
    await tx.update(clients).set({ billing }).where(eq(clients.id, client.id));
    after.audit('client-billing-changed', { subject: await addressSubject(tx, client.email) });
  });
}

/** Saves the details for invoices of the company's later orders. Throws {@link RefusedError}: 400, 404, 403. */
export async function saveCompanyBilling(
  appContext: ClientContext,
  requestId: string,
  client: Client,
  { companyId, ...typed }: BillingDetails & { readonly companyId: string },
): Promise<void> {
  const billing = readTyped(typed);
  await change(appContext, traceOfClient(requestId), async (tx, after) => {
    const company = await lockAsManager(tx, client, companyId);
    await tx.update(companies).set({ billing }).where(eq(companies.id, company.id));
    after.audit('company-billing-changed', {
      subjectId: company.id,
      subject: await addressSubject(tx, client.email),
    });
  });
}

function readTyped(typed: BillingDetails): BillingDetails | null {
  const billing = readBillingDetails(typed);
  if (!billing && typed.address.trim() !== '') {
    throw new RefusedError(400, t('Enter a name or a company.'), BILLING_NAME_FIELD);
  }
  return billing;
}
