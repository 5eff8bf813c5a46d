import {
  isNumberSetting,
  type ChangedSetting,
} from '../../../accounts/server/settings/save-settings.server.ts';
import { t } from '../../../i18n/translate.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { dayOf } from '../../../platform/weekly-hours.ts';
import { findTakenNumber, NUMBER_SETTINGS } from './find-taken-number.server.ts';
import type { BillingContext } from './issue-document.server.ts';

/**
 * Lets nobody save a pattern that would produce the number of an issued document. Throws {@link RefusedError} 409 with
 * the name of the setting.
 */
export async function requireFreeNumbers(
  tx: Database,
  {
    clock,
    settings,
  }: Pick<BillingContext, 'clock'> & {
    readonly settings: Pick<BillingContext['settings'], 'supportTimezone'>;
  },
  changed: readonly ChangedSetting[],
): Promise<void> {
  const zone = changed.find(({ name }) => name === 'SUPPORT_TIMEZONE')?.to;
  const year = Number(dayOf(zone ?? settings.supportTimezone, clock.now()).slice(0, 4));
  for (const { name, to: pattern } of changed) {
    if (!isNumberSetting(name)) continue;
    const { kind } = NUMBER_SETTINGS[name];
    // oxlint-disable-next-line no-await-in-loop -- two at most, in one transaction
    const number = await findTakenNumber(tx, { kind, pattern, year });
    if (number === undefined) continue;
    throw new RefusedError(
      409,
      t(
        'A document with the number {number} exists already, and this pattern would produce it again. Use a pattern with other letters.',
        { number },
      ),
      name,
    );
  }
}
