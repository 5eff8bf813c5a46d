import { Field, type FieldOf } from './field.tsx';

export function TextField({ label, hint, error, aside, ...input }: FieldOf<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <input dir="auto" {...input} {...control} className="field" />}
    </Field>
  );
}
