import { formatsNow, languageNow, msg, speechIn, t, type Sentence } from '../../i18n/translate.ts';
import { directionOf } from '../../platform/languages.ts';
import { minorDigits } from '../../platform/minor-digits.ts';
import { speaking } from '../../platform/speech.server.ts';
import { vatNumberOf } from '../tax/tax-number.ts';
import { cleanText, directionOfText, hasRightToLeft } from './clean-text.ts';
import type {
  Day,
  InvoiceDocument,
  InvoiceLine,
  InvoiceOption,
  InvoiceParty,
  InvoiceTaxRate,
} from './invoice-document.ts';
import type { DirectedText, InvoicePage } from './invoice-page.ts';
import { whyNotExpressible, type NotExpressible } from './invoice-xml.ts';

const ISOLATE = '\u2068';
const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const END_OF_ISOLATE = '\u2069';
/** Stand for the numbers in the message 'Page {page} of {pages}', which only the typesetter knows. */
const PAGE = '\uE000';
const PAGES = '\uE001';

/** Returns everything that the pages show, in the language of the document. `formats` is a BCP 47 tag. */
export function writeInvoicePage(document: InvoiceDocument, formats?: string): InvoicePage {
  return speaking(speechIn(document.language, formats), () => writePage(document));
}

function writePage(document: InvoiceDocument): InvoicePage {
  const { seller, buyer, lines, totals, corrects, kind, logo } = document;
  const isInvoice = kind === 'invoice';
  const direction = directionOf(document.language);
  const money = moneyFormat(document.currency);
  const directed = (text: string) => direct(text, direction);
  const hasTax = document.taxes.some(({ taxRate }) => taxRate.category !== 'not-subject');
  const hasDiscount = lines.some(({ discount }) => discount !== 0);
  const number = isolate(document.number);
  return {
    language: document.language,
    direction,
    name: isInvoice ? t('Invoice') : t('Credit note'),
    title: isInvoice
      ? t('Invoice {number}', { number: cleanText(document.number) })
      : t('Credit note {number}', { number: cleanText(document.number) }),
    number: directed(document.number),
    shop: directed(seller.name),
    logoDescription: cleanText(logo?.description ?? ''),
    seller: { heading: t('Billed by'), ...partyTexts(seller, directed) },
    buyer: { heading: t('Billed to'), ...partyTexts(buyer, directed) },
    facts: [
      { label: isInvoice ? t('Invoice number') : t('Credit note number'), value: number },
      { label: t('Issue date'), value: day(document.issuedOn) },
      ...supplyFact(document),
      ...(isInvoice ? [{ label: t('Due date'), value: day(document.dueOn) }] : []),
      ...(corrects
        ? [
            {
              label: t('Corrects invoice'),
              value: t('{number} of {date}', {
                number: isolate(corrects.number),
                date: day(corrects.issuedOn),
              }),
            },
          ]
        : []),
    ],
    columns: {
      title: t('Service or item'),
      quantity: t('Quantity'),
      price: document.pricesIncludeTax ? t('Unit price incl. tax') : t('Price per unit'),
      ...(hasDiscount && { discount: t('Price reduction') }),
      ...(hasTax && { tax: t('Tax rate') }),
      net: hasTax ? t('Net amount') : t('Amount'),
    },
    rows: lines.map((line) => ({
      title: directed(line.title),
      options: (line.options ?? []).map((option) => directed(optionText(option, money))),
      quantity: quantityText(line),
      price: money(line.unitPrice),
      ...(hasDiscount && { discount: line.discount === 0 ? '' : money(-line.discount) }),
      ...(hasTax && { tax: rateText(line.taxRate) }),
      net: money(line.net),
    })),
    totals: [
      ...(hasTax
        ? [
            { label: t('Net total'), value: money(totals.net), weight: 'normal' as const },
            ...document.taxes.map(({ taxRate, net, tax }) => ({
              label: t('{name} on {amount}', {
                name: `${isolate(cleanText(taxRate.name))} ${rateText(taxRate)}`,
                amount: money(net),
              }),
              value: money(tax),
              weight: 'normal' as const,
            })),
          ]
        : []),
      {
        label: isInvoice ? t('Total') : t('Total credited'),
        value: money(totals.gross),
        weight: 'strong',
      },
      ...(isInvoice || totals.paidAtIssue !== 0
        ? [
            { label: t('Paid'), value: money(-totals.paidAtIssue), weight: 'normal' as const },
            { label: t('Amount due'), value: money(totals.due), weight: 'due' as const },
          ]
        : []),
    ],
    payment: paymentTexts(document).map(directed),
    notes: notes(document),
    pageNumber: splitPageNumber(t('Page {page} of {pages}', { page: PAGE, pages: PAGES })),
  };
}

function paymentTexts({ payment }: InvoiceDocument): string[] {
  if (!payment) return [];
  const reference = isolate(payment.reference);
  return [t('Bank transfer with the reference {reference}', { reference }), ...payment.details];
}

function notes(document: InvoiceDocument): string[] {
  const found: string[] = [];
  const has = (category: InvoiceTaxRate['category']) =>
    document.taxes.some(({ taxRate }) => taxRate.category === category);
  if (has('reverse-charge')) found.push(t('Reverse charge: the customer owes the tax.'));
  if (has('exempt')) found.push(t('Items without tax rate are exempt from tax.'));
  if (document.kind === 'invoice')
    found.push(
      document.totals.due > 0
        ? t('Please pay the amount due by {date}.', { date: day(document.dueOn) })
        : t('Nothing is left to pay. Thank you.'),
    );
  const reason = whyNotExpressible(document);
  found.push(
    reason
      ? t('This file has no electronic invoice data (EN 16931): {reason}', {
          reason: t(REASONS[reason]),
        })
      : t('This file contains electronic invoice data (EN 16931, Factur-X).'),
  );
  return found;
}

const REASONS = {
  decimals: msg('the currency has more than two decimals.'),
  'seller-country': msg("the seller's country is missing."),
  'seller-tax-number': msg("the seller's tax number is missing."),
  'buyer-tax-number': msg('the customer has no VAT number of their country.'),
  'mixed-taxes': msg('only some of the items are subject to tax.'),
} as const satisfies Record<NotExpressible, Sentence>;

function partyTexts(party: InvoiceParty, directed: (text: string) => DirectedText) {
  const { name, address, country } = party;
  const lines = [...address, country ? countryName(country) : ''].map(cleanText);
  return {
    name: directed(name),
    lines: lines.filter((line) => line !== '').map(directed),
    taxNumber: taxNumberText(party),
  };
}

function taxNumberText(party: InvoiceParty): string {
  if (!party.taxNumber) return '';
  const number = isolate(party.taxNumber);
  return vatNumberOf(party)
    ? t('VAT ID: {number}', { number })
    : t('Tax number: {number}', { number });
}

function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(formatsNow(), { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** A credit note names its invoice instead, which may have been issued before the delivery. */
function supplyFact({ supply, kind }: InvoiceDocument) {
  if (supply) return [{ label: t('Supply date'), value: period(supply) }];
  return kind === 'invoice' ? [{ label: t('Supply date'), value: t('Not supplied yet') }] : [];
}

function optionText(
  { title, quantity, amount }: InvoiceOption,
  money: (minor: number) => string,
): string {
  const count = new Intl.NumberFormat(formatsNow()).format(quantity);
  return `+ ${quantity === 1 ? '' : `${count} × `}${isolate(title)}: ${money(amount)}`;
}

function quantityText({ quantity, unit }: InvoiceLine): string {
  const count = new Intl.NumberFormat(formatsNow(), { maximumFractionDigits: 6 }).format(quantity);
  return `${count} ${isolate(cleanText(unit.name))}`.trim();
}

function rateText({ category, rate }: InvoiceTaxRate): string {
  if (category === 'exempt' || category === 'not-subject') return '–';
  const format = new Intl.NumberFormat(formatsNow(), {
    style: 'percent',
    maximumFractionDigits: 3,
  });
  return format.format(rate / 100_000);
}

/** Exact for every safe integer: the amount is formatted as a decimal text. */
function moneyFormat(currency: string): (minor: number) => string {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(formatsNow(), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (minor) => {
    // An empty part must not be '-0'.
    const exact = `${minor === 0 ? 0 : minor}E-${digits}` as `${number}`;
    const text = format.format(exact).replaceAll(/[\u200E\u200F]/g, '');
    if (directionOf(languageNow()) === 'ltr') return text;
    return `${LEFT_TO_RIGHT_ISOLATE}${text}${END_OF_ISOLATE}`;
  };
}

function day(text: Day): string {
  const format = new Intl.DateTimeFormat(formatsNow(), { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${text}T00:00:00Z`));
}

function period({ from, until }: NonNullable<InvoiceDocument['supply']>): string {
  if (from === until) return day(from);
  return t('{from} to {until}', { from: day(from), until: day(until) });
}

function splitPageNumber(text: string): InvoicePage['pageNumber'] {
  return text
    .split(/([\uE000\uE001])/)
    .filter((part) => part !== '')
    .map((part) =>
      part === PAGE ? { count: 'page' } : part === PAGES ? { count: 'pages' } : { text: part },
    );
}

function direct(text: string, otherwise: 'ltr' | 'rtl'): DirectedText {
  const clean = cleanText(text);
  return { text: clean, direction: directionOfText(clean, otherwise) };
}

/**
 * A value inside a sentence keeps its own direction. Where all is from left to right it has no isolates, which would be
 * copied together with it.
 */
function isolate(text: string): string {
  const clean = cleanText(text);
  if (clean === '' || (directionOf(languageNow()) === 'ltr' && !hasRightToLeft(clean)))
    return clean;
  return `${ISOLATE}${clean}${END_OF_ISOLATE}`;
}
