import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readFirstPage } from './first-page.server.ts';
import { data, redirect, Link } from 'react-router';
import { followRole } from '../../chat/server/assignment/change-status.server.ts';
import { appContextKey, requestContext } from '../../app-context.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { followCallback } from '../server/openid/follow-callback.server.ts';
import { CONNECT_FIRST } from '../server/openid/provision-account.server.ts';
import type { Route } from './+types/openid-callback.ts';
import { traceOf } from '../../portal/pages/form-action.server.ts';
import { Notice } from '../../ui/form/notice.tsx';

export const handle = { messages: await loadMessages('accounts-team') };

interface NotSignedInProps {
  readonly message: string;
  readonly back: string;
}

const LIMIT = { name: 'openid-callback', burst: 20, perMinute: 10 };

export const meta: Route.MetaFunction = () => [
  { title: t('Agent Portal') },
  { name: 'robots', content: 'noindex' },
];

/** The OpenID provider redirects browsers to this address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  if (!appContext.settings.openId) throw data(null, { status: 404 });
  try {
    await appContext.limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    const trace = traceOf(context);
    const { next, cookie, awaitsFactor, email } = await followCallback(
      appContext,
      trace,
      request,
      (id, role) => followRole(appContext, trace, id, role),
    );
    const headers = new Headers(cookie === undefined ? [] : [['Set-Cookie', cookie]]);
    if (awaitsFactor) {
      return redirect(`/login/factor?next=${encodeURIComponent(next)}`, { headers });
    }
    if (email === undefined) return redirect(next, { headers });
    return redirect(await readFirstPage(appContext, next, email), { headers });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { message, field, status } = error;
    const back = field === CONNECT_FIRST ? '/login?next=/team/account' : '/login';
    return data({ message, back }, { status });
  }
}

export default function OpenIdCallback({ loaderData }: Route.ComponentProps) {
  return (
    <PortalPage
      title={t('Agent Portal')}
      lead={t("We couldn't complete this step.")}
      headline={t('Every visitor,<br/>one clear view.')}
    >
      <NotSignedIn {...loaderData} />
    </PortalPage>
  );
}

function NotSignedIn({ message, back }: NotSignedInProps) {
  return (
    <div className="mt-8 grid justify-items-start gap-6">
      <Notice kind="error">{message}</Notice>
      <Link to={back} className="button button-line">
        {t('Back to sign-in')}
      </Link>
    </div>
  );
}
