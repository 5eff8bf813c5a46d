import { Link } from 'react-router';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';

/** Asks for a link that sets a new password. */
export function ForgotPasswordForm({ answer }: { readonly answer: FormAnswer | undefined }) {
  return (
    <>
      <ActionForm className="mt-8 grid gap-5">
        <AnswerNotice answer={answer} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={answer?.typed.email}
          error={fieldErrors(answer)('email')}
        />
        <SubmitButton>Send link</SubmitButton>
      </ActionForm>
      <p className="mt-8 text-ink-2">
        Remembered it?{' '}
        <Link to="/login" className="link">
          Sign in
        </Link>
      </p>
    </>
  );
}
