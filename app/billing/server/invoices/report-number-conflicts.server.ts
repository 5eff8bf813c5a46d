import type { Database } from '../../../platform/db/database.server.ts';
import type { Log } from '../../../platform/log.server.ts';
import { canCollide } from '../../../platform/number-pattern.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { findNearTakenNumber, NUMBER_SETTINGS } from './find-taken-number.server.ts';
import type { BillingContext } from './issue-document.server.ts';

/**
 * Logs at start what saving the settings refuses, if the next thousand numbers have it, so that a start does not read
 * every document. Such a process runs nevertheless, because payments must be booked:
 * `issueDocument` numbers a document whose number exists in another way.
 */
export async function reportNumberConflicts(
  db: Database,
  log: Pick<Log, 'error'>,
  { clock, settings }: Pick<BillingContext, 'clock' | 'settings'>,
): Promise<void> {
  const { invoiceNumbers, creditNoteNumbers, supportTimezone } = settings;
  if (canCollide(invoiceNumbers, creditNoteNumbers)) {
    log.error(
      { invoiceNumbers, creditNoteNumbers },
      'INVOICE_NUMBERS and CREDIT_NOTE_NUMBERS can produce the same number: give them different letters',
    );
  }
  const year = Number(dayOf(supportTimezone, clock.now()).slice(0, 4));
  for (const [setting, { kind, pattern }] of Object.entries(NUMBER_SETTINGS)) {
    const series = { kind, pattern: settings[pattern], year };
    // oxlint-disable-next-line no-await-in-loop -- two queries at start
    const taken = await findNearTakenNumber(db, series);
    if (taken !== undefined) {
      log.error(
        { setting, taken },
        'The pattern of a setting will produce numbers that exist: give it different letters',
      );
    }
  }
}
