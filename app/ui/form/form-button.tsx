import type { ComponentProps } from 'react';
import { ActionForm } from './action-form.tsx';
import { HiddenFields, type Fields } from './hidden-fields.tsx';
import { SubmitButton } from './submit-button.tsx';

interface FormButtonProps extends ComponentProps<typeof SubmitButton> {
  readonly fields: Fields;
  readonly formClassName?: string;
  readonly preventScrollReset?: boolean;
}

/** A form that is nothing but its button. */
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
