import { chooseLineTax } from '../billing/tax/tax-rules.ts';
import { languageNow, t } from '../i18n/translate.ts';
import type { Clock } from '../platform/clock.ts';
import type { TaxSettings } from '../platform/tax-settings.ts';
import { dayOf } from '../platform/weekly-hours.ts';
import { NO_PRICE_TAX, type PriceTax } from './price-tax.ts';

interface Shop {
  readonly settings: { readonly tax: TaxSettings | undefined; readonly supportTimezone: string };
  readonly clock: Clock;
}

/** Lists of cards are cached with the function that they were made with, so it must not be a new one in each request. */
const known = new WeakMap<TaxSettings, { readonly key: string; readonly priceTax: PriceTax }[]>();
const MOST_KNOWN = 8;

export function readPriceTax({ settings: { tax, supportTimezone }, clock }: Shop): PriceTax {
  if (!tax) return NO_PRICE_TAX;
  const day = dayOf(supportTimezone, clock.now());
  const key = `${day} ${languageNow()}`;
  const before = known.get(tax) ?? [];
  const found = before.find((each) => each.key === key);
  if (found) return found.priceTax;
  const priceTax = (rateName: string) => describe(tax, rateName, day);
  known.set(tax, [{ key, priceTax }, ...before].slice(0, MOST_KNOWN));
  return priceTax;
}

function describe(tax: TaxSettings, rateName: string, day: string): string {
  const applied = chooseLineTax(tax, { country: null, taxNumber: null }, rateName, day);
  if (applied.kind === 'none') return '';
  const { name } = applied;
  return tax.pricesIncludeTax ? t('incl. {name}', { name }) : t('plus {name}', { name });
}
