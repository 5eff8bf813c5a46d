import { minorDigits } from '../../../../../platform/minor-digits.ts';
import { t } from '../../../../../i18n/translate.ts';
import { toDecimal } from '../../../../protocol/money.ts';
import type { AmountLimits } from '../../provider.ts';

export const stripeAmounts: AmountLimits = {
  step(currency) {
    const digits = minorDigits(currency);
    // Stripe takes ariaries without decimals although they have smaller units.
    if (currency === 'MGA') return 10 ** digits;
    // Stripe requires amounts in currencies with three decimals to be multiples of ten.
    return digits === 3 ? 10 : 1;
  },
  explain: (currency, step) =>
    step === 10 ** minorDigits(currency)
      ? t('Card payments take no decimals in {currency}.', { currency })
      : t('Card payments take {currency} in steps of {step}.', {
          currency,
          step: toDecimal(step, currency),
        }),
};
