import type { ComponentProps } from 'react';
import { ActionForm } from './action-form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { ConfirmButton } from '../confirm-button.tsx';

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

interface ConfirmFormProps extends Omit<ComponentProps<typeof ConfirmButton>, 'children'> {
  readonly fields: ComponentProps<typeof FormButton>['fields'];
  readonly doLabel: string;
  readonly accessibleDoLabel?: string;
  readonly tone?: 'danger' | 'primary';
}

export function ConfirmForm({
  fields,
  doLabel,
  accessibleDoLabel,
  tone = 'danger',
  ...asking
}: ConfirmFormProps) {
  return (
    <ConfirmButton {...asking}>
      <FormButton
        fields={fields}
        className={`button button-${tone} button-small`}
        aria-label={accessibleDoLabel}
      >
        {doLabel}
      </FormButton>
    </ConfirmButton>
  );
}
