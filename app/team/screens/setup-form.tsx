import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { EmailField, NameFields, NewPasswordFields } from './account-fields.tsx';
import { DeadLink } from './dead-link.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';

interface SetupFormProps {
  readonly answer: FormAnswer | undefined;
  /** Why the link does not work. */
  readonly problem: string | undefined;
}

/** The first admin of an installation. */
export function SetupForm({ answer, ...link }: SetupFormProps) {
  const errorAt = fieldErrors(answer);
  const problem = errorAt('token') ?? link.problem;
  return (
    <>
      {problem === undefined ? (
        <ActionForm className="mt-8 grid gap-[18px]">
          <AnswerNotice answer={answer} />
          <NameFields errorAt={errorAt} typed={answer?.typed} />
          <EmailField errorAt={errorAt} typed={answer?.typed} />
          <NewPasswordFields errorAt={errorAt} />
          <SubmitButton>Create account</SubmitButton>
        </ActionForm>
      ) : (
        <DeadLink text={problem} to="/login" action="Sign In" />
      )}
    </>
  );
}
