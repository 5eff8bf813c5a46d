import * as v from 'valibot';
import { email, password, personName } from './form-fields.server.ts';
import { checkForm } from '../../platform/read-form.ts';
import { field } from '../../platform/fields.ts';
import { hostContext, requestContext } from '../../host.ts';
import { inEvenTime } from '../../platform/even-time.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { SIGNED_UP, signUp } from '../../team/accounts/sign-up.server.ts';
import type { Route } from './+types/create-account.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from '../../layouts/portal-page.tsx';
import { SignUpForm } from '../../team/screens/sign-up-form.tsx';

const BY_ADDRESS = { name: 'sign-up-address', burst: 10, perMinute: 2 };
/** Longer than hashing and saving take, which is what would tell a new address from a known one. */
const ANSWER_AFTER_MS = 800;

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
  return (
    <PortalPage
      title="Create Agent Account"
      isLongTitle
      lead="Join the team and start helping visitors."
      headline={['Good answers', 'travel far.']}
    >
      <SignUpForm answer={actionData} />
    </PortalPage>
  );
}
