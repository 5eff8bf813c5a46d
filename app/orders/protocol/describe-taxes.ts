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

/** The rows below the lines of an order, one per rate. */
export function describeTaxes(lines: readonly { readonly tax?: ChargedTax }[]): TaxRow[] {
  return sumCharged(lines).map((tax) => {
    if (tax.kind === 'reverse-charge') {
      return { label: t('Reverse charge: the buyer owes the tax'), amount: -(tax.removed ?? 0) };
    }
    const name = formatRate(tax);
    return {
      label: tax.isIncluded ? t('incl. {name}', { name }) : t('plus {name}', { name }),
      amount: tax.amount,
    };
  });
}
