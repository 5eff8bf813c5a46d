import type { Host, RequestInfo } from '../app/host.ts';
import { RefusedError } from '../app/platform/errors.ts';
import { refuseWhoOwes } from '../app/accounts/server/factors/owes-factor.ts';
import {
  findMember,
  type MemberSession,
} from '../app/accounts/server/members/find-member.server.ts';
import { may } from '../app/accounts/protocol/permissions.ts';
import { PLACES } from '../app/accounts/protocol/places.ts';

/**
 * Returns the session of a catalogue editor. Throws {@link RefusedError} 401 for anybody not signed
 * in and 403 without the permission.
 */
export async function admitEditor(
  host: Host,
  cookies: string | undefined,
  info: RequestInfo,
): Promise<MemberSession> {
  const session = await findMember(host.db, host.auth, new Headers({ Cookie: cookies ?? '' }));
  if (!session) throw new RefusedError(401, 'You are signed out. Please sign in again.');
  const { member } = session;
  info.who = `member ${member.id}`;
  refuseWhoOwes(host, session);
  if (!may(member, PLACES['/team/catalogue'].permission)) {
    throw new RefusedError(403, 'Your account may not do this.');
  }
  return session;
}
