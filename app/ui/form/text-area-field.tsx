import { Field, type FieldOf } from './field.tsx';

export function TextAreaField({ label, hint, error, ...area }: FieldOf<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea dir="auto" {...area} {...control} className="field block py-3" />}
    </Field>
  );
}
