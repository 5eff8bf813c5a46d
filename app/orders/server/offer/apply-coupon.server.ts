import { eq } from 'drizzle-orm';
import { conversations, visitors } from '../../../chat/server/tables.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { t } from '../../../i18n/translate.ts';
import { amountOfLine, type OfferCoupon, type OfferLine } from '../../protocol/offer.ts';
import { rejectCoupon, type CouponLine } from '../../pricing/coupon-rules.ts';
import { findOfferedService } from '../../service-source.ts';
import { describeRejection } from '../coupons/describe-rejection.ts';
import { lockCoupon, readCoupon, type TypedCoupon } from '../coupons/read-coupon.server.ts';
import { isTaxOfToday, readTaxTerms } from '../tax/tax-terms.ts';
import type { OrderContext } from '../order-context.server.ts';
import type { offers } from '../tables.server.ts';
import { refuseFirst, type OfferFault, type PricedOffer } from './price-offer.server.ts';

interface Applied {
  readonly priced: PricedOffer;
  readonly couponId: string;
  readonly coupon: OfferCoupon;
}

/**
 * Prices an offer with a coupon. Nothing is reserved before the buyer accepts. Throws {@link RefusedError} 400 at the
 * field, with the rule that the coupon breaks.
 */
export async function applyCoupon(
  tx: Database,
  appContext: OrderContext,
  conversationId: string,
  price: (coupon: TypedCoupon) => PricedOffer | { readonly faults: readonly OfferFault[] },
  code: string,
): Promise<Applied> {
  const email = await readBuyersEmail(tx, conversationId);
  const coupon = await readCoupon(tx, appContext, code, { email });
  const priced = price(coupon);
  if ('faults' in priced) throw refuseFirst(priced.faults);
  if (!coupon.row) throw new Error('An unknown coupon was accepted');
  return {
    priced,
    couponId: coupon.row.id,
    coupon: { code: coupon.row.code, discount: priced.order.totals.discount },
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

/** Returns the address of the conversation, which decides which coupons apply. */
export async function readBuyersEmail(
  db: Database,
  conversationId: string,
): Promise<string | undefined> {
  const [visitor] = await db
    .select({ email: visitors.email })
    .from(conversations)
    .innerJoin(visitors, eq(visitors.id, conversations.visitorId))
    .where(eq(conversations.id, conversationId));
  return visitor?.email;
}

function toCouponLine({ catalogue }: Pick<OrderContext, 'catalogue'>, line: OfferLine): CouponLine {
  const service = line.path === null ? undefined : findOfferedService(catalogue, line.path);
  return {
    serviceId: service?.id ?? null,
    section: service?.section ?? null,
    subtotal: amountOfLine(line),
  };
}
