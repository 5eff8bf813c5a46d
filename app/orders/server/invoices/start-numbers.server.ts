import type { Member } from '../../../accounts/protocol/member.ts';
import {
  FIRST_NUMBER_AT_MOST,
  readFirstNumber,
  startSeries,
} from '../../../billing/server/invoices/start-series.server.ts';
import type { DOCUMENT_KINDS } from '../../../billing/server/tables.server.ts';
import { t } from '../../../i18n/translate.ts';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { orderMessage } from '../../stored-messages.ts';
import type { OrderContext } from '../order-context.server.ts';
import { requireManager, type Manager } from './manage-invoices.server.ts';

type SeriesContext = Pick<OrderContext, 'db' | 'clock' | 'settings'>;

/** The next numbers of the series that have no document yet. */
export interface FirstNumbers {
  readonly invoice: number | undefined;
  readonly 'credit-note': number | undefined;
}

export async function readFirstNumbers(appContext: SeriesContext): Promise<FirstNumbers> {
  const [invoice, creditNote] = await Promise.all([
    readFirstNumber(appContext.db, seriesOf(appContext, 'invoice')),
    readFirstNumber(appContext.db, seriesOf(appContext, 'credit-note')),
  ]);
  return { invoice, 'credit-note': creditNote };
}

/**
 * Lets the numbers of invoices or credit notes go on where another program ended. Throws {@link RefusedError}: 403, 400
 * for anything but a whole number, 409 once a document exists or has a number that would follow.
 */
export async function startNumbers(
  appContext: OrderContext,
  by: Manager & { readonly member: Member },
  kind: (typeof DOCUMENT_KINDS)[number],
  typed: string,
): Promise<string> {
  requireManager(by.member);
  const text = toLatinDigits(typed.normalize('NFKC')).trim();
  const first = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (first < 1 || first > FIRST_NUMBER_AT_MOST) {
    throw new RefusedError(
      400,
      t('Enter a whole number from 1 to {most}.', { most: FIRST_NUMBER_AT_MOST }),
      'first',
    );
  }
  return change(appContext, by.trace, async (tx, after) => {
    const started = await startSeries(tx, { ...seriesOf(appContext, kind), first });
    if (started.kind === 'begun') {
      throw new RefusedError(409, t('There is a document with this series already.'));
    }
    const { number } = started;
    if (started.kind === 'taken') {
      throw new RefusedError(
        409,
        t(
          'A document with the number {number} exists already. Enter a higher number, or change the pattern in the settings.',
          { number },
        ),
        'first',
      );
    }
    after.audit('invoice-series-started', {
      detail: orderMessage('orders.first-number', { number }),
    });
    return number;
  });
}

function seriesOf(
  { clock, settings }: Pick<SeriesContext, 'clock' | 'settings'>,
  kind: (typeof DOCUMENT_KINDS)[number],
) {
  const pattern = kind === 'invoice' ? settings.invoiceNumbers : settings.creditNoteNumbers;
  return { kind, pattern, year: Number(dayOf(settings.supportTimezone, clock.now()).slice(0, 4)) };
}
