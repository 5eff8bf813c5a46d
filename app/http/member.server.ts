import { data, redirect, type RouterContextProvider } from 'react-router';
import { hostContext, requestContext } from '../host.ts';
import { RefusedError } from '../platform/errors.ts';
import { findMember, type MemberSession } from '../accounts/server/members/find-member.server.ts';
import {
  FACTORS_PATH,
  isOpenToWhoOwes,
  isOwing,
  refuseWhoOwes,
} from '../accounts/server/factors/owes-factor.ts';
import type { Member } from '../accounts/protocol/member.ts';
import { may, type Permission } from '../accounts/protocol/permissions.ts';
import { speakTo } from './speak-to.server.ts';
import { PLACES, type PlacePath } from '../accounts/protocol/places.ts';

type Context = Readonly<RouterContextProvider>;

/** JSON requests get a 401 when nobody is signed in. */
export async function requireMember(context: Context, request: Request): Promise<MemberSession> {
  const session = await requireSession(context, request);
  refuseWhoOwes(context.get(hostContext), session);
  return session;
}

/** Routes that set up a second factor also admit members who still have to do so. */
export async function requireSession(context: Context, request: Request): Promise<MemberSession> {
  const session = await findSession(context, request);
  if (session) return session;
  throw new RefusedError(401, 'You are signed out. Please sign in again.');
}

/** Throws {@link RefusedError} 403 for members without the permission. */
export function refuseUnless(member: Member, permission: Permission): void {
  if (!may(member, permission)) throw new RefusedError(403, 'Your account may not do this.');
}

/** Pages redirect to /login and back here afterwards. */
export async function requireMemberPage(
  context: Context,
  request: Request,
): Promise<MemberSession> {
  const session = await findSession(context, request);
  const { pathname, search } = new URL(request.url);
  if (session) {
    if (isOpenToWhoOwes(pathname) || !isOwing(context.get(hostContext), session)) return session;
    throw redirect(`${FACTORS_PATH}?needed`);
  }
  throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`);
}

async function findSession(context: Context, request: Request): Promise<MemberSession | undefined> {
  const { db, auth } = context.get(hostContext);
  const session = await findMember(db, auth, request.headers);
  if (!session) return undefined;
  context.get(requestContext).who = `member ${session.member.id}`;
  speakTo(context, request, session.member);
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
  return requirePermissionPage(context, request, PLACES[path].permission);
}
