import { redirect } from 'react-router';
import * as v from 'valibot';
import { email, password, personName } from './form-fields.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { checkForm } from '../../platform/read-form.ts';
import { hostContext, requestContext } from '../../host.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { completeSetup } from '../../team/accounts/setup.server.ts';
import { isTokenValid } from '../../team/accounts/tokens.server.ts';
import { LINK_EXPIRED } from '../../team/accounts/verify-email.server.ts';
import type { Route } from './+types/setup.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { PortalPage } from '../../layouts/portal-page.tsx';
import { readToken, requireToken } from './read-token.server.ts';
import { SetupForm } from '../../team/screens/setup-form.tsx';

const BY_ADDRESS = { name: 'setup-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: 'Create the first admin' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const isValid = await isTokenValid(db, clock, 'setup', readToken(request));
  return { problem: isValid ? undefined : LINK_EXPIRED };
}

const setupForm = v.object({
  firstName: personName,
  lastName: personName,
  email,
  password,
  confirmation: password,
});

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  return answerForm(request, async (sent) => {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    // Before anything is done with what was typed: a password costs a hash.
    const token = requireToken(request, LINK_EXPIRED);
    if (!(await isTokenValid(host.db, host.clock, 'setup', token))) {
      throw new RefusedError(410, LINK_EXPIRED, 'token');
    }
    const form = checkForm(sent, setupForm);
    await completeSetup(host, traceOf(context), { ...form, token });
    throw redirect('/login?notice=account-ready');
  });
}

export default function SetUp({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <PortalPage
      title="First admin"
      lead="This account approves everybody else’s."
      headline={['Every fleet', 'needs a harbour.']}
    >
      <SetupForm answer={actionData} problem={loaderData.problem} />
    </PortalPage>
  );
}
