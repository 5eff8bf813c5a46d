import { email, password, personName } from './form-fields.server.ts';
import { checkForm } from '../../platform/read-form.ts';
import { field } from '../../platform/fields.ts';
import * as v from 'valibot';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { inEvenTime } from '../../platform/even-time.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { ROLE_NAMES, ROLES } from '../../team/members/roles.ts';
import { SIGNED_UP, signUp } from '../../team/accounts/sign-up.server.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { Route } from './+types/create-account.ts';
import { NameFields, NewPasswordFields } from './account-fields.tsx';
import { fieldErrors } from './field-error.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { useBrandName } from './use-brand-name.ts';

const BY_ADDRESS = { name: 'sign-up-address', burst: 10, perMinute: 2 };
/** Longer than hashing and saving take, which is what would tell a new address from a known one. */
const ANSWER_AFTER_MS = 800;
const REDIRECT_AFTER_MS = 4000;

export const meta: Route.MetaFunction = () => [{ title: 'Create Agent Account' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

const signUpForm = v.object({
  firstName: personName,
  lastName: personName,
  email,
  role: field(32),
  password,
  confirmation: password,
});

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answerForm(request, async (sent) => {
    const network = addressBlock(context.get(requestContext).address);
    await host.limits.take(BY_ADDRESS, network);
    const form = checkForm(sent, signUpForm);
    const userAgent = request.headers.get('User-Agent')?.slice(0, 1000) ?? '';
    await inEvenTime(ANSWER_AFTER_MS, () =>
      signUp(host, traceOf(context), form, { network, userAgent }),
    );
    return SIGNED_UP;
  });
}

export default function CreateAccount({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const isDone = actionData?.isDone === true;
  const errorAt = fieldErrors(actionData);

  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => void navigate('/login'), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);

  return (
    <PortalPage
      brandName={useBrandName()}
      title="Create Agent Account"
      isLongTitle
      lead="Join the team and start helping visitors."
      headline={['Good answers', 'travel far.']}
    >
      <ActionForm
        failure="Account creation failed. Please try again."
        className="mt-8 grid gap-[18px]"
      >
        {actionData && actionData.field === undefined && (
          <Notice kind={isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        )}
        {!isDone && (
          <>
            <NameFields errorAt={errorAt} typed={actionData?.typed} />
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              required
              defaultValue={actionData?.typed.email}
              error={errorAt('email')}
            />
            <SelectField
              label="Role"
              name="role"
              options={ROLES.map((value) => ({ value, name: ROLE_NAMES[value] }))}
              defaultValue={actionData?.typed.role}
              error={errorAt('role')}
            />
            {/* Six, as the specification of this page says; elsewhere it is twelve. */}
            <NewPasswordFields errorAt={errorAt} minLength={6} />
            <SubmitButton>Create account</SubmitButton>
          </>
        )}
      </ActionForm>
      <p className="mt-8 text-ink-2">
        Already have an account?{' '}
        <Link to="/login" className="link">
          Sign in
        </Link>
      </p>
    </PortalPage>
  );
}
