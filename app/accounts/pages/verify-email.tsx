import { say } from '../../platform/say.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { field } from '../../platform/fields.ts';
import { hostContext } from '../../host.ts';
import {
  disownSignUp,
  findVerification,
  LINK_EXPIRED,
  verifyEmail,
} from '../server/sign-in/verify-email.server.ts';
import type { Route } from './+types/verify-email.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { anybody } from '../../portal/pages/form-door.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { VerifyEmailForm } from '../ui/verify-email-form.tsx';

const BY_ADDRESS = { name: 'verify-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: say('Verify your email') }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  const verification = await findVerification(host.db, host, readToken(request));
  return {
    signUp: verification?.signUp ?? null,
    problem: verification ? undefined : LINK_EXPIRED,
  };
}

const door = { admit: anybody, limit: BY_ADDRESS };

export const action = formAction(v.object({ intent: field(32) }), door, async (form, turn) => {
  const { host, trace, token } = turn;
  if (form.intent === 'not-mine') {
    await disownSignUp(host, trace, token);
    return say(
      'Thank you. That request for an account is deleted. If you have asked for one yourself and got no mail, sign in with the password you chose: we will send you your link.',
    );
  }
  await verifyEmail(host, trace, token);
  return redirect('/login?notice=verified');
});

export default function VerifyEmail({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <PortalPage
      title={say('Verify your email')}
      isLongTitle
      lead={say('Confirm that this address is yours.')}
      headline={[say('All hands'), 'on deck.']}
    >
      <VerifyEmailForm answer={actionData} {...loaderData} />
    </PortalPage>
  );
}
