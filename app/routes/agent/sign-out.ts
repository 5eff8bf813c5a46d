import { redirect } from 'react-router';
import { hostContext } from '../../host.ts';
import { recordAudit } from '../../team/audit.server.ts';
import { findMember } from '../../team/find-member.server.ts';
import { signOut } from '../../team/sign-in.server.ts';
import { traceOf } from './form-answer.server.ts';
import type { Route } from './+types/sign-out.ts';

export const loader = () => redirect('/login');

/** Ends the session and closes its sockets at once. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, auth, clock, closeSession } = context.get(hostContext);
  const session = await findMember(db, auth, request.headers);
  const headers = await signOut(auth, request.headers);
  if (session) {
    closeSession(session.sessionId);
    await recordAudit(db, clock, traceOf(context, session.member), {
      action: 'signed-out',
      subject: session.member.email,
    });
  }
  return redirect('/login', { headers });
}
