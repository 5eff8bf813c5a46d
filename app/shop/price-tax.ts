import { chooseLineTax } from '../billing/tax/tax-rules.ts';
import { t } from '../i18n/translate.ts';
import type { TaxSettings } from '../platform/tax-settings.ts';
import { dayOf } from '../platform/weekly-hours.ts';

interface Shop {
  readonly tax: TaxSettings | undefined;
  readonly supportTimezone: string;
}

/** Returns what stands beside a price, such as 'incl. VAT', or '' if no tax applies in the seller's country. */
export function describePriceTax(
  { tax, supportTimezone }: Shop,
  now: Date,
  rateName: string | null,
): string {
  const buyer = { country: null, taxNumber: null };
  const applied = chooseLineTax(tax, buyer, rateName, dayOf(supportTimezone, now));
  if (!tax || applied.kind === 'none') return '';
  const { name } = applied;
  return tax.pricesIncludeTax ? t('incl. {name}', { name }) : t('plus {name}', { name });
}
