import { redirect, type RouterContextProvider } from 'react-router';
import { appContextKey, requestContext, type AppContext } from '../app-context.ts';
import {
  findBrowser,
  openVisitorBrowser,
  visitorCookies,
} from '../chat/server/messages/visitor-browser.server.ts';
import type { ClientSession } from '../clients/server/client-context.server.ts';
import { readClientHash } from '../clients/server/sessions/client-cookie.server.ts';
import { findClient, noteSeen } from '../clients/server/sessions/find-client.server.ts';
import type { Device } from '../clients/server/sessions/open-session.server.ts';

type Context = Readonly<RouterContextProvider>;

export const SIGN_IN_PATH = '/account/sign-in';

/** Pages of the client account redirect to the sign-in and back here afterwards. */
export async function requireClientPage(
  context: Context,
  request: Request,
): Promise<ClientSession> {
  const appContext = context.get(appContextKey);
  const session = await findClientOf(appContext, request);
  if (!session) {
    const { pathname, search } = new URL(request.url);
    const here = pathname.replace(/\.data$/, '').replace(/^.*(?=\/account(?:\/|$))/, '');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const next =
      here === '/account' || !isRead
        ? ''
        : `?next=${encodeURIComponent(here + withoutRoutes(search))}`;
    throw redirect(SIGN_IN_PATH + next);
  }
  context.get(requestContext).who = `browser ${session.browserId}`;
  await noteSeen(appContext, session);
  return session;
}

function withoutRoutes(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('_routes');
  return params.size === 0 ? '' : `?${params}`;
}

export function findClientOf(appContext: AppContext, { headers }: Pick<Request, 'headers'>) {
  return findClient(appContext, headers.get('Cookie'));
}

/** Returns the browser that signs in. A new one gets its secret with the response. */
export async function deviceOf(
  appContext: AppContext,
  { headers: sent }: Pick<Request, 'headers'>,
  headers: Headers,
): Promise<Device> {
  const userAgent = sent.get('User-Agent');
  const formerHash = readClientHash(appContext.settings.origin, sent.get('Cookie'));
  const known = await findBrowser(appContext, visitorCookies(sent));
  if (known !== undefined) return { browserId: known, userAgent, formerHash };
  const made = await openVisitorBrowser(appContext);
  headers.append('Set-Cookie', made.setCookie);
  return { browserId: made.browserId, userAgent, formerHash };
}
