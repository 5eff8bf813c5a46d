import { say } from '../../platform/say.ts';
import { data, redirect } from 'react-router';
import { followRole } from '../../chat/server/assignment/change-standing.server.ts';
import { hostContext, requestContext } from '../../host.ts';
import { PortalPage } from '../../portal/portal-page.tsx';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { comeBack } from '../server/openid/come-back.server.ts';
import { CONNECT_FIRST } from '../server/openid/meet-newcomer.server.ts';
import { NotSignedIn } from '../ui/not-signed-in.tsx';
import type { Route } from './+types/openid-callback.ts';
import { traceOf } from '../../portal/pages/form-answer.server.ts';

const LIMIT = { name: 'openid-callback', burst: 20, perMinute: 10 };

export const meta: Route.MetaFunction = () => [
  { title: say('Agent Portal') },
  { name: 'robots', content: 'noindex' },
];

/** The OpenID provider redirects browsers to this address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  if (!host.settings.openId) throw data(null, { status: 404 });
  try {
    await host.limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    const trace = traceOf(context);
    const { next, cookie, awaitsFactor } = await comeBack(host, trace, request, (id, role) =>
      followRole(host, trace, id, role),
    );
    const headers = new Headers(cookie === undefined ? [] : [['Set-Cookie', cookie]]);
    const path = awaitsFactor ? `/login/factor?next=${encodeURIComponent(next)}` : next;
    return redirect(path, { headers });
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
      title={say('Agent Portal')}
      lead={say('That could not be completed.')}
      headline={[say('Every visitor,'), 'one clear view.']}
    >
      <NotSignedIn {...loaderData} />
    </PortalPage>
  );
}
