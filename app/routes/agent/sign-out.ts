import { redirect } from 'react-router';
import { hostContext } from '../../host.ts';
import { findMember } from '../../team/find-member.server.ts';
import { signOut } from '../../team/sign-in.server.ts';
import type { Route } from './+types/sign-out.ts';

export const loader = () => redirect('/login');

/** Ends the session and closes its sockets at once. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, auth, closeSession } = context.get(hostContext);
  const session = await findMember(db, auth, request.headers);
  const headers = await signOut(auth, request.headers);
  if (session) closeSession(session.sessionId);
  return redirect('/login', { headers });
}
