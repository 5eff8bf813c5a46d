import type { Currency } from '../../platform/currencies.ts';
import { toLine } from '../../platform/shown-text.ts';
import { t } from '../../i18n/translate.ts';
import { MILESTONE_COUNT, type MilestonePlan, type TypedMilestonePlan } from './milestone-terms.ts';
import { formatMoney, readMoney } from './money.ts';
import { MAX_DELIVERY_DAYS, TITLE_MAX_LENGTH } from './offer.ts';

interface PlanFault {
  /** The field of the form, such as 'milestone-amount-0', or 'milestones' for all of them. */
  readonly field: string;
  readonly message: string;
}

/** Reads the milestones of an offer with this total, or returns all faults at once. */
export function readMilestonePlan(
  typed: TypedMilestonePlan,
  total: number,
  currency: Currency,
): { readonly plan: MilestonePlan } | { readonly faults: readonly PlanFault[] } {
  const { least, most } = MILESTONE_COUNT;
  const { length } = typed.milestones;
  if (length < least || length > most) {
    const message = t('Split the offer into {least} to {most} milestones.', { least, most });
    return { faults: [{ field: 'milestones', message }] };
  }
  const read = typed.milestones.map((one, index) => readMilestone(one, index, currency));
  const faults = read.flatMap((one) => one.faults);
  const milestones = read.map((one) => one.milestone);
  const sum = milestones.reduce((all, { amount }) => all + amount, 0);
  if (faults.length === 0 && sum !== total) {
    const values = { sum: formatMoney(sum, currency), total: formatMoney(total, currency) };
    faults.push({
      field: 'milestones',
      message: t(
        'The milestones add up to {sum}, but the offer totals {total}. Change the amounts.',
        values,
      ),
    });
  }
  return faults.length > 0 ? { faults } : { plan: { isAllAtOnce: typed.isAllAtOnce, milestones } };
}

function readMilestone(
  typed: TypedMilestonePlan['milestones'][number],
  index: number,
  currency: Currency,
): { readonly milestone: MilestonePlan['milestones'][number]; readonly faults: PlanFault[] } {
  const faults: PlanFault[] = [];
  const refuse = (field: string, message: string) =>
    faults.push({ field: `milestone-${field}-${index}`, message });
  const title = toLine(typed.title, TITLE_MAX_LENGTH);
  if (title === '') refuse('title', t('Name the milestone, for example “First draft”.'));
  const amount = readMoney(typed.amount, currency);
  if (typeof amount !== 'number') refuse('amount', amount.fault);
  else if (amount === 0) refuse('amount', t('A milestone costs more than nothing.'));
  if (!Number.isInteger(typed.days) || typed.days < 1 || typed.days > MAX_DELIVERY_DAYS) {
    refuse(
      'days',
      t('Enter the number of delivery days, from 1 to {maxDeliveryDays}.', {
        maxDeliveryDays: MAX_DELIVERY_DAYS,
      }),
    );
  }
  return {
    milestone: { title, amount: typeof amount === 'number' ? amount : 0, days: typed.days },
    faults,
  };
}

/** Reads the position of a milestone from a form. Orders without milestones send ''. */
export function readPosition(typed: string): number | undefined {
  return /^\d{1,2}$/.test(typed) ? Number(typed) : undefined;
}
