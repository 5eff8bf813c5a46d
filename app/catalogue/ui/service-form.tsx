import { getPackageLabel } from '../../shop/package-label.ts';
import { t, msg, msgIn } from '../../i18n/translate.ts';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { SectionOption } from '../protocol/group-options.ts';
import { PRICE_UNITS, describeUnit } from '../../shop/price.ts';
import { BesidePreview } from './live-preview.tsx';
import {
  EntryArea,
  EntryCheck,
  EntrySelect,
  EntryText,
  textAt,
  useEntry,
  type EntryOnPage,
} from './entry-fields.tsx';
import { EntryFrame, FieldSet } from './entry-frame.tsx';
import type { StaffMember } from '../../shop/checklist.ts';
import { ChecklistFields, IntakeFields, OptionFields, OrderingFields } from './ordering-fields.tsx';
import { PhotoFields, VideoFields } from './photos/photo-fields.tsx';
import { PACKAGE_NAMES } from '../../shop/service.ts';
import { LIMITS } from '../protocol/limits.ts';

/** One empty question is open below the filled ones. The rest is collapsed. */
const OPEN = 1;

interface ServiceFormProps extends EntryOnPage {
  readonly wasAdded: boolean;
  readonly sections: readonly SectionOption[];
  readonly currencies: readonly string[];
  readonly staff: readonly StaffMember[];
}

const BACK = { to: '/team/catalogue', name: msg('All services') };

export function ServiceForm(props: ServiceFormProps) {
  const { id = NEW, draft: catalogueDraft } = props.form;
  return (
    <BesidePreview id={id} version={catalogueDraft?.version ?? 0}>
      <ServiceFields {...props} />
    </BesidePreview>
  );
}

/** The form's address uses the same word. */
const NEW = 'new';

function ServiceFields({ sections, currencies, staff, wasAdded, ...page }: ServiceFormProps) {
  return (
    <EntryFrame {...page} wasAdded={wasAdded} hasPreview back={BACK}>
      <FieldSet title={t('Basics')}>
        <EntryText name="title" label={t('Title')} required />
        <EntryText
          name="slug"
          label={t('Address')}
          spellCheck={false}
          hint={t(
            "The last part of the service's address. Leave empty to derive it from the title. Earlier addresses redirect to the current one.",
          )}
        />
        <GroupField sections={sections} />
        <EntryText
          name="summary"
          label={t('Summary')}
          required
          hint={t('One line, for cards and search results.')}
        />
        <EntryArea name="description" label={t('Description')} required rows={7} />
      </FieldSet>
      <PhotoFields />
      <VideoFields />
      <FieldSet title={t('Price')}>
        <div className="form-row">
          <EntryText name="price" label={t('Price')} required inputMode="decimal" />
          <EntrySelect
            name="currency"
            label={t('Currency')}
            options={currencies.map((value) => ({ value, name: value }))}
          />
          <EntrySelect
            name="unit"
            label={t('Price unit')}
            options={PRICE_UNITS.map((value) => ({
              value,
              name: describeUnit(value) || t('whole service'),
            }))}
          />
        </div>
        <EntryText
          name="note"
          label={t('Price note')}
          hint={t('What the price covers, such as ‘per book’.')}
        />
        <EntryCheck name="cents" label={t('Show cents for whole amounts, too')} />
      </FieldSet>
      <FieldSet title={t('Delivery')}>
        <div className="form-row">
          <EntryText name="deliveryDays" label={t('Delivery time in days')} inputMode="numeric" />
          <EntryText name="revisions" label={t('Revisions included')} inputMode="numeric" />
        </div>
        <EntryArea name="needs" label={t('What we need from the buyer')} />
        <EntryArea name="delivers" label={t('What is delivered')} />
      </FieldSet>
      <OrderingFields />
      <PackageFields />
      <OptionFields />
      <IntakeFields />
      <ChecklistFields staff={staff} />
      <QuestionFields />
      <FieldSet title={t('Visibility')}>
        <EntryText
          name="popular"
          label={t('Position among popular services')}
          inputMode="numeric"
          hint={t(
            "1 comes first. The home page shows the first nine; if one of them is hidden, the next one moves up. Leave empty if it isn't a popular service.",
          )}
        />
        <EntryCheck
          name="isHidden"
          label={t(msgIn('catalogue', 'Hidden'))}
          hint={t(
            "Visitors can't find it. Its page says that the service is no longer offered and shows where to go next.",
          )}
        />
      </FieldSet>
    </EntryFrame>
  );
}

function GroupField({ sections }: { readonly sections: readonly SectionOption[] }) {
  const page = useEntry();
  return (
    <Field label={t('Group')} error={page.answer?.faults.group}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            name="group"
            defaultValue={textAt(page, 'group')}
            className="field appearance-none pr-12"
          >
            <option value="">{t('Choose an option')}</option>
            {sections.map((section) => (
              <optgroup key={section.id} label={section.title}>
                {section.groups.map(({ id, title }) => (
                  <option dir="auto" key={id} value={`${section.id}/${id}`}>
                    {title}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <Icon
            name="caret-down"
            className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2"
          />
        </div>
      )}
    </Field>
  );
}

/** A package whose fields are all empty is not offered. */
function PackageFields() {
  return (
    <FieldSet
      title={t('Packages')}
      text={t(
        "Up to three packages in place of the regular price, in the same currency. Empty packages aren't shown.",
      )}
    >
      {PACKAGE_NAMES.map((name) => (
        <fieldset key={name} className="grid gap-4 border-t border-line pt-4">
          <legend className="float-left w-full font-semibold capitalize">
            {getPackageLabel(name)}
          </legend>
          <div className="form-row clear-both">
            <EntryText name={`${name}.price`} label={t('Price')} inputMode="decimal" />
            <EntryText
              name={`${name}.deliveryDays`}
              label={t('Delivery in days')}
              inputMode="numeric"
            />
            <EntryText name={`${name}.revisions`} label={t('Revisions')} inputMode="numeric" />
          </div>
          <EntryArea name={`${name}.contents`} label={t('Included')} rows={2} />
        </fieldset>
      ))}
    </FieldSet>
  );
}

function QuestionFields() {
  const page = useEntry();
  const places = Array.from({ length: LIMITS.questions }, (_, index) => index);
  const filled = places.filter(
    (index) =>
      textAt(page, `question.${index}`) !== '' ||
      textAt(page, `answer.${index}`) !== '' ||
      page.answer?.faults[`question.${index}`] !== undefined,
  ).length;
  const open = places.slice(0, filled + OPEN);
  const more = places.slice(filled + OPEN);
  return (
    <FieldSet
      title={t('Questions and answers')}
      text={t('Shown on the service’s page, in this order.')}
    >
      {open.map((index) => (
        <Question key={index} index={index} />
      ))}
      {more.length > 0 && (
        <details>
          <summary className="opener font-semibold text-primary underline underline-offset-3">
            {t('More questions')}
          </summary>
          <div className="mt-3 grid gap-5">
            {more.map((index) => (
              <Question key={index} index={index} />
            ))}
          </div>
        </details>
      )}
    </FieldSet>
  );
}

function Question({ index }: { readonly index: number }) {
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <EntryText name={`question.${index}`} label={t('Question {number}', { number: index + 1 })} />
      <EntryArea
        name={`answer.${index}`}
        label={t('Answer {number}', { number: index + 1 })}
        rows={2}
      />
    </div>
  );
}
