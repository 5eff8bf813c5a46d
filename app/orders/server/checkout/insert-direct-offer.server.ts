import { randomUUID } from 'node:crypto';
import { chargedTaxOf } from '../../../billing/tax/charged-tax.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import type { IntakeForm } from '../../intake/intake-form.ts';
import type { OrderContext } from '../order-context.server.ts';
import { offers } from '../tables.server.ts';
import type { Quote } from './quote-service.server.ts';

interface DirectOffer {
  readonly conversationId: string | null;
  /** The idempotency key. */
  readonly clientId: string;
  readonly quote: Quote;
  readonly form: IntakeForm;
  readonly couponId: string | null;
  /** A later period of a subscription has no form. */
  readonly source?: 'checkout' | 'subscription' | 'request';
}

/** A direct order has the terms of an accepted offer, so everything that reads an order's terms works the same. */
export async function insertDirectOffer(
  tx: Database,
  { clock, settings }: Pick<OrderContext, 'clock' | 'settings'>,
  {
    conversationId,
    clientId,
    quote: { line, plan, view, buyer },
    form,
    couponId,
    source = 'checkout',
  }: DirectOffer,
): Promise<typeof offers.$inferSelect> {
  const now = clock.now();
  const [offer] = await tx
    .insert(offers)
    .values({
      id: randomUUID(),
      conversationId,
      clientId,
      source,
      state: 'accepted',
      answeredAt: now,
      lines: [line],
      currency: view.currency,
      amount: view.total,
      plan,
      taxAmount: chargedTaxOf([line]),
      buyerCountry: buyer?.country ?? null,
      taxNumber: buyer?.taxNumber ?? null,
      couponId,
      couponCode: view.coupon?.code ?? null,
      discountAmount: view.coupon?.discount ?? 0,
      deliveryDays: view.deliveryDays,
      revisions: view.revisions,
      questions: form.map(({ label }) => label),
      intake: form,
      validDay: dayOf(settings.supportTimezone, now),
      validUntil: now,
      createdAt: now,
    })
    .returning();
  if (!offer) throw new Error('The offer was not inserted');
  return offer;
}
