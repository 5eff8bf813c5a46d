import { say, sayCounted } from '../../platform/say.ts';
import { sayRole } from '../protocol/roles.ts';
import type { Verification } from '../server/sign-in/verify-email.server.ts';
import { Moment } from '../../ui/moment.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { DeadLink } from './dead-link.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';

interface VerifyEmailFormProps {
  readonly answer: FormAnswer | undefined;
  /** The sign-up that the link confirms, or null if an account exists already. */
  readonly signUp: Verification['signUp'] | null;
  readonly problem: string | undefined;
}

/** Asks for a click, because mail scanners open links automatically. */
export function VerifyEmailForm({ answer, signUp, ...link }: VerifyEmailFormProps) {
  const problem = fieldErrors(answer)('token') ?? link.problem;
  return (
    <>
      {answer?.isDone ? (
        <div className="mt-8">
          <Notice kind="success">{answer.message}</Notice>
        </div>
      ) : problem === undefined ? (
        <>
          <ActionForm className="mt-8 grid gap-6">
            {answer && <Notice kind="error">{answer.message}</Notice>}
            {signUp && <SignUpDetails {...signUp} />}
            <SubmitButton>{say('Verify email')}</SubmitButton>
          </ActionForm>
          {signUp && (
            <FormButton
              fields={{ intent: 'not-mine' }}
              formClassName="mt-4"
              preventScrollReset={false}
              className="button button-line w-full"
            >
              {say('This was not me')}
            </FormButton>
          )}
        </>
      ) : (
        <DeadLink text={problem} to="/login" action={say('Sign In')} />
      )}
    </>
  );
}

/** Shows the details, because confirming a stranger's sign-up would activate the stranger's password. */
function SignUpDetails({
  email,
  fullName,
  role,
  askedAt,
  browser,
  others,
}: NonNullable<Verification['signUp']>) {
  return (
    <div className="grid gap-2 text-ink-2">
      <p>
        <strong>
          <bdi>{fullName}</bdi>
        </strong>{' '}
        {say('asked for an account for')}{' '}
        <span dir="auto" className="[overflow-wrap:anywhere]">
          {email}
        </span>{' '}
        {say('as')} {sayRole(role)}
        {', '}
        {say('on')} <Moment at={askedAt} />
        {browser !== null && <>{say(', with {browser}', { browser })}</>}.
      </p>
      <p>
        {say('Verify it only if that was you: the password chosen then is the one that will work.')}
      </p>
      {others > 0 && (
        <p>
          {sayCounted(
            others,
            'There is another request for this address. Verifying this one ends it.|There are {count} more requests for this address. Verifying this one ends them.',
          )}
        </p>
      )}
    </div>
  );
}
