import { msgIn, t } from '../../../i18n/translate.ts';
import { MILESTONE_COUNT } from '../../../orders/protocol/milestone-terms.ts';
import { formatMoney } from '../../../orders/protocol/money.ts';
import { TITLE_MAX_LENGTH, type OfferQuote } from '../../../orders/protocol/offer.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { minorDigits } from '../../../platform/minor-digits.ts';
import { decimalSign, readTypedAmount } from '../../../platform/read-amount.ts';
import { CheckboxField } from '../../../ui/form/choice-field.tsx';
import { FieldMessage, TextField } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { newMilestone, type MilestoneText, type PlanText } from './offer-drafts.ts';
import { useRowFocus } from './use-row-focus.ts';

interface PlanFieldsProps {
  readonly plan: PlanText | undefined;
  readonly quote: OfferQuote | undefined;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (plan: PlanText | undefined) => void;
}

/** Splits the offer into milestones, which are paid one after the other. */
export function PlanFields({ plan, quote, errorOf, onChange }: PlanFieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('Milestones')}</legend>
      <CheckboxField
        label={t('Split into milestones')}
        checked={plan !== undefined}
        onChange={({ target }) =>
          onChange(
            target.checked
              ? { isAllAtOnce: false, milestones: [newMilestone(), newMilestone()] }
              : undefined,
          )
        }
      />
      {plan && <Milestones plan={plan} quote={quote} errorOf={errorOf} onChange={onChange} />}
    </fieldset>
  );
}

interface MilestonesProps extends PlanFieldsProps {
  readonly plan: PlanText;
}

function Milestones({ plan, quote, errorOf, onChange }: MilestonesProps) {
  const { milestones } = plan;
  const { rows, focusRow } = useRowFocus();
  const set = (changed: readonly MilestoneText[]) => onChange({ ...plan, milestones: changed });
  const remove = (index: number) => {
    set(milestones.filter((_, at) => at !== index));
    focusRow(index - 1);
  };
  return (
    <>
      <div ref={rows} className="grid gap-3">
        {milestones.map((milestone, index) => (
          <MilestoneFields
            key={milestone.key}
            milestone={milestone}
            index={index}
            errorOf={errorOf}
            onChange={(changed) =>
              set(milestones.map((each, at) => (at === index ? changed : each)))
            }
            onRemove={milestones.length > MILESTONE_COUNT.least ? () => remove(index) : undefined}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {milestones.length < MILESTONE_COUNT.most && (
          <button
            type="button"
            className="button button-line button-small"
            onClick={() => {
              set([...milestones, newMilestone()]);
              focusRow(milestones.length);
            }}
          >
            {t('Add milestone')}
          </button>
        )}
        <LeftToSplit milestones={milestones} quote={quote} />
      </div>
      <CheckboxField
        label={t('All milestones can be paid from the start')}
        checked={plan.isAllAtOnce}
        onChange={({ target }) => onChange({ ...plan, isAllAtOnce: target.checked })}
      />
      <FieldMessage
        id="offer-milestones-message"
        hint={t('Otherwise each milestone is paid when the previous one is accepted.')}
        error={errorOf('milestones')}
      />
    </>
  );
}

interface MilestoneFieldsProps extends Pick<PlanFieldsProps, 'errorOf'> {
  readonly milestone: MilestoneText;
  readonly index: number;
  readonly onChange: (milestone: MilestoneText) => void;
  readonly onRemove: (() => void) | undefined;
}

function MilestoneFields(props: MilestoneFieldsProps) {
  const { milestone, index, errorOf, onChange, onRemove } = props;
  return (
    <fieldset className="grid gap-3 sm:grid-cols-[1fr_130px_110px_auto]">
      <legend className="sr-only">{t('Milestone {number}', { number: index + 1 })}</legend>
      <TextField
        label={t(msgIn('offer', 'Milestone'))}
        autoComplete="off"
        maxLength={TITLE_MAX_LENGTH}
        value={milestone.title}
        error={errorOf(`milestone-title-${index}`)}
        onChange={(event) => onChange({ ...milestone, title: event.target.value })}
      />
      <TextField
        label={t(msgIn('offer', 'Amount'))}
        inputMode="decimal"
        autoComplete="off"
        value={milestone.amount}
        error={errorOf(`milestone-amount-${index}`)}
        onChange={(event) => onChange({ ...milestone, amount: event.target.value })}
      />
      <TextField
        label={t(msgIn('offer', 'Days'))}
        inputMode="numeric"
        autoComplete="off"
        value={milestone.days}
        error={errorOf(`milestone-days-${index}`)}
        onChange={(event) => onChange({ ...milestone, days: event.target.value })}
      />
      {onRemove && (
        <button
          type="button"
          className="icon-button self-start sm:mt-8"
          aria-label={t('Remove milestone {number}', { number: index + 1 })}
          onClick={onRemove}
        >
          <Icon name="x" />
        </button>
      )}
    </fieldset>
  );
}

/** The amounts include tax and discount, so they are compared with the total. */
function LeftToSplit({ milestones, quote }: Pick<MilestonesProps, 'quote'> & PlanOf) {
  const currency = quote?.currency;
  if (!quote || quote.total === null || currency === undefined || !isCurrency(currency))
    return null;
  const amounts = milestones.map(({ amount }) =>
    readTypedAmount(amount, minorDigits(currency), decimalSign()),
  );
  const split = amounts.reduce<number>(
    (sum, amount) => sum + (typeof amount === 'number' ? amount : 0),
    0,
  );
  const left = quote.total - split;
  return (
    <p aria-live="polite" className="text-[14.5px] text-ink-2 tabular-nums">
      {left < 0
        ? t('{amount} more than the offer total', { amount: formatMoney(-left, currency) })
        : t('{left} of {total} left to split', {
            left: formatMoney(left, currency),
            total: formatMoney(quote.total, currency),
          })}
    </p>
  );
}

type PlanOf = Pick<PlanText, 'milestones'>;
