import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { redirect } from 'react-router';
import * as v from 'valibot';
import { appContextKey, type RouteArgs } from '../../app-context.ts';
import { proveByCode } from '../server/factors/prove.server.ts';
import { findAwaiting } from '../server/sessions/read-session.server.ts';
import { isKnownDevice, rememberDevice } from '../server/sessions/sign-in-limits.server.ts';
import { readFirstPage } from './first-page.server.ts';
import { proveByPasskey } from '../server/factors/passkeys.server.ts';
import type { Route } from './+types/login-factor.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { code, credential } from '../../portal/pages/form-fields.server.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { FactorForm } from '../ui/factor-form.tsx';

export const handle = { messages: await loadMessages('accounts-team') };

/** The limit applies before the account's own limit, against a network that guesses at many accounts. */
const BY_NETWORK = { name: 'factor-network', burst: 20, perMinute: 10 };

export const meta: Route.MetaFunction = () => [{ title: t('Second factor') }];

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireAwaiting({ context, request });
  return null;
}

const formGuard = { admit: anybody, limit: BY_NETWORK };
export const action = formAction(v.object({ code, credential }), formGuard, async (form, turn) => {
  const { appContext, trace, request } = turn;
  const awaiting = await requireAwaiting(turn);
  const { email } = awaiting.member;
  const cookies = request.headers.get('Cookie');
  if (form.credential) await proveByPasskey(appContext, trace, awaiting, form.credential);
  else {
    const isKnown = isKnownDevice(appContext, cookies, email);
    await proveByCode(appContext, trace, awaiting, form.code, isKnown);
  }
  const next = new URL(request.url).searchParams.get('next');
  return redirect(await readFirstPage(appContext, next, email), {
    headers: { 'Set-Cookie': rememberDevice(appContext, cookies, email) },
  });
});

/** Everybody else is redirected to the login page. */
async function requireAwaiting({ context, request }: Pick<RouteArgs, 'context' | 'request'>) {
  const { db, auth } = context.get(appContextKey);
  const awaiting = await findAwaiting(db, auth, request.headers);
  if (awaiting) return awaiting;
  throw redirect(`/login${new URL(request.url).search}`);
}

export default function LoginFactor({ actionData }: Route.ComponentProps) {
  return (
    <PortalPage
      title={t('One more step')}
      isLongTitle
      lead={t('That was correct. Now confirm with your second factor.')}
      headline={t('Two ropes<br/>hold better.')}
    >
      <div className="mt-8">
        <FactorForm answer={actionData} hasFactor label={t('Sign In')} />
      </div>
    </PortalPage>
  );
}
