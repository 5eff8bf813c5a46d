import { checkSender } from '../../../chat/protocol/chat-email.ts';
import { t } from '../../../i18n/translate.ts';
import { atOnce } from '../../../platform/at-once.ts';
import { requireDecoded } from '../../../platform/decode-file.ts';
import { readingCsv } from '../../../platform/csv.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { isDay } from '../../../platform/day.ts';
import { normalizeEmail } from '../../../platform/email.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import type { Service } from '../../../shop/service.ts';
import { periodOf, type Period } from '../../pricing/direct-order.ts';
import type { LineChoice } from '../../pricing/price-order.ts';
import { readMoney } from '../../protocol/money.ts';
import { quoteService, type Quote } from '../checkout/quote-service.server.ts';
import type { OrderContext } from '../order-context.server.ts';
import { COUNTRY_FIELD, readQuantity } from '../../protocol/order-form.ts';
import { readTaxTerms } from '../tax/tax-terms.ts';
import { dayOfPeriod } from './periods.server.ts';
import { withUnitAmount } from './quote-period.server.ts';

/** The columns of a file of clients and subscriptions. Only `email` is required for a client. */
export const IMPORT_COLUMNS = [
  'id',
  'email',
  'name',
  'service',
  'package',
  'quantity',
  'price',
  'next',
  'country',
  'taxNumber',
] as const;

type Column = (typeof IMPORT_COLUMNS)[number];

const MAX_ROWS = 1000;
const MAX_LENGTH = 500_000;
const ID_MAX_LENGTH = 100;
const NAME_MAX_LENGTH = 80;

/** A client, with a subscription if the row names a service. */
export interface ImportedRow {
  /** The number counts as a spreadsheet does: the header is row 1. */
  readonly number: number;
  readonly email: string;
  readonly name: string;
  readonly subscription: ImportedSubscription | null;
}

export interface ImportedSubscription {
  /** The id in the other program. A second import of the same id makes nothing. */
  readonly externalId: string;
  readonly service: Service;
  readonly interval: Period;
  readonly choice: LineChoice;
  /** The first day of the next period. */
  readonly next: string;
  readonly quote: Quote;
  readonly pricesIncludeTax: boolean;
}

export interface RowFault {
  readonly number: number;
  readonly field: string;
  readonly text: string;
}

type ReadContext = Pick<OrderContext, 'catalogue' | 'clock' | 'settings'>;

/**
 * Reads a CSV file of clients and subscriptions. Throws {@link RefusedError} 400 for a file that is too large or whose
 * columns are unknown.
 */
export function readImport(
  appContext: ReadContext,
  text: string,
): { readonly rows: readonly ImportedRow[]; readonly faults: readonly RowFault[] } {
  const faults: RowFault[] = [];
  const seen = new Set<string>();
  const rows = readRows(text).flatMap(({ number, texts }) => {
    const fault = (field: Column, said: string) => {
      faults.push({ number, field, text: said });
    };
    const before = faults.length;
    const email = normalizeEmail(texts.email);
    const problem = checkSender(email);
    if (problem !== null) fault('email', problem);
    const name = toLine(texts.name, NAME_MAX_LENGTH);
    const id = texts.id.trim();
    if (id !== '' && seen.has(id)) fault('id', t('This ID appears twice in the file.'));
    seen.add(id);
    const subscription =
      texts.service.trim() === '' ? null : readSubscription(appContext, texts, fault);
    return faults.length > before || subscription === undefined
      ? []
      : [{ number, email, name, subscription }];
  });
  return { rows, faults };
}

type Cells = Readonly<Record<Column, string>>;

function readRows(text: string): { readonly number: number; readonly texts: Cells }[] {
  const refuse = (said: string) => new RefusedError(400, said, 'file');
  if (text.trim() === '') throw refuse(t('Choose a file, or paste its contents.'));
  if (text.length > MAX_LENGTH) throw refuse(t('The file is too large. Split it.'));
  requireDecoded(text);
  const all = atOnce(readingCsv(text));
  if (!all) throw refuse(t("The file can't be read as CSV: a quotation mark isn't closed."));
  const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
  const [head = [], ...body] = all;
  const names = head.map((name) => name.trim());
  const unknown = names.filter((name) => !IMPORT_COLUMNS.some((column) => column === name));
  if (unknown.length > 0 || new Set(names).size < names.length || !names.includes('email')) {
    throw refuse(
      t('The first row must name the columns: {columns}. Only ‘email’ is required.', {
        columns: IMPORT_COLUMNS.join(', '),
      }),
    );
  }
  const filled = body
    .map((cells, index) => ({ cells, number: index + 2 }))
    .filter(({ cells }) => !isEmpty(cells));
  if (filled.length === 0) throw refuse(t('The file contains no rows.'));
  if (filled.length > MAX_ROWS) {
    throw refuse(t('You can import at most {count} rows at once.', { count: MAX_ROWS }));
  }
  return filled.map(({ cells, number }) => ({
    number,
    texts: Object.fromEntries(
      IMPORT_COLUMNS.map((column) => [column, cells[names.indexOf(column)] ?? '']),
    ) as Cells,
  }));
}

/** Returns undefined after a fault. */
function readSubscription(
  appContext: ReadContext,
  texts: Cells,
  fault: (field: Column, said: string) => void,
): ImportedSubscription | undefined {
  const externalId = texts.id.trim();
  if (externalId === '' || externalId.length > ID_MAX_LENGTH) {
    fault('id', t('Enter an ID of at most {count} characters.', { count: ID_MAX_LENGTH }));
    return undefined;
  }
  const [section = '', slug = ''] = texts.service
    .trim()
    .replace(/^\/?services\//, '')
    .split('/');
  const sold = appContext.catalogue.findService(section, slug);
  const interval = sold && periodOf(sold.price.unit);
  if (!sold || !interval) {
    fault('service', t('No service with a price per period has this address.'));
    return undefined;
  }
  const chosen = texts.package.trim();
  const quantity = readQuantity(texts.quantity.trim() || '1');
  const choice: LineChoice = { package: chosen === '' ? null : chosen, quantity, options: [] };
  const service = readPriced(sold, choice, texts.price, fault);
  const next = readNext(appContext, interval, texts.next.trim());
  if (next === undefined) {
    fault('next', t('Enter a day after today, at most one period away, as YYYY-MM-DD.'));
  }
  if (!service || next === undefined) return undefined;
  const { terms: tax, errors } = readTaxTerms(
    appContext,
    { country: texts.country, taxNumber: texts.taxNumber },
    next,
  );
  for (const [field, said] of Object.entries(errors)) {
    fault(field === COUNTRY_FIELD ? 'country' : 'taxNumber', said);
  }
  const { quote, errors: refused } = quoteService(service, choice, ['link'], null, tax);
  for (const [field, said] of Object.entries(refused ?? {})) {
    fault(field === 'package' || field === 'quantity' ? field : 'price', said);
  }
  if (!quote || refused || Object.keys(errors).length > 0) return undefined;
  const { pricesIncludeTax } = tax;
  return { externalId, service, interval, choice, next, quote, pricesIncludeTax };
}

/** An empty price is that of the catalogue. */
function readPriced(
  service: Service,
  choice: LineChoice,
  typed: string,
  fault: (field: Column, said: string) => void,
): Service | undefined {
  const { currency } = service.price;
  if (typed.trim() === '' || !isCurrency(currency)) return service;
  const amount = readMoney(typed, currency);
  if (typeof amount === 'number' && amount > 0) return withUnitAmount(service, choice, amount);
  fault('price', typeof amount === 'number' ? t('Enter an amount above zero.') : amount.fault);
  return undefined;
}

function readNext(
  { clock, settings: { supportTimezone } }: ReadContext,
  interval: Period,
  typed: string,
): string | undefined {
  const today = dayOf(supportTimezone, clock.now());
  if (!isDay(typed)) return undefined;
  return typed > today && typed <= dayOfPeriod(today, interval, 1) ? typed : undefined;
}
