import type { InvoiceDocument, InvoiceTax, InvoiceTaxRate } from './invoice-document.ts';

const PERCENT_AND_THOUSANDTHS = 100_000n;

/** The tax of a net amount, rounded half away from zero. Exact, because the product may exceed safe integers. */
export function taxOf(net: number, rate: number): number {
  const product = BigInt(net) * BigInt(rate);
  const magnitude = product < 0n ? -product : product;
  const rounded = Number((magnitude + PERCENT_AND_THOUSANDTHS / 2n) / PERCENT_AND_THOUSANDTHS);
  return product < 0n ? -rounded : rounded;
}

/** Sums up the lines of a document by tax rate, in the order of the lines. */
export function sumUpTaxes(lines: InvoiceDocument['lines']): InvoiceTax[] {
  const sums = new Map<string, { taxRate: InvoiceTaxRate; net: number; tax: number }>();
  for (const { taxRate, net, tax } of lines) {
    const key = JSON.stringify([taxRate.name, taxRate.rate, taxRate.category]);
    const sum = sums.get(key) ?? { taxRate, net: 0, tax: 0 };
    sums.set(key, { taxRate, net: sum.net + net, tax: sum.tax + tax });
  }
  return [...sums.values()].map((sum) => ({
    ...sum,
    rounding: sum.tax - taxOf(sum.net, sum.taxRate.rate),
  }));
}

/** Throws if the amounts of a document do not add up: it must never be issued or shown. */
export function assertAddsUp(document: InvoiceDocument): void {
  const { lines, taxes, totals } = document;
  const amounts = [
    ...lines.flatMap(({ unitPrice, discount, net, tax }) => [unitPrice, discount, net, tax]),
    ...Object.values(totals),
  ];
  require(lines.length > 0, 'it needs a line');
  require(amounts.every((amount) =>
    Number.isSafeInteger(amount),
  ), 'amounts are safe integers in the smallest unit');
  require(lines.every(
    ({ quantity }) => Number.isFinite(quantity) && quantity !== 0,
  ), 'quantities are numbers other than zero');
  const expected = sumUpTaxes(lines);
  require(areSame(expected, taxes), 'the taxes are the sums of the lines');
  const sum = (which: 'net' | 'tax') => lines.reduce((total, line) => total + line[which], 0);
  require(totals.net === sum('net'), 'the net total is the sum of the lines');
  require(totals.tax === sum('tax'), 'the tax is the sum of the lines');
  require(totals.gross === totals.net + totals.tax, 'the total is net plus tax');
  require(totals.due === totals.gross - totals.paidAtIssue, 'the amount due is total minus paid');

  function require(isTrue: boolean, rule: string): void {
    if (!isTrue) throw new Error(`${document.number} does not add up: ${rule}`);
  }
}

/** A database may have stored the properties in another order. */
function areSame(some: readonly InvoiceTax[], others: readonly InvoiceTax[]): boolean {
  const write = ({ taxRate: { name, rate, category }, net, tax, rounding }: InvoiceTax) =>
    JSON.stringify([name, rate, category, net, tax, rounding]);
  return JSON.stringify(some.map(write)) === JSON.stringify(others.map(write));
}
