import { minorDigits } from '../../../../../platform/minor-digits.ts';
import { t } from '../../../../../i18n/translate.ts';
import { formatMoney, toDecimal } from '../../../../protocol/money.ts';
import type { AmountLimits } from '../../provider.ts';

/** Currencies that https://docs.stripe.com/currencies lists for no country. The others depend on the account. */
const NOT_TAKEN = 'BTN CUP ERN GHS IQD IRR KPW LYD MRU SDG SSP STN SVC SYP TMT VES';

/**
 * The smallest charges that https://docs.stripe.com/currencies lists, in smallest units. Stripe converts the limit for
 * other currencies, and for accounts that are paid out in another one.
 */
const MINIMUM: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
};

/** The twelve digits that Stripe documents for card payments, in Stripe's smallest units. */
const MAXIMUM = 999_999_999_999;

/** Currencies whose decimals at Stripe differ from ISO 4217, because Stripe kept their former decimals. */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** The digits that Stripe's amounts have in addition to ours. */
export function additionalDigits(currency: string): number {
  const digits = minorDigits(currency);
  return (STRIPE_DIGITS[currency] ?? digits) - digits;
}

export const stripeAmounts: AmountLimits = {
  takes: (currency) => !NOT_TAKEN.split(' ').includes(currency),
  step(currency) {
    const digits = minorDigits(currency);
    // Stripe takes ariaries without decimals although they have smaller units.
    if (currency === 'MGA') return 10 ** digits;
    // Stripe requires amounts in currencies with three decimals to be multiples of ten.
    return digits === 3 ? 10 : 1;
  },
  minimum: (currency) => MINIMUM[currency] ?? 1,
  maximum: (currency) => Math.floor(MAXIMUM / 10 ** additionalDigits(currency)),
  explain(refusal, currency) {
    if (refusal === 'currency') {
      return t("We can't take card payments in {currency}.", { currency });
    }
    if (refusal === 'minimum') {
      const least = formatMoney(stripeAmounts.minimum(currency), currency);
      return t('A card payment must be at least {least}.', { least });
    }
    if (refusal === 'maximum') {
      const most = formatMoney(stripeAmounts.maximum(currency), currency);
      return t('A card payment can be at most {most}.', { most });
    }
    const step = stripeAmounts.step(currency);
    return step === 10 ** minorDigits(currency)
      ? t("Card payments don't accept decimals in {currency}.", { currency })
      : t('Card payments in {currency} must be a multiple of {step}.', {
          currency,
          step: toDecimal(step, currency),
        });
  },
};
