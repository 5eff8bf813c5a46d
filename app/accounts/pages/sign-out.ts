import { sayRefusal } from '../../portal/pages/form-answer.server.ts';
import { readFormData } from '../../platform/read-form.ts';
import { RefusedError } from '../../platform/errors.ts';
import { redirect } from 'react-router';
import { hostContext } from '../../host.ts';
import { findMember } from '../server/members/find-member.server.ts';
import { endOwnSession } from '../server/sessions/sessions.server.ts';
import { signOut } from '../server/sessions/sign-in.server.ts';
import { traceOf } from '../../portal/pages/form-answer.server.ts';
import type { Route } from './+types/sign-out.ts';

export const loader = () => redirect('/login');

/** Signing out also closes the sockets of the session. */
export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  const refusal = await readFormData(request).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal instanceof RefusedError) return sayRefusal(refusal);
  const session = await findMember(host.db, host.auth, request.headers);
  if (session) {
    const { member, sessionId } = session;
    await endOwnSession(host, traceOf(context, member), member, sessionId);
  }
  const headers = await signOut(host.auth, request.headers);
  return redirect('/login', { headers });
}
