import { useEffect } from 'react';
import { Form, Link, useNavigate, useNavigation } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { inEvenTime } from '../../platform/even-time.ts';
import { readText } from '../../platform/form.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { ROLE_NAMES, ROLES } from '../../team/roles.ts';
import { SIGNED_UP, signUp } from '../../team/sign-up.server.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useFocusOnError } from '../../ui/form/use-focus-on-error.ts';
import type { Route } from './+types/create-account.ts';
import { NameFields, NewPasswordFields } from './account-fields.tsx';
import { fieldErrors } from './field-error.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from './portal-page.tsx';
import { useBrandName } from './use-brand-name.ts';

const BY_ADDRESS = { name: 'sign-up-address', burst: 10, perMinute: 2 };
/** Longer than hashing and saving take, which is what would tell a new address from a known one. */
const ANSWER_AFTER_MS = 600;
const REDIRECT_AFTER_MS = 4000;

export const meta: Route.MetaFunction = () => [{ title: 'Create Agent Account' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  const form = await request.formData();
  return answerForm(async () => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    await inEvenTime(ANSWER_AFTER_MS, () =>
      signUp(host.db, host, traceOf(context), {
        firstName: readText(form, 'firstName'),
        lastName: readText(form, 'lastName'),
        email: readText(form, 'email'),
        role: readText(form, 'role'),
        password: readText(form, 'password'),
        confirmation: readText(form, 'confirmation'),
      }),
    );
    return SIGNED_UP;
  });
}

export default function CreateAccount({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  const navigate = useNavigate();
  const form = useFocusOnError(actionData);
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
      <Form ref={form} method="post" noValidate className="mt-8 grid gap-[18px]">
        {actionData && actionData.field === undefined && (
          <Notice kind={isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        )}
        {!isDone && (
          <>
            <NameFields errorAt={errorAt} />
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              required
              error={errorAt('email')}
            />
            <SelectField
              label="Role"
              name="role"
              options={ROLES.map((value) => ({ value, name: ROLE_NAMES[value] }))}
              error={errorAt('role')}
            />
            <NewPasswordFields errorAt={errorAt} />
            <SubmitButton isBusy={isBusy}>Create account</SubmitButton>
          </>
        )}
      </Form>
      <p className="mt-8 text-ink-2">
        Already have an account?{' '}
        <Link to="/login" className="link">
          Sign in
        </Link>
      </p>
    </PortalPage>
  );
}
