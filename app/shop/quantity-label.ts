import { formatsNow, msg, t, type Sentence } from '../i18n/translate.ts';
import type { QuantityLabel, QuantityRule } from '../orders/pricing/quantity.ts';

const LABELS: Readonly<Record<QuantityLabel, Sentence>> = {
  words: msg('Words'),
  minutes: msg('Minutes'),
  items: msg('Items'),
  'thousands-of-followers': msg('Followers (thousands)'),
  registrations: msg('Registrations'),
  quantity: msg('Quantity'),
};

export function describeQuantityLabel(label: QuantityLabel): string {
  return t(LABELS[label]);
}

/** An example is 'At least 100. In steps of 50.' Returns `undefined` if every quantity is allowed. */
export function describeQuantityRule({ minimum, step, maximum }: QuantityRule): string | undefined {
  const write = (number: number) => number.toLocaleString(formatsNow());
  const parts = [
    minimum > 1 ? t('At least {minimum}.', { minimum: write(minimum) }) : '',
    maximum === null ? '' : t('At most {maximum}.', { maximum: write(maximum) }),
    step > 1 ? t('In steps of {step}.', { step: write(step) }) : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : undefined;
}
