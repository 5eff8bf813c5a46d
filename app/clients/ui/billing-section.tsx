import { t } from '../../i18n/translate.ts';
import {
  BILLING_ADDRESS_FIELD,
  BILLING_NAME_FIELD,
  type BillingDetails,
} from '../../orders/protocol/billing-details.ts';
import { BillingFields } from '../../orders/ui/billing-fields.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { AccountSection } from './account-frame.tsx';

interface BillingSectionProps {
  readonly billing: BillingDetails | null;
  readonly answer: FormAnswer | undefined;
  readonly hint: string;
}

/** Name and address for the invoices of later orders. */
export function BillingSection({ billing, answer, hint }: BillingSectionProps) {
  const refused = answer?.intent === 'billing' && !answer.isDone ? answer : undefined;
  const typed = refused?.typed ?? {
    [BILLING_NAME_FIELD]: billing?.name,
    [BILLING_ADDRESS_FIELD]: billing?.address,
  };
  return (
    <AccountSection id="billing" title={t('Billing details')}>
      <p className="mt-2 text-ink-2">{hint}</p>
      <ActionForm className="mt-4 grid max-w-[420px] gap-4" preventScrollReset>
        <BillingFields typed={typed} errorAt={fieldErrors(refused)} />
        <div>
          <SubmitButton name="intent" value="billing" className="button button-line">
            {t('Save billing details')}
          </SubmitButton>
        </div>
      </ActionForm>
    </AccountSection>
  );
}
