import { say } from '../../platform/say.ts';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { sayRole, ROLES } from '../protocol/roles.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { EmailField, NameFields, NewPasswordFields } from './account-fields.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';

const REDIRECT_AFTER_MS = 4000;

export function SignUpForm({ answer }: { readonly answer: FormAnswer | undefined }) {
  const navigate = useNavigate();
  const isDone = answer?.isDone === true;
  const errorAt = fieldErrors(answer);

  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => void navigate('/login'), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);

  return (
    <>
      <ActionForm
        failure={say('Account creation failed. Please try again.')}
        className="mt-8 grid gap-[18px]"
      >
        <AnswerNotice answer={answer} />
        {!isDone && (
          <>
            <NameFields errorAt={errorAt} typed={answer?.typed} />
            <EmailField errorAt={errorAt} typed={answer?.typed} />
            <SelectField
              label={say('Role')}
              name="role"
              options={ROLES.map((value) => ({ value, name: sayRole(value) }))}
              defaultValue={answer?.typed.role}
              error={errorAt('role')}
            />
            {/* Rule 177 prescribes six characters on this page. Everywhere else the minimum is twelve. */}
            <NewPasswordFields errorAt={errorAt} minLength={6} />
            <SubmitButton>{say('Create account')}</SubmitButton>
          </>
        )}
      </ActionForm>
      <ToSignIn />
    </>
  );
}

export function InvitationOnly() {
  return (
    <>
      <p className="mt-8 rounded-card bg-surface p-5 ring-1 ring-line">
        {say(
          'New accounts are by invitation only. Ask an admin of this shop to invite you: the mail you get then leads to your account.',
        )}
      </p>
      <ToSignIn />
    </>
  );
}

function ToSignIn() {
  return (
    <p className="mt-8 text-ink-2">
      {say('Already have an account?')}{' '}
      <Link to="/login" className="link">
        {say('Sign in')}
      </Link>
    </p>
  );
}
