import { data, redirect } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { beginSignIn } from '../server/openid/begin.server.ts';
import { logProviderError } from '../server/openid/provider-errors.server.ts';
import { localPath } from '../protocol/local-path.ts';
import { AFTERWARDS } from './login-action.server.ts';
import type { Route } from './+types/openid-start.ts';

/** Every sign-in stores a row until it is completed or ten minutes old. */
const LIMIT = { name: 'openid-start', burst: 20, perMinute: 10 };

/**
 * The route is a link, because the content security policy forbids forms to lead to other sites, even by redirect.
 * A sign-in that a foreign page starts can only end in the person's own account.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  if (!host.settings.openId) throw data(null, { status: 404 });
  const query = new URL(request.url).searchParams;
  const next = localPath(query.get('next'), AFTERWARDS);
  try {
    await host.limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    const sending = { cookies: request.headers.get('Cookie'), next };
    const { address, cookie } = await beginSignIn(host, sending);
    return redirect(address, { headers: { 'Set-Cookie': cookie } });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    logProviderError(host.log, error);
    const notice = error.status === 429 ? 'too-often' : 'provider-away';
    return redirect(`/login?notice=${notice}&next=${encodeURIComponent(next)}`);
  }
}
