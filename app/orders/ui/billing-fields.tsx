import { t } from '../../i18n/translate.ts';
import { TextAreaField, TextField } from '../../ui/form/field.tsx';
import {
  BILLING_ADDRESS_FIELD,
  BILLING_ADDRESS_MAX_LENGTH,
  BILLING_NAME_FIELD,
  BILLING_NAME_MAX_LENGTH,
} from '../protocol/billing-details.ts';

interface BillingFieldsProps {
  readonly typed: Readonly<Record<string, string | undefined>>;
  readonly errorAt: (field: string) => string | undefined;
}

/** The buyer on the invoice. Country and tax number are asked for only if they decide the tax. */
export function BillingFields({ typed, errorAt }: BillingFieldsProps) {
  return (
    <>
      <TextField
        name={BILLING_NAME_FIELD}
        label={t('Name or company')}
        error={errorAt(BILLING_NAME_FIELD)}
        defaultValue={typed[BILLING_NAME_FIELD] ?? ''}
        autoComplete="billing organization"
        maxLength={BILLING_NAME_MAX_LENGTH}
      />
      <TextAreaField
        name={BILLING_ADDRESS_FIELD}
        label={t('Billing address')}
        hint={t('Street, postal code and city, as they should be on the invoice.')}
        error={errorAt(BILLING_ADDRESS_FIELD)}
        defaultValue={typed[BILLING_ADDRESS_FIELD] ?? ''}
        autoComplete="billing street-address"
        rows={3}
        maxLength={BILLING_ADDRESS_MAX_LENGTH}
      />
    </>
  );
}
