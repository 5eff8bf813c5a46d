import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { clients, companies } from '../../../clients/server/tables.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLine, toText } from '../../../platform/shown-text.ts';
import {
  BILLING_ADDRESS_FIELD,
  BILLING_ADDRESS_MAX_LENGTH,
  BILLING_ADDRESS_MAX_LINES,
  BILLING_NAME_FIELD,
  BILLING_NAME_MAX_LENGTH,
  type BillingDetails,
} from '../../protocol/billing-details.ts';
import type { BuyerKey } from '../access.server.ts';
import { asBuyer } from '../order/as-actor.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { orders } from '../tables.server.ts';
import { lockInvoice } from './invoice-order.server.ts';

/**
 * Saves name and address for the invoice, until it is issued. Throws {@link RefusedError}: 404 for an unknown secret, 400
 * with the field, 409 once the invoice exists.
 */
export async function saveBillingDetails(
  appContext: OrderContext,
  key: BuyerKey,
  typed: BillingDetails,
): Promise<void> {
  const details = readBillingDetails(typed);
  if (!details) {
    throw new RefusedError(400, t('Enter a name or a company.'), BILLING_NAME_FIELD);
  }
  await asBuyer(appContext, key, async ({ tx, order }) => {
    const invoice = await lockInvoice(tx, order.id, order.milestone);
    if (invoice) {
      throw new RefusedError(
        409,
        t('The invoice {number} was issued. Ask us in the chat for a correction.', {
          number: invoice.number,
        }),
      );
    }
    await tx.update(orders).set({ billing: details }).where(eq(orders.id, order.id));
  });
}

/**
 * Reads typed details. Returns null without a name. Throws {@link RefusedError} 400 with the field for an address of too
 * many lines.
 */
export function readBillingDetails(typed: BillingDetails): BillingDetails | null {
  const name = toLine(typed.name, BILLING_NAME_MAX_LENGTH);
  const address = toText(typed.address, BILLING_ADDRESS_MAX_LENGTH)
    .slice(0, BILLING_ADDRESS_MAX_LENGTH)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (address.length > BILLING_ADDRESS_MAX_LINES) {
    throw new RefusedError(
      400,
      t('Use at most {count, plural, one {# line} other {# lines}}.', {
        count: BILLING_ADDRESS_MAX_LINES,
      }),
      BILLING_ADDRESS_FIELD,
    );
  }
  return name === '' ? null : { name, address: address.join('\n') };
}

/**
 * The details for a new order: those saved for the company, or for the private orders of a proven address. Without saved
 * ones, the newest order decides. Private details never get onto an order of a company, and the other way round.
 */
export async function readLastBillingDetails(
  db: Database,
  email: string,
  companyId: string | null,
): Promise<BillingDetails | null> {
  const [saved] =
    companyId === null
      ? await db.select({ billing: clients.billing }).from(clients).where(eq(clients.email, email))
      : await db
          .select({ billing: companies.billing })
          .from(companies)
          .where(eq(companies.id, companyId));
  if (saved?.billing) return saved.billing;
  const theirs =
    companyId === null
      ? and(eq(orders.buyerEmail, email), isNull(orders.companyId))
      : eq(orders.companyId, companyId);
  const [row] = await db
    .select({ billing: orders.billing })
    .from(orders)
    .where(and(theirs, isNotNull(orders.billing)))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  return row?.billing ?? null;
}
