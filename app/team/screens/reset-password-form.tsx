import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { NewPasswordFields } from './account-fields.tsx';
import { DeadLink } from './dead-link.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';

interface ResetPasswordFormProps {
  readonly answer: FormAnswer | undefined;
  /** Why the link does not work. */
  readonly problem: string | undefined;
}

/** A new password, for whoever has the link. */
export function ResetPasswordForm({ answer, ...link }: ResetPasswordFormProps) {
  const errorAt = fieldErrors(answer);
  const problem = errorAt('token') ?? link.problem;
  return (
    <>
      {problem !== undefined ? (
        <DeadLink text={problem} to="/forgot-password" action="Send a new link" />
      ) : (
        <ActionForm className="mt-8 grid gap-5">
          <AnswerNotice answer={answer} />
          <NewPasswordFields errorAt={errorAt} label="New password" />
          <SubmitButton>Set password</SubmitButton>
        </ActionForm>
      )}
    </>
  );
}
