import type { ComponentProps } from 'react';
import { ConfirmButton } from '../confirm-button.tsx';
import { FormButton } from './form-button.tsx';

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
