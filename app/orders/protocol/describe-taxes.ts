import { sumCharged, type ChargedTax } from '../../billing/tax/charged-tax.ts';
import { formatsNow, t } from '../../i18n/translate.ts';

/** For example 'VAT 19%'. */
export function formatRate({ name, rate }: Pick<ChargedTax, 'name' | 'rate'>): string {
  const percentage = new Intl.NumberFormat(formatsNow(), {
    style: 'percent',
    maximumFractionDigits: 3,
  }).format(rate / 100_000);
  return `${name} ${percentage}`.trim();
}

export interface TaxRow {
  readonly label: string;
  /** In smallest units. The amount of an included tax does not add to the total. */
  readonly amount: number;
}

/** The rows below the lines of an order: one per rate, and one for all reverse charges. */
export function describeTaxes(lines: readonly { readonly tax?: ChargedTax }[]): TaxRow[] {
  const rows = new Map<string, number>();
  for (const tax of sumCharged(lines)) {
    const name = formatRate(tax);
    const label =
      tax.kind === 'reverse-charge'
        ? t('Reverse charge: the buyer owes the tax')
        : tax.isIncluded
          ? t('incl. {name}', { name })
          : t('plus {name}', { name });
    rows.set(label, (rows.get(label) ?? 0) + tax.amount - (tax.removed ?? 0));
  }
  return [...rows].map(([label, amount]) => ({ label, amount }));
}
