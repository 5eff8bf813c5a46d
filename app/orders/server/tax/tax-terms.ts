import type { ChargedTax } from '../../../billing/tax/charged-tax.ts';
import { normalizeTaxNumber } from '../../../billing/tax/tax-number.ts';
import { chooseLineTax, NO_TAX, type LineTax } from '../../../billing/tax/tax-rules.ts';
import { t } from '../../../i18n/translate.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isCountry, type TaxSettings } from '../../../platform/tax-settings.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import type { PricedLine } from '../../pricing/price-order.ts';
import { COUNTRY_FIELD, TAX_NUMBER_FIELD } from '../../protocol/order-form.ts';

interface Buyer {
  readonly country: string;
  /** In its stored form. */
  readonly taxNumber: string | null;
}

/** The tax of one buyer on one day. */
export interface TaxTerms {
  readonly pricesIncludeTax: boolean;
  /** Null while tax is off. */
  readonly buyer: Buyer | null;
  /** `rateName` is the one that the service names. */
  taxOf(rateName: string | null): LineTax;
}

export const WITHOUT_TAX: TaxTerms = {
  pricesIncludeTax: false,
  buyer: null,
  taxOf: () => NO_TAX,
};

interface ReadBuyer {
  readonly terms: TaxTerms;
  /** By field. Invalid details count as missing, so that a form still shows a total. */
  readonly errors: Readonly<Record<string, string>>;
}

interface Shop {
  readonly settings: { readonly tax: TaxSettings | undefined; readonly supportTimezone: string };
  readonly clock: Clock;
}

/** Reads country and tax number as typed. Without a country, the buyer counts as from the seller's country. */
export function readTaxTerms(
  { settings: { tax, supportTimezone }, clock }: Shop,
  typed: { readonly country?: string | undefined; readonly taxNumber?: string | undefined },
  /** A later period of a subscription has the tax of its first day. */
  day = dayOf(supportTimezone, clock.now()),
): ReadBuyer {
  if (!tax) return { terms: WITHOUT_TAX, errors: {} };
  const typedCountry = (typed.country ?? '').trim().toUpperCase();
  const isKnown = typedCountry === '' || isCountry(typedCountry);
  const country = isKnown && typedCountry !== '' ? typedCountry : tax.sellerCountry;
  const typedNumber = (typed.taxNumber ?? '').trim();
  const taxNumber = typedNumber === '' ? undefined : normalizeTaxNumber(country, typedNumber);
  const errors = {
    ...(isKnown ? {} : { [COUNTRY_FIELD]: t('Choose a country.') }),
    ...(typedNumber === '' || taxNumber !== undefined
      ? {}
      : {
          [TAX_NUMBER_FIELD]: t(
            'This is no tax number of this country. Check it, or leave the field empty.',
          ),
        }),
  };
  const buyer = { country, taxNumber: taxNumber ?? null };
  return {
    terms: {
      pricesIncludeTax: tax.pricesIncludeTax,
      buyer,
      taxOf: (rateName) => chooseLineTax(tax, buyer, rateName, day),
    },
    errors,
  };
}

/** Returns the tax of a priced line in the form that is stored with the terms. */
export function chargeTax(
  { taxKind, net, tax, removedTax }: PricedLine,
  { buyer, pricesIncludeTax }: TaxTerms,
): ChargedTax | undefined {
  if (taxKind.kind === 'none' || !buyer) return undefined;
  const { kind, name } = taxKind;
  return {
    kind,
    country: buyer.country,
    name,
    rate: kind === 'rate' ? taxKind.rate : taxKind.sellerRate,
    isIncluded: pricesIncludeTax,
    base: net,
    amount: tax,
    ...(removedTax > 0 && { removed: removedTax }),
  };
}

/** True if the same tax applies today as when the line was offered. Its name may have changed. */
export function isTaxOfToday(charged: ChargedTax | undefined, today: LineTax): boolean {
  if (today.kind === 'none') return charged === undefined;
  if (charged?.kind !== today.kind) return false;
  return charged.rate === (today.kind === 'rate' ? today.rate : today.sellerRate);
}
