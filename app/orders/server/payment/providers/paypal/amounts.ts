import { minorDigits } from '../../../../../platform/minor-digits.ts';
import { t } from '../../../../../i18n/translate.ts';
import type { AmountLimits } from '../../provider.ts';

/** The currencies of https://developer.paypal.com/api/rest/reference/currency-codes/. */
const TAKEN =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD';

/** Currencies that PayPal takes without decimals although they have smaller units. */
const WHOLE = ['HUF', 'TWD'];

export const paypalAmounts: AmountLimits = {
  takes: (currency) => TAKEN.split(' ').includes(currency),
  step: (currency) => (WHOLE.includes(currency) ? 10 ** minorDigits(currency) : 1),
  minimum: () => 1,
  // PayPal documents 999,999,999,999,999.99 for orders (MAX_VALUE_EXCEEDED), which no order costs.
  maximum: () => Infinity,
  explain: (refusal, currency) =>
    refusal === 'currency'
      ? t("PayPal doesn't accept payments in {currency}.", { currency })
      : t("PayPal doesn't accept decimals in {currency}.", { currency }),
};
