import { eq } from 'drizzle-orm';
import { conversations } from '../../../chat/server/tables.server.ts';
import { speechIn, t, formatsNow } from '../../../i18n/translate.ts';
import { isCurrency, type Currency } from '../../../platform/currencies.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { findLanguage } from '../../../platform/languages.ts';
import { minorDigits } from '../../../platform/minor-digits.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { speaking } from '../../../platform/speech.server.ts';
import type { Service } from '../../../shop/service.ts';
import {
  priceOrder,
  type LineInput,
  type PricedOrder,
  type PricingInput,
  type PricingRefusal,
} from '../../pricing/price-order.ts';
import { ANY_QUANTITY } from '../../pricing/quantity.ts';
import { snapshotOf } from '../../pricing/service-snapshot.ts';
import { formatMoney, MAX_AMOUNT, readMoney } from '../../protocol/money.ts';
import {
  MAX_LINES,
  MAX_QUANTITY,
  offerOptionField,
  TITLE_MAX_LENGTH,
  type OfferDraft,
  type OfferLine,
} from '../../protocol/offer.ts';
import { COUPON_FIELD } from '../../protocol/order-form.ts';
import { findOfferedService, type OfferedService } from '../../service-source.ts';
import { describePricingRefusal } from '../checkout/describe-refusal.ts';
import type { InBuyersWords } from '../order/reach-buyer.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import type { TaxTerms } from '../tax/tax-terms.ts';
import { revisionsOf, toOfferLine } from './offer-line.ts';

/** An error at a field of the offer form. */
export interface OfferFault {
  readonly field: string;
  readonly message: string;
}

/** The catalogue and the words of the conversation's language, in which the offer is stored. */
export interface BuyersShop {
  readonly find: (path: string) => OfferedService | undefined;
  readonly inBuyersWords: InBuyersWords;
}

export async function readBuyersShop(
  db: Database,
  { catalogue, settings }: Pick<OrderContext, 'catalogue' | 'settings'>,
  conversationId: string,
): Promise<BuyersShop> {
  const [row] = await db
    .select({ language: conversations.language })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  const { languages, formats } = settings;
  const language = findLanguage(row?.language) ?? languages.main;
  const translated = catalogue.in(language, languages.offered);
  const speech = speechIn(language, formats);
  return {
    find: (path) => findOfferedService(translated, path),
    inBuyersWords: (write) => speaking(speech, write),
  };
}

interface ReadLine {
  readonly input: LineInput;
  readonly title: string;
  readonly path: string | null;
  /** Null for free text and for services that are no longer sold. */
  readonly sold: Service | null;
}

export interface ReadLines {
  readonly currency: Currency;
  readonly lines: readonly ReadLine[];
  readonly tax: TaxTerms;
}

export interface PricedOffer {
  readonly order: PricedOrder;
  readonly lines: readonly OfferLine[];
}

/** Reads what was typed and chosen. Returns all faults at once, so that the form shows each at its field. */
export function readLines(
  offerDraft: Pick<OfferDraft, 'lines' | 'currency'>,
  shop: BuyersShop,
  tax: TaxTerms,
): ReadLines | { readonly faults: readonly OfferFault[] } {
  const { currency, lines } = offerDraft;
  if (!isCurrency(currency)) return faultAt('currency', t('Choose a currency.'));
  if (lines.length === 0) return faultAt('title-0', t("Enter what you're offering."));
  if (lines.length > MAX_LINES) {
    return faultAt(
      'title-0',
      t('An offer can have at most {maxLines, plural, one {# line} other {# lines}}.', {
        maxLines: MAX_LINES,
      }),
    );
  }
  const faults: OfferFault[] = [];
  const read = lines.map((line, index) => readLine(line, index, { currency, shop, tax }, faults));
  return faults.length > 0 ? { faults } : { currency, lines: read, tax };
}

/** Computes the totals with the function that prices direct orders. The typed price replaces the catalogue's. */
export function priceOffer(
  { currency, lines, tax }: ReadLines,
  { inBuyersWords }: BuyersShop,
  coupon: PricingInput['coupon'] = null,
): PricedOffer | { readonly faults: readonly OfferFault[] } {
  const { order, refusals } = priceOrder({
    currency: { code: currency, minorDigits: minorDigits(currency) },
    lines: lines.map(({ input }) => input),
    coupon,
    pricesIncludeTax: tax.pricesIncludeTax,
  });
  if (!order) return { faults: refusals.map((refusal) => toFault(refusal, currency)) };
  if (order.totals.subtotal === 0) {
    return faultAt('price-0', t("An offer's total can't be zero. Enter a price."));
  }
  return {
    order,
    lines: inBuyersWords(() =>
      order.lines.map((priced, index) => {
        const line = lines[index];
        if (!line) throw new Error('The priced offer has too many lines');
        return toOfferLine({ ...line, serviceId: line.input.service.serviceId }, priced, tax);
      }),
    ),
  };
}

/** Returns the terms that the catalogue states for the chosen services, or null for free text alone. */
export function suggestTerms(
  { lines }: ReadLines,
  { deliveryDays }: PricedOrder,
): { readonly deliveryDays: number; readonly revisions: number } | null {
  const revisions = lines.flatMap(({ sold, input: { choice } }) =>
    sold ? [revisionsOf(sold, choice.package)] : [],
  );
  return revisions.length > 0 ? { deliveryDays, revisions: Math.max(...revisions) } : null;
}

interface Typed {
  readonly currency: Currency;
  readonly shop: BuyersShop;
  readonly tax: TaxTerms;
}

function readLine(
  line: OfferDraft['lines'][number],
  index: number,
  { currency, shop, tax }: Typed,
  faults: OfferFault[],
): ReadLine {
  const title = toLine(line.title, TITLE_MAX_LENGTH);
  if (title === '') {
    faults.push({ field: `title-${index}`, message: t("Enter what you're offering.") });
  }
  const { quantity } = line;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY) {
    const most = MAX_QUANTITY.toLocaleString(formatsNow());
    const message = t('Enter a whole number from 1 to {most}.', { most });
    faults.push({ field: `quantity-${index}`, message });
  }
  const unitAmount = readMoney(line.price, currency);
  if (typeof unitAmount !== 'number') {
    faults.push({ field: `price-${index}`, message: unitAmount.fault });
  }
  // A path without a service is dropped, because it could be any link that the sender made up.
  const found = line.path === null ? undefined : shop.find(line.path);
  const sold = found?.sold ?? null;
  const options = line.options ?? [];
  if (sold && sold.price.currency !== currency) {
    for (const { id, price } of sold.options) {
      const isChosen = options.some((chosen) => chosen.id === id);
      if (!isChosen || price.kind === 'percentage' || price.amount === 0) continue;
      const message = t(
        'This option is priced in {currency}. Choose this currency for the offer, or add a line with your own price.',
        { currency: sold.price.currency },
      );
      faults.push({ field: offerOptionField(index, id), message });
    }
  }
  const amount = typeof unitAmount === 'number' ? unitAmount : 0;
  const packageName = line.package || null;
  const terms = termsOfLine(found, packageName, amount);
  // Clients of versions before packages and options in offers know no rules for quantities.
  const isOld = line.package === undefined && line.options === undefined;
  return {
    title,
    path: found ? line.path : null,
    sold,
    input: {
      service: { ...terms, amount, ...(isOld && { quantity: ANY_QUANTITY }) },
      choice: { package: packageName, quantity, options },
      tax: tax.taxOf(found?.taxRate ?? ''),
    },
  };
}

function termsOfLine(
  found: OfferedService | undefined,
  packageName: string | null,
  amount: number,
): LineInput['service'] {
  if (!found?.sold) {
    return {
      serviceId: found?.id ?? null,
      section: found?.section ?? null,
      unit: 'each',
      amount,
      // Free text says nothing about the delivery, so any other line decides.
      deliveryDays: 1,
      quantity: ANY_QUANTITY,
      packages: [],
      options: [],
    };
  }
  const snapshot = snapshotOf(found.sold);
  // The team may also offer the service itself, without one of its packages.
  if (packageName === null) return { ...snapshot, quantity: found.sold.quantity, packages: [] };
  const packages = snapshot.packages.filter(({ name }) => name === packageName);
  return {
    ...snapshot,
    quantity: ANY_QUANTITY,
    packages: packages.map((it) => ({ ...it, amount })),
  };
}

function toFault(refusal: PricingRefusal, currency: Currency): OfferFault {
  const { key, field, line } = refusal;
  if (key === 'total-too-large') {
    const message = t("An offer's total can't exceed {formatMoney}.", {
      formatMoney: formatMoney(MAX_AMOUNT, currency),
    });
    return { field: 'price-0', message };
  }
  if (key === 'delivery-too-long') {
    const message = t('The chosen options make the delivery too long. Choose fewer.');
    return { field: 'deliveryDays', message };
  }
  const message = describePricingRefusal(refusal, currency);
  if (field === COUPON_FIELD || line === null) return { field, message };
  return field.startsWith('option-')
    ? { field: offerOptionField(line, field.slice('option-'.length)), message }
    : { field: `${field}-${line}`, message };
}

/** Returns the error of the first fault. */
export function refuseFirst([fault]: readonly OfferFault[]): RefusedError {
  if (!fault) throw new Error('Nothing was refused');
  return new RefusedError(400, fault.message, fault.field);
}

function faultAt(field: string, message: string): { readonly faults: readonly OfferFault[] } {
  return { faults: [{ field, message }] };
}
