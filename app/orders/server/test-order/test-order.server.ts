import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Member } from '../../../accounts/protocol/member.ts';
import { requireAdmin } from '../../../accounts/server/members/manage-members.server.ts';
import type { Trace } from '../../../platform/change/audit.server.ts';
import { change, type After } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import type { Service } from '../../../shop/service.ts';
import { formatOrderNumber, type OrderState } from '../../protocol/transitions.ts';
import { pathOf } from '../access.server.ts';
import { insertDirectOffer } from '../checkout/insert-direct-offer.server.ts';
import { intakeOf, quoteService, type Quote } from '../checkout/quote-service.server.ts';
import { beginPayment, insertOrder, takeOrderNumber } from '../order/insert-order.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { purgeOrders } from '../purge-orders.server.ts';
import { readTaxTerms, type TaxTerms } from '../tax/tax-terms.ts';
import { offers, orders } from '../tables.server.ts';

export interface TestOrder {
  /** For example 'E-1001'. */
  readonly number: string;
  readonly state: OrderState;
  /** The path of the buyer's page. */
  readonly path: string;
}

export async function readTestOrder(db: Database): Promise<TestOrder | undefined> {
  const [row] = await db
    .select({ id: orders.id, number: orders.number, state: orders.state })
    .from(orders)
    .where(eq(orders.isTest, true));
  if (!row) return undefined;
  const { id, number, state } = row;
  return { number: formatOrderNumber(number), state, path: await pathOf(db, id) };
}

/**
 * Places a test order of the first of these services that has a price, as the admin. It has no conversation, so that it
 * takes nobody's capacity and is in no report of chats; the admin gets the buyer's emails. There is one at a time: a
 * second press returns the first one's number. Throws {@link RefusedError} 409 if no service can be ordered.
 */
export async function placeTestOrder(
  appContext: OrderContext,
  trace: Trace,
  member: Member,
  candidates: readonly Service[],
): Promise<string> {
  const found = findQuote(candidates, readTaxTerms(appContext, {}).terms);
  if (!found) {
    throw new RefusedError(409, t('Publish a service with a price first.'));
  }
  const { service, quote } = found;
  return change(appContext, trace, async (tx, after) => {
    await requireAdmin(tx, trace);
    const existing = await readTestOrder(tx);
    if (existing) return existing.number;
    const number = await takeOrderNumber(tx);
    // The title marks the order wherever it is named, and without a path nothing leads to the service's reviews.
    const line = { ...quote.line, title: t('Test order: {title}', quote.line), path: null };
    const offer = await insertDirectOffer(tx, appContext, {
      conversationId: null,
      clientId: randomUUID(),
      quote: { ...quote, line, plan: null },
      form: intakeOf(service),
      couponId: null,
    });
    const key = randomUUID();
    const order = await insertOrder(tx, appContext, offer, {
      number,
      email: member.email,
      event: 'place',
      isTest: true,
      direct: {
        formKey: key,
        sentFormKey: key,
        catalogueRevision: appContext.catalogue.revision,
      },
    });
    await beginPayment(tx, after, appContext, order, member.email, 'place');
    after.audit('test-order-placed', { subject: formatOrderNumber(number) });
    return formatOrderNumber(number);
  });
}

/** The choice that the order form begins with, and the tax of a buyer from the seller's country. */
function findQuote(
  candidates: readonly Service[],
  tax: TaxTerms,
): { service: Service; quote: Quote } | undefined {
  for (const service of candidates) {
    const choice = {
      package: service.packages[0]?.name ?? null,
      quantity: service.quantity.minimum,
      options: [],
    };
    const { quote } = quoteService(service, choice, ['link'], null, tax);
    if (quote && quote.view.total > 0) return { service, quote };
  }
  return undefined;
}

/** Deletes the test order with its files, bookings and events. Returns false if there is none. */
export async function removeTestOrder(tx: Database, after: After): Promise<boolean> {
  const [order] = await tx.select().from(orders).where(eq(orders.isTest, true)).for('update');
  if (!order) return false;
  await purgeOrders(tx, [order.id]);
  await tx.delete(offers).where(eq(offers.id, order.offerId));
  after.audit('test-order-removed', { subject: formatOrderNumber(order.number) });
  return true;
}
