import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { email, password, personName } from '../../portal/pages/form-fields.server.ts';
import { appContextKey, type AppContext } from '../../app-context.ts';
import { completeSetup } from '../server/sign-in/setup.server.ts';
import { isTokenValid } from '../server/sign-in/tokens.server.ts';
import { LINK_EXPIRED } from '../server/sign-in/verify-email.server.ts';
import type { Route } from './+types/setup.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { readToken } from './read-token.server.ts';
import { SetupForm } from '../ui/link-forms.tsx';

export const handle = { messages: await loadMessages('accounts-team') };

const BY_ADDRESS = { name: 'setup-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [{ title: t('Create the first admin') }];

const findLink = ({ db, clock }: AppContext, token: string) =>
  isTokenValid(db, clock, 'setup', token);

export async function loader({ context, request }: Route.LoaderArgs) {
  const isValid = await findLink(context.get(appContextKey), readToken(request));
  return { problem: isValid ? undefined : t(LINK_EXPIRED) };
}

const setupForm = v.object({
  firstName: personName,
  lastName: personName,
  email,
  password,
  confirmation: password,
});

const formGuard = { admit: anybody, limit: BY_ADDRESS, findLink };

export const action = formAction(setupForm, formGuard, async (form, turn) => {
  const { appContext, trace, token } = turn;
  await completeSetup(appContext, trace, { ...form, token });
  return redirect('/login?notice=account-ready');
});

export default function SetUp({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <PortalPage
      title={t('First admin')}
      lead={t('This account approves everybody else’s.')}
      headline={[t('Every fleet'), t('needs a harbour.')]}
    >
      <SetupForm answer={actionData} problem={loaderData.problem} />
    </PortalPage>
  );
}
