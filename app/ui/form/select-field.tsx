import { Icon } from '../icon.tsx';
import { Field, type FieldOf } from './field.tsx';

interface SelectFieldProps extends FieldOf<'select'> {
  readonly options: readonly { readonly value: string; readonly name: string }[];
}

export function SelectField(props: SelectFieldProps) {
  const { label, options, hint, error, isLabelHidden, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden ?? false}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className="field appearance-none pe-12">
            {options.map(({ value, name }) => (
              <option dir="auto" key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <Icon
            name="caret-down"
            className="pointer-events-none absolute top-1/2 end-4 -translate-y-1/2"
          />
        </div>
      )}
    </Field>
  );
}
