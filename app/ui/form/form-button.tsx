import type { ComponentProps } from 'react';
import { ActionForm } from './action-form.tsx';
import { SubmitButton } from './submit-button.tsx';

type Fields = Readonly<Record<string, string>>;

export function HiddenFields({ fields }: { readonly fields: Fields }) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

interface FormButtonProps extends ComponentProps<typeof SubmitButton> {
  readonly fields: Fields;
  readonly formClassName?: string;
  readonly preventScrollReset?: boolean;
}

export function FormButton({
  fields,
  formClassName,
  preventScrollReset = true,
  className = 'button button-line button-small',
  ...button
}: FormButtonProps) {
  return (
    <ActionForm className={formClassName} preventScrollReset={preventScrollReset}>
      <HiddenFields fields={fields} />
      <SubmitButton {...button} className={className} />
    </ActionForm>
  );
}
