import { say } from '../../platform/say.ts';
import { PACKAGE_NAMES } from '../../shop/service.ts';
import { EntryArea, EntryText } from './entry-fields.tsx';
import { FieldSet } from './entry-frame.tsx';

/** A package whose fields are all empty is not offered. */
export function PackageFields() {
  return (
    <FieldSet
      title={say('Packages')}
      text={say(
        'Up to three sizes beside the plain price, in its currency. One that is left empty is not shown.',
      )}
    >
      {PACKAGE_NAMES.map((name) => (
        <fieldset key={name} className="grid gap-4 border-t border-line pt-4">
          <legend className="float-left w-full font-semibold capitalize">{say(name)}</legend>
          <div className="form-row clear-both">
            <EntryText name={`${name}.price`} label={say('Price')} inputMode="decimal" />
            <EntryText
              name={`${name}.deliveryDays`}
              label={say('Delivery in days')}
              inputMode="numeric"
            />
            <EntryText name={`${name}.revisions`} label={say('Revisions')} inputMode="numeric" />
          </div>
          <EntryArea name={`${name}.contents`} label={say('What it holds')} rows={2} />
        </fieldset>
      ))}
    </FieldSet>
  );
}
