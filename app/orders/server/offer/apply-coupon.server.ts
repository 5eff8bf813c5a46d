import { eq } from 'drizzle-orm';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { minorDigits } from '../../../platform/minor-digits.ts';
import { t } from '../../../i18n/translate.ts';
import { COUPON_FIELD } from '../../protocol/order-form.ts';
import { amountOfLine, type OfferLine, type OfferTerms } from '../../protocol/offer.ts';
import { rejectCoupon, type CouponLine } from '../../pricing/coupon-rules.ts';
import { priceOrder, type LineInput } from '../../pricing/price-order.ts';
import { ANY_QUANTITY } from '../../pricing/quantity.ts';
import { chargedTaxOf } from '../../../billing/tax/charged-tax.ts';
import { findOfferedService } from '../../service-source.ts';
import { describePricingRefusal } from '../checkout/describe-refusal.ts';
import { describeRejection } from '../coupons/describe-rejection.ts';
import { lockCoupon, readCoupon } from '../coupons/read-coupon.server.ts';
import { chargeTax, isTaxOfToday, readTaxTerms, type TaxTerms } from '../tax/tax-terms.ts';
import type { OrderContext } from '../order-context.server.ts';
import type { offers } from '../tables.server.ts';

interface Priced {
  readonly terms: OfferTerms;
  readonly couponId: string | null;
  readonly taxAmount: number;
}

/**
 * Computes the terms of an offer with its coupon and tax. Nothing is reserved before the buyer accepts. Throws
 * {@link RefusedError} 400 at the field, with the rule that the coupon breaks.
 */
export async function priceOffer(
  tx: Database,
  appContext: OrderContext,
  conversationId: string,
  terms: OfferTerms,
  code: string,
  tax: TaxTerms,
): Promise<Priced> {
  if (code === '' && !tax.buyer) return { terms, couponId: null, taxAmount: 0 };
  const email = code === '' ? undefined : await readEmail(tx, conversationId);
  const coupon = code === '' ? null : await readCoupon(tx, appContext, code, { email });
  const { order, refusals } = priceOrder({
    currency: { code: terms.currency, minorDigits: minorDigits(terms.currency) },
    lines: terms.lines.map((line) => toInput(appContext, line, terms.deliveryDays, tax)),
    coupon,
    pricesIncludeTax: tax.pricesIncludeTax,
  });
  if (!order) {
    const [refusal] = refusals;
    if (!refusal) throw new Error('An offer was refused without a reason');
    const field = refusal.field === 'coupon' ? COUPON_FIELD : 'price-0';
    throw new RefusedError(400, describePricingRefusal(refusal, terms.currency), field);
  }
  if (coupon && !coupon.row) throw new Error('An unknown coupon was accepted');
  const lines = terms.lines.map((line, index) => {
    const priced = order.lines[index];
    const charged = priced && chargeTax(priced, tax);
    const discount = priced?.discount ?? 0;
    return { ...line, ...(discount > 0 && { discount }), ...(charged && { tax: charged }) };
  });
  return {
    couponId: coupon?.row?.id ?? null,
    taxAmount: chargedTaxOf(lines),
    terms: {
      ...terms,
      amount: order.totals.gross,
      coupon: coupon?.row ? { code: coupon.row.code, discount: order.totals.discount } : null,
      lines,
    },
  };
}

/**
 * Locks the coupon of an offer that is being accepted, and checks its rules as they are now; the discount stays as it
 * was offered. Returns its id, or null without a coupon. Throws {@link RefusedError} 409 with the broken rule.
 */
export async function lockOfferedCoupon(
  tx: Database,
  appContext: OrderContext,
  offer: typeof offers.$inferSelect,
  email: string,
): Promise<string | null> {
  if (offer.couponId === null) return null;
  const { terms, facts } = await lockCoupon(tx, appContext, offer.couponId, email);
  const lines = offer.lines.map((line) => toCouponLine(appContext, line));
  const rejection = rejectCoupon(terms, facts, offer.currency, lines);
  if (!rejection) return offer.couponId;
  throw new RefusedError(
    409,
    t('{reason} Ask in the chat for a new offer.', { reason: describeRejection(rejection) }),
  );
}

/**
 * The rate of the day on which an order is placed counts (rule 267), and an offer never changes. Throws
 * {@link RefusedError} 409 if another tax applies today.
 */
export function requireTaxOfToday(
  appContext: OrderContext,
  offer: typeof offers.$inferSelect,
): void {
  const { terms } = readTaxTerms(appContext, {
    country: offer.buyerCountry ?? '',
    taxNumber: offer.taxNumber ?? '',
  });
  const isSame = offer.lines.every((line) =>
    isTaxOfToday(line.tax, terms.taxOf(rateNameOf(appContext, line))),
  );
  if (isSame) return;
  throw new RefusedError(
    409,
    t('The tax has changed since this offer was made. Ask in the chat for a new offer.'),
  );
}

function rateNameOf({ catalogue }: Pick<OrderContext, 'catalogue'>, { path }: OfferLine): string {
  return (path === null ? undefined : findOfferedService(catalogue, path)?.taxRate) ?? '';
}

async function readEmail(tx: Database, conversationId: string): Promise<string | undefined> {
  const [visitor] = await tx
    .select({ email: visitors.email })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  return visitor?.email;
}

function toInput(
  appContext: Pick<OrderContext, 'catalogue'>,
  line: OfferLine,
  deliveryDays: number,
  tax: TaxTerms,
): LineInput {
  const { serviceId, section } = toCouponLine(appContext, line);
  return {
    service: {
      serviceId,
      section,
      unit: 'each',
      amount: line.unitAmount,
      deliveryDays,
      quantity: ANY_QUANTITY,
      packages: [],
      options: [],
    },
    choice: { package: null, quantity: line.quantity, options: [] },
    tax: tax.taxOf(rateNameOf(appContext, line)),
  };
}

function toCouponLine({ catalogue }: Pick<OrderContext, 'catalogue'>, line: OfferLine): CouponLine {
  const service = line.path === null ? undefined : findOfferedService(catalogue, line.path);
  return {
    serviceId: service?.id ?? null,
    section: service?.section ?? null,
    subtotal: amountOfLine(line),
  };
}
