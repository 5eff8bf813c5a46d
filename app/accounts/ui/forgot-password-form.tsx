import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { EmailField } from './account-fields.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';

export function ForgotPasswordForm({ answer }: { readonly answer: FormAnswer | undefined }) {
  return (
    <>
      <ActionForm className="mt-8 grid gap-5">
        <AnswerNotice answer={answer} />
        <EmailField errorAt={fieldErrors(answer)} typed={answer?.typed} />
        <SubmitButton>{say('Send link')}</SubmitButton>
      </ActionForm>
      <p className="mt-8 text-ink-2">
        {say('Remembered it?')}{' '}
        <Link to="/login" className="link">
          {say('Sign in')}
        </Link>
      </p>
    </>
  );
}
