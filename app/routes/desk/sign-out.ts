import { sayRefusal } from './form-answer.server.ts';
import { readFormData } from '../../platform/read-form.ts';
import { RefusedError } from '../../platform/errors.ts';
import { redirect } from 'react-router';
import { hostContext } from '../../host.ts';
import { recordAudit } from '../../platform/change/audit.server.ts';
import { findMember } from '../../team/members/find-member.server.ts';
import { signOut } from '../../team/sessions/sign-in.server.ts';
import { traceOf } from './form-answer.server.ts';
import type { Route } from './+types/sign-out.ts';

export const loader = () => redirect('/login');

/** Ends the session and closes its sockets at once. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, auth, clock, closeSession } = context.get(hostContext);
  const refusal = await readFormData(request).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal instanceof RefusedError) return sayRefusal(refusal);
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
