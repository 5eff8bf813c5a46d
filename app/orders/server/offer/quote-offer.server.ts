import { requireWriting } from '../../../chat/server/access.server.ts';
import { t } from '../../../i18n/translate.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { toTypedAmount } from '../../../platform/read-amount.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { formatOptionDays, formatOptionPrice } from '../../../shop/format-option.ts';
import { formatDeliveryDays, formatRevisions } from '../../../shop/format-terms.ts';
import { getPackageLabel } from '../../../shop/package-label.ts';
import { formatAmount } from '../../../shop/price.ts';
import { describeQuantityLabel, describeQuantityRule } from '../../../shop/quantity-label.ts';
import { quantityLabelOf } from '../../pricing/quantity.ts';
import { describeTaxes } from '../../protocol/describe-taxes.ts';
import { toDecimal } from '../../protocol/money.ts';
import {
  formatCoupon,
  MAX_DELIVERY_DAYS,
  type LineChoices,
  type OfferDraft,
  type OfferQuote,
} from '../../protocol/offer.ts';
import { readCoupon } from '../coupons/read-coupon.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { methodsOfOrder } from '../payment/payment-choices.server.ts';
import { readBuyersEmail } from './apply-coupon.server.ts';
import { readTaxTerms } from '../tax/tax-terms.ts';
import { describeAmountFault } from './describe-amount-fault.server.ts';
import { rowsOfLine } from './offer-line.ts';
import {
  priceOffer,
  readBuyersShop,
  readLines,
  suggestTerms,
  type OfferFault,
} from './price-offer.server.ts';

type QuotedDraft = Pick<OfferDraft, 'lines' | 'currency' | 'coupon' | 'buyer'>;

/**
 * Returns what can be chosen for a line: packages, options and quantities, with texts for the member and titles in the
 * conversation's language. Null for a service that is not sold. Throws {@link RefusedError} 404.
 */
export async function readLineChoices(
  appContext: OrderContext,
  member: Member,
  conversationId: string,
  path: string,
): Promise<LineChoices | null> {
  await requireWriting(appContext.db, { kind: 'member', member }, conversationId);
  const { find } = await readBuyersShop(appContext.db, appContext, conversationId);
  const sold = find(path)?.sold;
  const currency = sold?.price.currency;
  if (!sold || currency === undefined || !isCurrency(currency)) return null;
  const { price, packages, options, quantity } = sold;
  const typed = (amount: number) => toTypedAmount(toDecimal(amount, currency));
  return {
    path,
    currency,
    price: typed(price.amount),
    quantityLabel: describeQuantityLabel(quantityLabelOf(price.unit, false)),
    quantityHint: describeQuantityRule(quantity) ?? '',
    packages: packages.map(({ name, amount, deliveryDays, revisions }) => ({
      name,
      label: getPackageLabel(name),
      price: typed(amount),
      terms: [
        formatAmount({ amount, currency }),
        formatDeliveryDays(deliveryDays),
        formatRevisions(revisions),
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    options: options.map(({ id, title, price: optionPrice, days, maximum }) => ({
      id,
      title,
      terms: [formatOptionPrice(optionPrice, currency), formatOptionDays(days)]
        .filter(Boolean)
        .join(' · '),
      maximum: optionPrice.kind === 'percentage' ? 1 : maximum,
    })),
  };
}

/** Computes what a draft costs, as `makeOffer` does. Nothing is stored. Throws {@link RefusedError} 404. */
export async function quoteOffer(
  appContext: OrderContext,
  member: Member,
  conversationId: string,
  offerDraft: QuotedDraft,
): Promise<OfferQuote> {
  await requireWriting(appContext.db, { kind: 'member', member }, conversationId);
  const { currency } = offerDraft;
  // The form is still being filled in: nothing is wrong yet.
  if (offerDraft.lines.some(({ price }) => price.trim() === '')) return quoteWith(currency, []);
  const shop = await readBuyersShop(appContext.db, appContext, conversationId);
  const lines = offerDraft.lines.map((line, index) =>
    line.title.trim() === '' ? { ...line, title: t('Line {number}', { number: index + 1 }) } : line,
  );
  const { terms: tax, errors: ofBuyer } = readTaxTerms(appContext, offerDraft.buyer ?? {});
  const read = readLines({ lines, currency }, shop, tax);
  if ('faults' in read) return quoteWith(currency, read.faults);
  const code = (offerDraft.coupon ?? '').trim();
  const email = await readBuyersEmail(appContext.db, conversationId);
  const coupon = code === '' ? null : await readCoupon(appContext.db, appContext, code, { email });
  const priced = priceOffer(read, shop, coupon);
  if ('faults' in priced) return quoteWith(currency, priced.faults);
  const { order } = priced;
  const total = order.totals.gross;
  const terms = suggestTerms(read, order);
  const fault = describeAmountFault(methodsOfOrder(appContext.settings), {
    amount: total,
    currency: read.currency,
  });
  return {
    currency,
    rows: [
      ...priced.lines.flatMap(rowsOfLine),
      ...(coupon?.terms
        ? [{ label: formatCoupon(coupon.terms), amount: -order.totals.discount }]
        : []),
      ...describeTaxes(priced.lines),
    ],
    total,
    deliveryDays: terms && Math.min(terms.deliveryDays, MAX_DELIVERY_DAYS),
    revisions: terms && terms.revisions,
    errors: fault === undefined ? ofBuyer : { ...ofBuyer, 'price-0': fault },
  };
}

function quoteWith(currency: string, faults: readonly OfferFault[]): OfferQuote {
  return {
    currency,
    rows: [],
    total: null,
    deliveryDays: null,
    revisions: null,
    errors: Object.fromEntries(faults.map(({ field, message }) => [field, message])),
  };
}
