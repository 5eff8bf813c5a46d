import { t } from '../../i18n/translate.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { PasswordField, TextField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PasskeyButton } from './passkey-button.tsx';

interface FactorFormProps {
  readonly answer: FormAnswer | undefined;
  /** If false, the form asks for the password instead. */
  readonly hasFactor: boolean;
  readonly label: string;
}

export function FactorForm({ answer, hasFactor, label }: FactorFormProps) {
  const errorAt = fieldErrors(answer);
  return (
    <div className="grid max-w-[448px] gap-5">
      <AnswerNotice answer={answer} />
      <ActionForm className="grid gap-5">
        {hasFactor ? (
          <TextField
            label={t('Code')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint={t('Six digits from your authenticator app, or a recovery code.')}
            error={errorAt('code')}
          />
        ) : (
          <PasswordField
            label={t('Password')}
            name="current"
            autoComplete="current-password"
            required
            error={errorAt('current')}
          />
        )}
        <SubmitButton>{label}</SubmitButton>
      </ActionForm>
      {hasFactor && <PasskeyButton purpose="prove" label={t('Use a passkey')} />}
    </div>
  );
}
