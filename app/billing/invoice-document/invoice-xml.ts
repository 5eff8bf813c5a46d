import { minorDigits } from '../../platform/minor-digits.ts';
import { assertAddsUp, taxOf } from './arithmetic.ts';
import { vatNumberOf } from '../tax/tax-number.ts';
import { cleanText } from './clean-text.ts';
import type {
  Day,
  InvoiceDocument,
  InvoiceLine,
  InvoiceParty,
  InvoiceTax,
  InvoiceTaxRate,
  TaxCategory,
} from './invoice-document.ts';

/** The reasons why EN 16931 cannot express a document. */
export type NotExpressible =
  | 'decimals'
  | 'seller-country'
  | 'seller-tax-number'
  | 'buyer-tax-number'
  | 'mixed-taxes';

const PROFILE = 'urn:cen.eu:en16931:2017';
/** UNTDID 5305. */
const CATEGORY_CODES = {
  standard: 'S',
  zero: 'Z',
  'reverse-charge': 'AE',
  exempt: 'E',
  'not-subject': 'O',
} as const satisfies Record<TaxCategory, string>;

const EXEMPTIONS: Partial<
  Record<TaxCategory, { readonly reason: string; readonly code?: string }>
> = {
  'reverse-charge': { reason: 'Reverse charge', code: 'VATEX-EU-AE' },
  exempt: { reason: 'Exempt from tax' },
  'not-subject': { reason: 'Not subject to tax', code: 'VATEX-EU-O' },
};

/** The reason why a document has no EN 16931 data, or undefined. */
export function whyNotExpressible(document: InvoiceDocument): NotExpressible | undefined {
  const { currency, seller, buyer, taxes } = document;
  const has = (...categories: TaxCategory[]) =>
    taxes.some(({ taxRate }) => categories.includes(taxRate.category));
  // BR-DEC: no amount of the standard has more than two decimals.
  if (minorDigits(currency) > 2) return 'decimals';
  if (!seller.country) return 'seller-country';
  // BR-O-11 to BR-O-14: what is not subject to tax stands alone.
  if (has('not-subject') && taxes.length > 1) return 'mixed-taxes';
  if (has('standard', 'zero', 'exempt') && !seller.taxNumber) return 'seller-tax-number';
  if (has('reverse-charge')) {
    if (!seller.taxNumber) return 'seller-tax-number';
    if (!vatNumberOf(buyer)) return 'buyer-tax-number';
  }
  return undefined;
}

/**
 * Writes the document as a Cross Industry Invoice with the profile EN 16931 of Factur-X 1.07. Throws if the amounts do
 * not add up or {@link whyNotExpressible} has a reason.
 */
export function renderInvoiceXml(document: InvoiceDocument): string {
  assertAddsUp(document);
  const reason = whyNotExpressible(document);
  if (reason) throw new Error(`EN 16931 cannot express ${document.number}: ${reason}`);
  const isNotSubject = document.taxes.some(({ taxRate }) => taxRate.category === 'not-subject');
  const amount = (minor: number) => decimal(minor, minorDigits(document.currency));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'rsm:CrossIndustryInvoice',
    element(
      'rsm:ExchangedDocumentContext',
      element('ram:GuidelineSpecifiedDocumentContextParameter', element('ram:ID', text(PROFILE))),
    ),
    element(
      'rsm:ExchangedDocument',
      element('ram:ID', text(document.number)),
      element('ram:TypeCode', document.kind === 'invoice' ? '380' : '381'),
      element('ram:IssueDateTime', dateTime(document.issuedOn)),
    ),
    element(
      'rsm:SupplyChainTradeTransaction',
      ...document.lines.map((line, index) => lineItem(document, line, index, amount)),
      element(
        'ram:ApplicableHeaderTradeAgreement',
        party('ram:SellerTradeParty', document.seller, { isSeller: true, isNotSubject }),
        party(
          'ram:BuyerTradeParty',
          // The standard requires a country. Without one, a buyer counts as in the seller's, as for the tax (rule 267).
          { ...document.buyer, country: document.buyer.country ?? document.seller.country },
          { isSeller: false, isNotSubject },
        ),
      ),
      element('ram:ApplicableHeaderTradeDelivery', delivery(document)),
      settlement(document, amount),
    ),
  ).replace('>', `${NAMESPACES}>`)}\n`;
}

const NAMESPACES = [
  ['rsm', 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'],
  ['ram', 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'],
  ['udt', 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100'],
  ['qdt', 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100'],
]
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

type Amount = (minor: number) => string;

function lineItem(
  document: InvoiceDocument,
  line: InvoiceLine,
  index: number,
  amount: Amount,
): string {
  const { price, basis, quantity, allowance, charges } = priceOf(document, line);
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', element('ram:LineID', String(index + 1))),
    element('ram:SpecifiedTradeProduct', element('ram:Name', text(line.title) || '-')),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element(
        'ram:NetPriceProductTradePrice',
        element('ram:ChargeAmount', amount(price)),
        basis === undefined
          ? ''
          : withAttribute('ram:BasisQuantity', 'unitCode', line.unit.code, plain(basis)),
      ),
    ),
    element(
      'ram:SpecifiedLineTradeDelivery',
      withAttribute('ram:BilledQuantity', 'unitCode', line.unit.code, plain(quantity)),
    ),
    element(
      'ram:SpecifiedLineTradeSettlement',
      element(
        'ram:ApplicableTradeTax',
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', CATEGORY_CODES[line.taxRate.category]),
        ratePercent(line.taxRate),
      ),
      // UNTDID 5189: discount.
      allowance === 0 ? '' : allowanceOrCharge(false, amount(allowance), '95', 'Discount'),
      // UNTDID 7161: other services.
      ...charges.map((option) =>
        allowanceOrCharge(true, amount(option.amount), 'ADR', text(option.title) || '-'),
      ),
      element(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        element('ram:LineTotalAmount', amount(line.net)),
      ),
    ),
  );
}

function allowanceOrCharge(
  isCharge: boolean,
  amount: string,
  code: string,
  reason: string,
): string {
  return element(
    'ram:SpecifiedTradeAllowanceCharge',
    element('ram:ChargeIndicator', element('udt:Indicator', String(isCharge))),
    element('ram:ActualAmount', amount),
    element('ram:ReasonCode', code),
    element('ram:Reason', reason),
  );
}

/**
 * The standard has net prices only, and none below zero (BR-27). If the price of a piece is not exact without tax, the
 * price is that of the whole quantity, which is exact.
 */
function priceOf(document: InvoiceDocument, line: InvoiceLine) {
  const { quantity, unitPrice, discount, options = [], net } = line;
  const charges = options.filter(({ amount }) => amount !== 0);
  const added = charges.reduce((sum, { amount }) => sum + amount, 0);
  const isExact =
    !document.pricesIncludeTax &&
    unitPrice >= 0 &&
    discount >= 0 &&
    charges.every(({ amount }) => amount > 0) &&
    Math.round(unitPrice * quantity) + added - discount === net;
  if (isExact)
    return { price: unitPrice, basis: undefined, quantity, allowance: discount, charges };
  const pieces = Math.abs(quantity);
  const signed = net < 0 ? -pieces : pieces;
  return { price: Math.abs(net), basis: pieces, quantity: signed, allowance: 0, charges: [] };
}

function party(
  name: string,
  { name: called, address, country = '', taxNumber }: InvoiceParty,
  { isSeller, isNotSubject }: { readonly isSeller: boolean; readonly isNotSubject: boolean },
): string {
  // BR-O-02: who is not subject to the tax names no VAT number.
  const vat = isNotSubject ? undefined : vatNumberOf({ taxNumber, country });
  const [one = '', two = '', ...rest] = address.map(text).filter((line) => line !== '');
  return element(
    name,
    // BR-CO-26: a seller without VAT number has another identifier.
    isSeller && !vat ? element('ram:ID', text(taxNumber ?? '') || text(called)) : '',
    element('ram:Name', text(called) || '-'),
    element(
      'ram:PostalTradeAddress',
      one && element('ram:LineOne', one),
      two && element('ram:LineTwo', two),
      rest.length > 0 ? element('ram:LineThree', rest.join(', ')) : '',
      element('ram:CountryID', text(country)),
    ),
    vat
      ? taxRegistration('VA', vat)
      : isSeller && taxNumber
        ? taxRegistration('FC', taxNumber)
        : '',
  );
}

function taxRegistration(scheme: 'VA' | 'FC', number: string): string {
  return element(
    'ram:SpecifiedTaxRegistration',
    withAttribute('ram:ID', 'schemeID', scheme, text(number)),
  );
}

function delivery({ supply }: InvoiceDocument): string {
  if (!supply || supply.from !== supply.until) return '';
  return element(
    'ram:ActualDeliverySupplyChainEvent',
    element('ram:OccurrenceDateTime', dateTime(supply.from)),
  );
}

function settlement(document: InvoiceDocument, amount: Amount): string {
  const { currency, supply, totals, corrects, payment } = document;
  const { taxes, tax, rounding } = statedTaxes(document);
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    payment ? element('ram:PaymentReference', text(payment.reference)) : '',
    element('ram:InvoiceCurrencyCode', currency),
    ...taxes.map(({ taxRate, net, tax: calculated }) => {
      const exemption = EXEMPTIONS[taxRate.category];
      return element(
        'ram:ApplicableTradeTax',
        element('ram:CalculatedAmount', amount(calculated)),
        element('ram:TypeCode', 'VAT'),
        exemption ? element('ram:ExemptionReason', exemption.reason) : '',
        element('ram:BasisAmount', amount(net)),
        element('ram:CategoryCode', CATEGORY_CODES[taxRate.category]),
        exemption?.code ? element('ram:ExemptionReasonCode', exemption.code) : '',
        ratePercent(taxRate),
      );
    }),
    !supply || supply.from === supply.until
      ? ''
      : element(
          'ram:BillingSpecifiedPeriod',
          element('ram:StartDateTime', dateTime(supply.from)),
          element('ram:EndDateTime', dateTime(supply.until)),
        ),
    element(
      'ram:SpecifiedTradePaymentTerms',
      element('ram:DueDateDateTime', dateTime(document.dueOn)),
    ),
    element(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      element('ram:LineTotalAmount', amount(totals.net)),
      element('ram:TaxBasisTotalAmount', amount(totals.net)),
      withAttribute('ram:TaxTotalAmount', 'currencyID', currency, amount(tax)),
      rounding === 0 ? '' : element('ram:RoundingAmount', amount(rounding)),
      element('ram:GrandTotalAmount', amount(totals.net + tax)),
      element('ram:TotalPrepaidAmount', amount(totals.paidAtIssue)),
      element('ram:DuePayableAmount', amount(totals.due)),
    ),
    corrects
      ? element(
          'ram:InvoiceReferencedDocument',
          element('ram:IssuerAssignedID', text(corrects.number)),
          element('ram:FormattedIssueDateTime', dateTime(corrects.issuedOn, 'qdt')),
        )
      : '',
  );
}

/**
 * BR-CO-17 allows the tax of a rate to differ from base times rate by less than one unit of the currency, so the taxes
 * of the lines are kept. Beyond it the standard's tax is stated, and the rounding amount (BT-114) is the difference.
 */
export function statedTaxes({ taxes, totals, currency }: InvoiceDocument): {
  readonly taxes: readonly InvoiceTax[];
  readonly tax: number;
  readonly rounding: number;
} {
  const unit = 10 ** minorDigits(currency);
  const stated = taxes.map((sum) =>
    Math.abs(sum.rounding) < unit ? sum : { ...sum, tax: taxOf(sum.net, sum.taxRate.rate) },
  );
  const tax = stated.reduce((total, sum) => total + sum.tax, 0);
  return { taxes: stated, tax, rounding: totals.tax - tax };
}

function ratePercent({ category, rate }: InvoiceTaxRate): string {
  // BR-O-05: what is not subject to tax has no rate.
  if (category === 'not-subject') return '';
  return element('ram:RateApplicablePercent', decimal(rate, 3));
}

function dateTime(day: Day, prefix: 'udt' | 'qdt' = 'udt'): string {
  return withAttribute(`${prefix}:DateTimeString`, 'format', '102', day.replaceAll('-', ''));
}

function decimal(minor: number, digits: number): string {
  const padded = String(Math.abs(minor)).padStart(digits + 1, '0');
  const whole = padded.slice(0, padded.length - digits);
  const sign = minor < 0 ? '-' : '';
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${padded.slice(-digits)}`;
}

/** Numbers in XML have no exponent. */
function plain(quantity: number): string {
  return quantity.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

function element(name: string, ...children: readonly string[]): string {
  return `<${name}>${children.join('')}</${name}>`;
}

function withAttribute(name: string, attribute: string, value: string, child: string): string {
  return `<${name} ${attribute}="${text(value)}">${child}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function text(value: string): string {
  return cleanText(value).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
