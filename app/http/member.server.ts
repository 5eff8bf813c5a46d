import { data, redirect, type RouterContextProvider } from 'react-router';
import {
  appContextKey,
  requestContext,
  type AppContext,
  type RequestInfo,
} from '../app-context.ts';
import { RefusedError } from '../platform/errors.ts';
import { findMember, type MemberSession } from '../accounts/server/members/find-member.server.ts';
import {
  FACTORS_PATH,
  isOpenToWhoOwes,
  isOwing,
} from '../accounts/server/factors/requires-second-factor.ts';
import { type Member, languageOf } from '../accounts/protocol/member.ts';
import { may, type Permission } from '../accounts/protocol/permissions.ts';
import { NAVIGATION_ITEMS, type PlacePath } from '../accounts/protocol/navigation-items.ts';
import { speechIn, t, msg } from '../i18n/translate.ts';
import { speakFromHereOn } from '../platform/speech.server.ts';
import { isLocalPath } from '../routing/canonical-address.ts';

const PREVIEWS = '/preview/';

type Context = Readonly<RouterContextProvider>;

export const SIGNED_OUT = msg('You are signed out. Please sign in again.');

/** Throws {@link RefusedError} 403 for members without the permission. */
export function refuseUnless(member: Member, permission: Permission): void {
  if (!may(member, permission)) throw new RefusedError(403, t('Your account may not do this.'));
}

/** Pages redirect to /login and back here afterwards. */
export async function requireMemberPage(
  context: Context,
  request: Request,
): Promise<MemberSession> {
  const appContext = context.get(appContextKey);
  const session = await findSessionOf(appContext, context.get(requestContext), request);
  const elsewhere = leadAway(appContext, session, request.url);
  if (elsewhere !== undefined || !session) throw redirect(elsewhere ?? '/login');
  return session;
}

/** Returns the redirect target for people who must sign in or set up a second factor first. */
export function leadAway(
  appContext: AppContext,
  session: MemberSession | undefined,
  url: string,
): string | undefined {
  const { pathname, search } = new URL(url);
  if (!session) return `/login?next=${encodeURIComponent(pathname + search)}`;
  return isOpenToWhoOwes(pathname) || !isOwing(appContext, session)
    ? undefined
    : `${FACTORS_PATH}?needed`;
}

export async function findSessionOf(
  appContext: AppContext,
  info: RequestInfo,
  request: Request,
): Promise<MemberSession | undefined> {
  // Other headers could forge the client's address.
  const headers = new Headers({ Cookie: request.headers.get('Cookie') ?? '' });
  const session = await findMember(appContext.db, appContext.auth, headers);
  if (!session) return undefined;
  info.who = `member ${session.member.id}`;
  speakTo(appContext, info, request, session.member);
  return session;
}

/** Throws a 403 for members without the permission. */
export async function requirePermissionPage(
  context: Context,
  request: Request,
  permission: Permission,
): Promise<MemberSession> {
  const session = await requireMemberPage(context, request);
  if (!may(session.member, permission)) throw data(null, { status: 403 });
  return session;
}

export function requirePlace(
  context: Context,
  request: Request,
  path: PlacePath,
): Promise<MemberSession> {
  return requirePermissionPage(context, request, NAVIGATION_ITEMS[path].permission);
}

/** The rest of the request uses the member's language. */
function speakTo(
  { settings }: AppContext,
  info: RequestInfo,
  request: Request,
  member: Member,
): void {
  const { pathname } = new URL(request.url);
  // Pages of the shop keep their own language, whoever views them.
  if (pathname.startsWith(PREVIEWS) || isLocalPath(pathname)) return;
  const language = languageOf(member, settings);
  info.reader = language;
  speakFromHereOn(speechIn(language, settings.formats));
}
