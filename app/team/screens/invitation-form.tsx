import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { NameFields, NewPasswordFields } from './account-fields.tsx';
import { DeadLink } from './dead-link.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';

interface InvitationFormProps {
  readonly answer: FormAnswer | undefined;
  /** Whom the link invites. */
  readonly email: string | undefined;
  /** Why the link does not work. */
  readonly problem: string | undefined;
}

/** Name and password of somebody who was invited. */
export function InvitationForm({ answer, email, ...link }: InvitationFormProps) {
  const errorAt = fieldErrors(answer);
  const problem = errorAt('token') ?? link.problem;
  return (
    <>
      {problem === undefined ? (
        <ActionForm className="mt-8 grid gap-[18px]">
          <AnswerNotice answer={answer} />
          <NameFields errorAt={errorAt} typed={answer?.typed} />
          <TextField label="Email" type="email" autoComplete="username" value={email} readOnly />
          <NewPasswordFields errorAt={errorAt} />
          <SubmitButton>Create account</SubmitButton>
        </ActionForm>
      ) : (
        <DeadLink text={problem} to="/login" action="Sign In" />
      )}
    </>
  );
}
