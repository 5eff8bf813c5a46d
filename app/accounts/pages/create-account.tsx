import { say } from '../../platform/say.ts';
import * as v from 'valibot';
import { email, password, personName } from '../../portal/pages/form-fields.server.ts';
import { field } from '../../platform/fields.ts';
import { inEvenTime } from '../../platform/even-time.ts';
import { BY_INVITATION_ONLY, SIGNED_UP, signUp } from '../server/sign-in/sign-up.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Route } from './+types/create-account.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { anybody } from '../../portal/pages/form-door.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { InvitationOnly } from '../ui/sign-up-form.tsx';
import { SignUpForm } from '../ui/sign-up-form.tsx';

const BY_ADDRESS = { name: 'sign-up-address', burst: 10, perMinute: 2 };
/** Hashing and saving take less time. The response time would otherwise reveal which email addresses are known. */
const ANSWER_AFTER_MS = 800;

export const meta: Route.MetaFunction = () => [{ title: say('Create Agent Account') }];

/** If sign-up is limited to invited people, `isOpen` is false. */
export function loader({ context }: Route.LoaderArgs) {
  return { isOpen: context.get(hostContext).settings.signUp === 'everybody' };
}

const signUpForm = v.object({
  firstName: personName,
  lastName: personName,
  email,
  role: field(32),
  password,
  confirmation: password,
});

const door = { admit: anybody, limit: BY_ADDRESS };

export const action = formAction(
  signUpForm,
  door,
  async (form, { host, trace, request, network }) => {
    if (host.settings.signUp !== 'everybody') throw new RefusedError(403, BY_INVITATION_ONLY);
    const userAgent = request.headers.get('User-Agent')?.slice(0, 1000) ?? '';
    await inEvenTime(ANSWER_AFTER_MS, () => signUp(host, trace, form, { network, userAgent }));
    return SIGNED_UP;
  },
);

export default function CreateAccount({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <PortalPage
      title={say('Create Agent Account')}
      isLongTitle
      lead={say('Join the team and start helping visitors.')}
      headline={[say('Good answers'), 'travel far.']}
    >
      {loaderData.isOpen ? <SignUpForm answer={actionData} /> : <InvitationOnly />}
    </PortalPage>
  );
}
