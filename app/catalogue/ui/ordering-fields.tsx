import { t, msg, msgIn, type Sentence } from '../../i18n/translate.ts';
import { QUESTION_TYPES, type QuestionType } from '../../orders/intake/intake-form.ts';
import { periodOf } from '../../orders/pricing/direct-order.ts';
import { quantityLabelOf } from '../../orders/pricing/quantity.ts';
import { PRICE_UNITS } from '../../shop/price.ts';
import { describeQuantityLabel } from '../../shop/quantity-label.ts';
import { CHECKLIST_LIMITS, type StaffMember } from '../../shop/checklist.ts';
import { LIMITS } from '../protocol/limits.ts';
import {
  EntryArea,
  EntryCheck,
  EntryHidden,
  EntrySelect,
  EntryText,
  textAt,
  useEntry,
} from './entry-fields.tsx';
import { FieldSet } from './entry-frame.tsx';
import { SortableSlots } from './sortable-slots.tsx';
import { INTAKE_LIMITS } from '../../orders/intake/intake-form.ts';

const TYPE_LABELS: Readonly<Record<QuestionType, Sentence>> = {
  'short-text': msg('Short text'),
  'long-text': msg('Long text'),
  number: msg('Number'),
  date: msg('Date'),
  link: msg('Link'),
  'single-choice': msg('Single choice'),
  'multiple-choice': msg('Multiple choice'),
  files: msg('Files'),
};

/** How buyers order the service without an offer. */
export function OrderingFields() {
  const page = useEntry();
  const unit = PRICE_UNITS.find((each) => each === textAt(page, 'unit')) ?? 'flat';
  const label = describeQuantityLabel(quantityLabelOf(unit, false));
  return (
    <FieldSet title={t('Ordering')}>
      <EntrySelect
        name="isOrderable"
        label={t('Can be ordered directly')}
        hint={t('Buyers order and pay without asking for an offer first.')}
        options={[
          { value: 'yes', name: t('Yes') },
          { value: 'no', name: t('No') },
        ]}
      />
      {periodOf(unit) !== null && (
        <>
          <EntrySelect
            name="allowsOnce"
            label={t(msgIn('catalogue', 'Order once'))}
            hint={t('Buyers can order a single period.')}
            options={[
              { value: 'yes', name: t('Yes') },
              { value: 'no', name: t('No') },
            ]}
          />
          <EntrySelect
            name="allowsSubscription"
            label={t(msgIn('catalogue', 'Subscribe'))}
            hint={t('Buyers can subscribe, and pay each period automatically or by payment link.')}
            options={[
              { value: 'yes', name: t('Yes') },
              { value: 'no', name: t('No') },
            ]}
          />
          <fieldset>
            <legend className="mb-2 font-semibold">{t('Included requests')}</legend>
            <div className="form-row">
              <EntryText
                name="requests.perPeriod"
                label={t('Requests per period')}
                hint={t('For subscribers. Empty means that none are included.')}
                inputMode="numeric"
              />
              <EntryText
                name="requests.label"
                label={t('Name of the requests')}
                hint={t('For example “articles”.')}
              />
              <EntryText
                name="requests.concurrent"
                label={t('Open at once')}
                hint={t('At most this many requests can be open.')}
                inputMode="numeric"
              />
            </div>
          </fieldset>
        </>
      )}
      <EntryText
        name="taxRate"
        label={t('Tax rate')}
        hint={t('The name of a rate in the settings. Empty means the default of the country.')}
      />
      {periodOf(unit) === null && (
        <EntryText
          name="deposit"
          label={t('Deposit in percent')}
          hint={t(
            'Buyers pay this part first and the rest once they have accepted the first delivery. Empty means that they pay everything at once.',
          )}
          inputMode="numeric"
        />
      )}
      <fieldset>
        <legend className="mb-2 font-semibold">{label}</legend>
        <div className="form-row">
          <EntryText name="quantity.minimum" label={t('Minimum')} inputMode="numeric" />
          <EntryText name="quantity.step" label={t('Step')} inputMode="numeric" />
          <EntryText name="quantity.maximum" label={t('Maximum')} inputMode="numeric" />
        </div>
      </fieldset>
    </FieldSet>
  );
}

const OPTION_PARTS = ['id', 'title', 'description', 'price', 'days', 'maximum'] as const;
const CHECKLIST_PARTS = ['id', 'title', 'days', 'isShown', 'assignee'] as const;
const INTAKE_PARTS = ['id', 'type', 'label', 'help', 'isRequired', 'choices'] as const;

export function OptionFields() {
  return (
    <FieldSet
      title={t('Options')}
      text={t('Buyers add them to the service. An option without a title is not offered.')}
    >
      <SortableSlots
        prefix="option"
        parts={OPTION_PARTS}
        most={LIMITS.options}
        filledParts={['title', 'description', 'price']}
        titlePart="title"
        nameOf={(position) => t('Option {number}', { number: position + 1 })}
        add={t('Add an option')}
      >
        {() => <OptionParts />}
      </SortableSlots>
    </FieldSet>
  );
}

/** The id stays the same while the text changes, because orders and translations refer to it. */
function OptionParts() {
  return (
    <>
      <EntryHidden name="id" />
      <EntryText name="title" label={t('Title')} />
      <EntryText name="description" label={t('Description')} />
      <div className="form-row">
        <EntryText
          name="price"
          label={t('Price')}
          hint={t('An amount, or a percentage of the base price such as 50%.')}
        />
        <EntryText
          name="days"
          label={t('Days')}
          hint={t('Added to the delivery time. −2 makes the delivery two days faster.')}
        />
        <EntryText name="maximum" label={t('Maximum quantity')} inputMode="numeric" />
      </div>
    </>
  );
}

export function IntakeFields() {
  return (
    <FieldSet
      title={t('Questions to the buyer')}
      text={t(
        'Asked with the order. Without questions here, the lines of “What we need from the buyer” are asked.',
      )}
    >
      <SortableSlots
        prefix="intake"
        parts={INTAKE_PARTS}
        most={INTAKE_LIMITS.questions}
        filledParts={['label', 'help', 'choices']}
        titlePart="label"
        nameOf={(position) => t('Question {number}', { number: position + 1 })}
        add={t('Add a question')}
      >
        {() => <QuestionParts />}
      </SortableSlots>
    </FieldSet>
  );
}

function QuestionParts() {
  return (
    <>
      <EntryHidden name="id" />
      <EntryText name="label" label={t('Question')} />
      <div className="form-row">
        <EntrySelect
          name="type"
          label={t('Type of answer')}
          options={QUESTION_TYPES.map((value) => ({ value, name: t(TYPE_LABELS[value]) }))}
        />
        <div className="md:self-end">
          <EntryCheck name="isRequired" label={t('Required')} />
        </div>
      </div>
      <EntryText name="help" label={t('Help text')} />
      <EntryArea
        name="choices"
        label={t('Choices')}
        rows={2}
        hint={t('One per line, for a single or multiple choice.')}
      />
    </>
  );
}

/** The steps of the team's work. A former member stays chosen until somebody chooses another one. */
export function ChecklistFields({ staff }: { readonly staff: readonly StaffMember[] }) {
  const page = useEntry();
  const former = new Set(
    Array.from({ length: CHECKLIST_LIMITS.items }, (_, index) =>
      textAt(page, `checklist.${index}.assignee`),
    ).filter((id) => id !== '' && !staff.some((member) => member.id === id)),
  );
  const assignees = [
    { value: '', name: t('Nobody') },
    ...staff.map(({ id, name }) => ({ value: id, name })),
    ...Array.from(former, (value) => ({ value, name: t('Former member') })),
  ];
  return (
    <FieldSet
      title={t('Checklist')}
      text={t(
        'Copied to each order when work starts. A step without a title is left out. Changes here do not affect orders that have started.',
      )}
    >
      <SortableSlots
        prefix="checklist"
        parts={CHECKLIST_PARTS}
        most={CHECKLIST_LIMITS.items}
        filledParts={['title', 'days']}
        titlePart="title"
        nameOf={(position) => t('Step {number}', { number: position + 1 })}
        add={t('Add a step')}
      >
        {() => <ChecklistParts assignees={assignees} />}
      </SortableSlots>
    </FieldSet>
  );
}

interface ChecklistPartsProps {
  readonly assignees: readonly { readonly value: string; readonly name: string }[];
}

function ChecklistParts({ assignees }: ChecklistPartsProps) {
  return (
    <>
      <EntryHidden name="id" />
      <EntryText name="title" label={t('Title')} />
      <div className="form-row">
        <EntryText
          name="days"
          label={t('Days after the start of work')}
          hint={t('0 is the first day. Empty means that the step has no due day.')}
          inputMode="numeric"
        />
        <div className="md:self-end">
          <EntryCheck name="isShown" label={t('Shown to the buyer')} />
        </div>
      </div>
      <EntrySelect
        name="assignee"
        label={t('Assignee')}
        hint={t('Becomes an assignee of the order when work starts, and is notified.')}
        options={assignees}
      />
    </>
  );
}
