import { msg, t, type Sentence } from '../i18n/translate.ts';
import type { QuantityLabel } from '../orders/pricing/quantity.ts';

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
