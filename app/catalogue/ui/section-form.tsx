import { say, sayAny } from '../../platform/say.ts';
import type { SectionOption } from '../protocol/group-options.ts';
import { LOOKS } from '../../shop/pictures/looks.ts';
import { Swatch } from '../../shop/ui/swatch.tsx';
import { EntryCheck, EntrySelect, EntryText, type EntryOnPage } from './entry-fields.tsx';
import { EntryFrame, FieldSet } from './entry-frame.tsx';

const BACK = { to: '/team/catalogue/sections', name: 'Sections and groups' };

const LOOK_NAMES: Readonly<Record<(typeof LOOKS)[number], string>> = {
  graphics: 'Amber, with building blocks',
  business: 'Green, with terraces',
  digital: 'Coral, with a beacon',
  music: 'Indigo, with tides',
  programming: 'Mint, with routes',
  video: 'Wine, with a projector',
  writing: 'Sand, with written lines',
};

interface FormProps extends EntryOnPage {
  readonly wasAdded: boolean;
}

export function SectionForm({ wasAdded, ...page }: FormProps) {
  return (
    <EntryFrame {...page} wasAdded={wasAdded} hasPreview={false} back={BACK}>
      <FieldSet title={say('Section')}>
        <EntryText name="title" label={say('Title')} required />
        <EntryText name="tagline" label={say('Tagline')} />
        {page.form.id === undefined && <NameField />}
        <EntrySelect
          name="look"
          label={say('Colours and drawings')}
          hint={say('Of its header, its sign, and of services that have no picture of their own.')}
          options={LOOKS.map((value) => ({ value, name: sayAny(LOOK_NAMES[value]) }))}
        />
        <p className="flex flex-wrap gap-2" aria-hidden="true">
          {LOOKS.map((look) => (
            <Swatch key={look} look={look} />
          ))}
        </p>
        <EntryCheck
          name="isHidden"
          label={say('Hidden')}
          hint={say('With it all of its services are.')}
        />
      </FieldSet>
    </EntryFrame>
  );
}

interface GroupFormProps extends FormProps {
  readonly sections: readonly SectionOption[];
}

export function GroupForm({ wasAdded, sections, ...page }: GroupFormProps) {
  return (
    <EntryFrame {...page} wasAdded={wasAdded} hasPreview={false} back={BACK}>
      <FieldSet title={say('Group')}>
        <EntryText name="title" label={say('Title')} required />
        {page.form.id === undefined && (
          <>
            <EntrySelect
              name="section"
              label={say('Section')}
              options={sections.map(({ id, title }) => ({ value: id, name: title }))}
            />
            <NameField />
          </>
        )}
        <EntryCheck
          name="isHidden"
          label={say('Hidden')}
          hint={say('With it all of its services are.')}
        />
      </FieldSet>
    </EntryFrame>
  );
}

function NameField() {
  return (
    <EntryText
      name="id"
      label={say('Name in addresses')}
      spellCheck={false}
      hint={say('Chosen once, for ever. Left empty it follows the title.')}
    />
  );
}
