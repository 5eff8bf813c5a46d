import { t, msg, type Sentence } from '../../i18n/translate.ts';
import { QUESTION_TYPES, type QuestionType } from '../../orders/intake/intake-form.ts';
import { quantityLabelOf } from '../../orders/pricing/quantity.ts';
import { PRICE_UNITS } from '../../shop/price.ts';
import { describeQuantityLabel } from '../../shop/quantity-label.ts';
import { LIMITS } from '../protocol/limits.ts';
import {
  EntryArea,
  EntryCheck,
  EntrySelect,
  EntryText,
  textAt,
  useEntry,
} from './entry-fields.tsx';
import { FieldSet } from './entry-frame.tsx';
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

export function OptionFields() {
  return (
    <FieldSet
      title={t('Options')}
      text={t('Buyers add them to the service. An option without a title is not offered.')}
    >
      <Slots
        most={LIMITS.options}
        isFilled={(page, index) =>
          ['title', 'description', 'price'].some(
            (part) => textAt(page, `option.${index}.${part}`) !== '',
          )
        }
        more={t('More options')}
      >
        {(index) => <Option index={index} />}
      </Slots>
    </FieldSet>
  );
}

function Option({ index }: { readonly index: number }) {
  const name = (part: string) => `option.${index}.${part}`;
  return (
    <Group title={t('Option {number}', { number: index + 1 })} idName={name('id')}>
      <EntryText name={name('title')} label={t('Title')} />
      <EntryText name={name('description')} label={t('Description')} />
      <div className="form-row">
        <EntryText
          name={name('price')}
          label={t('Price')}
          hint={t('An amount, or a percentage of the base price such as 50%.')}
        />
        <EntryText
          name={name('days')}
          label={t('Days')}
          hint={t('Added to the delivery time. −2 makes the delivery two days faster.')}
        />
        <EntryText name={name('maximum')} label={t('Maximum quantity')} inputMode="numeric" />
      </div>
    </Group>
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
      <Slots
        most={INTAKE_LIMITS.questions}
        isFilled={(page, index) =>
          ['label', 'help', 'choices'].some(
            (part) => textAt(page, `intake.${index}.${part}`) !== '',
          )
        }
        more={t('More questions')}
      >
        {(index) => <IntakeQuestionFields index={index} />}
      </Slots>
    </FieldSet>
  );
}

function IntakeQuestionFields({ index }: { readonly index: number }) {
  const name = (part: string) => `intake.${index}.${part}`;
  return (
    <Group title={t('Question {number}', { number: index + 1 })} idName={name('id')}>
      <EntryText name={name('label')} label={t('Question')} />
      <div className="form-row">
        <EntrySelect
          name={name('type')}
          label={t('Type of answer')}
          options={QUESTION_TYPES.map((value) => ({ value, name: t(TYPE_LABELS[value]) }))}
        />
        <EntryCheck name={name('isRequired')} label={t('Required')} />
      </div>
      <EntryText name={name('help')} label={t('Help text')} />
      <EntryArea
        name={name('choices')}
        label={t('Choices')}
        rows={2}
        hint={t('One per line, for a single or multiple choice.')}
      />
    </Group>
  );
}

/** The id stays the same while the text changes, because orders and translations refer to it. */
function Group({
  title,
  idName,
  children,
}: {
  readonly title: string;
  readonly idName: string;
  readonly children: React.ReactNode;
}) {
  const page = useEntry();
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="float-left w-full font-semibold">{title}</legend>
      <input type="hidden" name={idName} defaultValue={textAt(page, idName)} />
      {children}
    </fieldset>
  );
}

/** One empty slot is open below the filled ones. The rest is collapsed. */
const OPEN = 1;

function Slots({
  most,
  isFilled,
  more,
  children,
}: {
  readonly most: number;
  readonly isFilled: (page: ReturnType<typeof useEntry>, index: number) => boolean;
  readonly more: string;
  readonly children: (index: number) => React.ReactNode;
}) {
  const page = useEntry();
  const slots = Array.from({ length: most }, (_, index) => index);
  const open = slots.findLastIndex((index) => isFilled(page, index)) + 1 + OPEN;
  return (
    <>
      {slots.slice(0, open).map((index) => (
        <div key={index}>{children(index)}</div>
      ))}
      {open < most && (
        <details>
          <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-primary underline underline-offset-3">
            {more}
          </summary>
          <div className="mt-3 grid gap-5">
            {slots.slice(open).map((index) => (
              <div key={index}>{children(index)}</div>
            ))}
          </div>
        </details>
      )}
    </>
  );
}
