import { t } from '../../i18n/translate.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { FirstNumbers } from '../server/invoices/start-numbers.server.ts';

interface FirstNumberFormsProps {
  readonly firstNumbers: FirstNumbers;
  readonly answer: FormAnswer | undefined;
}

/** For a business that has issued documents with another program: its numbers go on here. */
export function FirstNumberForms({ firstNumbers, answer }: FirstNumberFormsProps) {
  const kinds = (['invoice', 'credit-note'] as const).filter(
    (kind) => firstNumbers[kind] !== undefined,
  );
  if (kinds.length === 0) return null;
  const isAnswered = answer?.intent === 'start-numbers';
  return (
    <details className="mt-10" open={isAnswered && !answer.isDone}>
      <summary className="link opener">{t('Continue the numbers of another program')}</summary>
      <p className="mt-1 max-w-prose text-[15px] text-ink-2">
        {t('Possible until the first document of the series is issued.')}
      </p>
      <div className="mt-4 grid gap-5">
        {kinds.map((kind) => {
          const isThis = isAnswered && answer.typed['kind'] === kind;
          const first = answeredField(isThis && !answer.isDone ? answer : undefined)('first');
          return (
            <ActionForm key={kind} className="flex flex-wrap items-end gap-3">
              <HiddenFields fields={{ intent: 'start-numbers', kind }} />
              <TextField
                {...first}
                label={kind === 'invoice' ? t('Next invoice number') : t('Next credit note number')}
                defaultValue={first.defaultValue ?? String(firstNumbers[kind])}
                inputMode="numeric"
                autoComplete="off"
              />
              <SubmitButton className="button button-line">{t('Save number')}</SubmitButton>
            </ActionForm>
          );
        })}
      </div>
    </details>
  );
}
