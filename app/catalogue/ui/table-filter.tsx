import { say } from '../../platform/say.ts';
import { Form, Link } from 'react-router';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { SectionOption } from '../protocol/group-options.ts';
import { TABLE_STATES, type TableQuery } from '../protocol/table-query.ts';

interface TableFilterProps {
  readonly query: TableQuery;
  readonly sections: readonly SectionOption[];
}

/** The fields of this plain GET form become the query of the URL. */
export function TableFilter({ query, sections }: TableFilterProps) {
  const groups = sections
    .filter(({ id }) => query.section === '' || id === query.section)
    .flatMap((section) => section.groups);
  return (
    <Form
      // A changed query remounts the form, because its fields are uncontrolled.
      key={JSON.stringify(query)}
      method="get"
      role="search"
      aria-label={say('Services')}
      className="mt-6 grid gap-4 rounded-card bg-surface p-4 ring-1 ring-line sm:max-md:grid-cols-2 md:grid-cols-[minmax(0,1.4fr)_repeat(3,minmax(0,1fr))_auto] md:items-end"
    >
      <TextField
        label={say('Search')}
        type="search"
        name="q"
        defaultValue={query.text}
        maxLength={100}
      />
      <SelectField
        label={say('Section')}
        name="section"
        defaultValue={query.section}
        options={[
          { value: '', name: say('All sections') },
          ...sections.map(({ id, title }) => ({ value: id, name: title })),
        ]}
      />
      <SelectField
        label={say('Group')}
        name="group"
        defaultValue={query.group}
        options={[
          { value: '', name: say('All groups') },
          ...groups.map(({ id, title }) => ({ value: id, name: title })),
        ]}
      />
      <SelectField
        label={say('State')}
        name="state"
        defaultValue={query.state}
        options={TABLE_STATES.map(({ id, name }) => ({ value: id, name: say(name) }))}
      />
      <div className="flex gap-3">
        <button type="submit" className="button button-primary">
          {say('Show')}
        </button>
        <Link to="/team/catalogue" className="button button-line">
          {say('Clear')}
        </Link>
      </div>
    </Form>
  );
}
