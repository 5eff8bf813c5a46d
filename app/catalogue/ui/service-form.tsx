import { say, sayAny } from '../../platform/say.ts';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { SectionOption } from '../protocol/group-options.ts';
import { PRICE_UNITS, UNIT_TEXT } from '../../shop/price.ts';
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
import { PackageFields } from './package-fields.tsx';
import { PhotoFields } from './photos/photo-fields.tsx';
import { VideoFields } from './photos/photo-fields.tsx';
import { QuestionFields } from './question-fields.tsx';

interface ServiceFormProps extends EntryOnPage {
  readonly wasAdded: boolean;
  readonly sections: readonly SectionOption[];
  readonly currencies: readonly string[];
}

const BACK = { to: '/team/catalogue', name: 'All services' };

export function ServiceForm(props: ServiceFormProps) {
  const { id = NEW, draft } = props.form;
  return (
    <BesidePreview id={id} version={draft?.version ?? 0}>
      <ServiceFields {...props} />
    </BesidePreview>
  );
}

/** The form's address uses the same word. */
const NEW = 'new';

function ServiceFields({ sections, currencies, wasAdded, ...page }: ServiceFormProps) {
  return (
    <EntryFrame {...page} wasAdded={wasAdded} hasPreview back={BACK}>
      <FieldSet title={say('What it is')}>
        <EntryText name="title" label={say('Title')} required />
        <EntryText
          name="slug"
          label={say('Address')}
          spellCheck={false}
          hint={say(
            'The last part of its address. Left empty it follows the title. Whoever comes to an address it had before is led to the present one.',
          )}
        />
        <GroupField sections={sections} />
        <EntryText
          name="summary"
          label={say('Summary')}
          required
          hint={say('One line, for cards and search results.')}
        />
        <EntryArea name="description" label={say('Description')} required rows={7} />
      </FieldSet>
      <PhotoFields />
      <VideoFields />
      <FieldSet title={say('Price')}>
        <div className="form-row">
          <EntryText name="price" label={say('Price')} required inputMode="decimal" />
          <EntrySelect
            name="currency"
            label={say('Currency')}
            options={currencies.map((value) => ({ value, name: value }))}
          />
          <EntrySelect
            name="unit"
            label={say('Price for')}
            options={PRICE_UNITS.map((value) => ({
              value,
              name: sayAny(UNIT_TEXT[value]) || say('the whole'),
            }))}
          />
        </div>
        <EntryText
          name="note"
          label={say('Price note')}
          hint={say('What the price holds, such as ‘per book’.')}
        />
        <EntryCheck name="cents" label={say('Write whole amounts with cents, too')} />
      </FieldSet>
      <FieldSet title={say('Delivery')}>
        <div className="form-row">
          <EntryText name="deliveryDays" label={say('Delivery time in days')} inputMode="numeric" />
          <EntryText name="revisions" label={say('Revisions included')} inputMode="numeric" />
        </div>
        <EntryArea name="needs" label={say('What we need from the buyer')} />
        <EntryArea name="delivers" label={say('What is delivered')} />
      </FieldSet>
      <PackageFields />
      <QuestionFields />
      <FieldSet title={say('Where it shows')}>
        <EntryText
          name="popular"
          label={say('Place among the popular')}
          inputMode="numeric"
          hint={say(
            '1 is the first. The home page shows nine; when one of them is hidden the next moves in. Left empty it is none of them.',
          )}
        />
        <EntryCheck
          name="isHidden"
          label={say('Hidden')}
          hint={say(
            'Visitors do not find it. Who comes to its address is told that it is not offered any more, and shown a way on.',
          )}
        />
      </FieldSet>
    </EntryFrame>
  );
}

function GroupField({ sections }: { readonly sections: readonly SectionOption[] }) {
  const page = useEntry();
  return (
    <Field label={say('Group')} error={page.answer?.faults.group}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            name="group"
            defaultValue={textAt(page, 'group')}
            className="field appearance-none pr-12"
          >
            <option value="">{say('Please choose')}</option>
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
