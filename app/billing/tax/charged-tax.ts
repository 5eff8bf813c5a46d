/** The tax of a line as it was charged. It is part of the terms and never computed again. */
export interface ChargedTax {
  readonly kind: 'rate' | 'reverse-charge';
  /** The rate is identified by country, name and percentage, because settings can change later. */
  readonly country: string;
  readonly name: string;
  /** In thousandths of a percent. A reverse charge has the seller's rate, which was not charged. */
  readonly rate: number;
  /** True if the price of the line contains the tax. */
  readonly isIncluded: boolean;
  /** The taxable amount. */
  readonly base: number;
  readonly amount: number;
  /** The tax that a reverse charge took out of the price. */
  readonly removed?: number;
}

interface TaxedLine {
  readonly tax?: ChargedTax | undefined;
}

/** One row per rate, in the order of the lines. */
export function sumCharged(lines: readonly TaxedLine[]): ChargedTax[] {
  const rows = new Map<string, ChargedTax>();
  for (const { tax } of lines) {
    if (!tax) continue;
    const key = [tax.kind, tax.country, tax.name, tax.rate, tax.isIncluded].join('\n');
    const before = rows.get(key);
    const removed = (tax.removed ?? 0) + (before?.removed ?? 0);
    rows.set(key, {
      ...tax,
      base: tax.base + (before?.base ?? 0),
      amount: tax.amount + (before?.amount ?? 0),
      ...(removed > 0 && { removed }),
    });
  }
  return [...rows.values()];
}

export function chargedTaxOf(lines: readonly TaxedLine[]): number {
  return lines.reduce((sum, { tax }) => sum + (tax?.amount ?? 0), 0);
}
