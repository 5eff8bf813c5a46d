import { redirect, type RouterContextProvider } from 'react-router';
import * as v from 'valibot';
import { password } from './form-fields.server.ts';
import { checkForm } from '../../platform/read-form.ts';
import { field } from '../../platform/fields.ts';
import { setAvailability } from '../../conversation/hold/set-availability.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { changePassword } from '../../team/accounts/change-password.server.ts';
import { endSession, signOutEverywhere } from '../../team/sessions/sessions.server.ts';
import { signOut } from '../../team/sessions/sign-in.server.ts';
import { traceOf } from './form-answer.server.ts';
import type { MemberSession } from '../../team/members/find-member.server.ts';

/** Keeps a stolen session from trying passwords. */
const PASSWORD_LIMIT = { name: 'change-password', burst: 5, perMinute: 1 };

const accountForm = v.object({
  intent: field(32),
  acceptsChats: field(3),
  current: password,
  password,
  confirmation: password,
  id: field(64),
});

/** What one does on /account, to one's own account alone. Returns what to say about it. */
export async function runAccountAction(
  context: Readonly<RouterContextProvider>,
  request: Request,
  session: MemberSession,
  sent: FormData,
): Promise<string> {
  const host = context.get(hostContext);
  const { auth, limits } = host;
  const { member } = session;
  const form = checkForm(sent, accountForm);
  switch (form.intent) {
    case 'availability': {
      const acceptsChats = form.acceptsChats === 'yes';
      await setAvailability(host, member.id, acceptsChats);
      return acceptsChats ? 'New visitors come to you.' : 'No new visitors come to you.';
    }
    case 'password':
      await limits.take(PASSWORD_LIMIT, member.id);
      await changePassword(host, traceOf(context, member), session, {
        current: form.current,
        password: form.password,
        confirmation: form.confirmation,
      });
      return 'Your password is changed. Your other browsers are signed out.';
    case 'end-session':
      await endSession(host, member.id, form.id);
      return 'That browser is signed out.';
    case 'sign-out-everywhere': {
      const cleared = await signOut(auth, request.headers);
      await signOutEverywhere(host, traceOf(context, member), member);
      throw redirect('/login?notice=signed-out', { headers: cleared });
    }
    default:
      throw new RefusedError(400, 'The request is not what was expected.');
  }
}
