import { minorDigits } from '../../../../../platform/minor-digits.ts';
import { t } from '../../../../../i18n/translate.ts';
import type { AmountLimits } from '../../provider.ts';

/** Currencies that PayPal takes without decimals although they have smaller units. */
const WHOLE = ['HUF', 'TWD'];

export const paypalAmounts: AmountLimits = {
  step: (currency) => (WHOLE.includes(currency) ? 10 ** minorDigits(currency) : 1),
  explain: (currency) => t('PayPal takes no decimals in {currency}.', { currency }),
};
