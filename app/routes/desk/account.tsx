import { redirect } from 'react-router';
import * as v from 'valibot';
import { password } from './form-fields.server.ts';
import { checkForm } from '../../platform/read-form.ts';
import { field } from '../../platform/fields.ts';
import { setAvailability } from '../../conversation/hold/set-availability.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readAcceptsChats } from '../../team/members/availability.server.ts';
import { changePassword } from '../../team/accounts/change-password.server.ts';
import { ROLE_NAMES } from '../../team/members/roles.ts';
import {
  endSession,
  readSessions,
  signOutEverywhere,
} from '../../team/sessions/sessions.server.ts';
import { signOut } from '../../team/sessions/sign-in.server.ts';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/account.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { AccountSettings } from '../../team/screens/account-settings.tsx';

/** Keeps a stolen session from trying passwords. */
const PASSWORD_LIMIT = { name: 'change-password', burst: 5, perMinute: 1 };

export const meta: Route.MetaFunction = () => [{ title: 'Your account' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member, sessionId } = await requireMemberPage(context, request);
  const { db, clock } = context.get(hostContext);
  const [acceptsChats, sessions] = await Promise.all([
    readAcceptsChats(db, member.id),
    readSessions(db, clock, member.id, sessionId),
  ]);
  return { member, acceptsChats, sessions };
}

const accountForm = v.object({
  intent: field(32),
  acceptsChats: field(3),
  current: password,
  password,
  confirmation: password,
  id: field(64),
});

export async function action({ context, request }: Route.ActionArgs) {
  const session = await requireMemberPage(context, request);
  const { member } = session;
  const host = context.get(hostContext);
  const { db, auth, limits } = host;
  return answerForm(request, async (sent) => {
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
        host.closeMember(member.id);
        return 'Your password is changed. Your other browsers are signed out.';
      case 'end-session': {
        const sessionId = form.id;
        if (await endSession(db, member.id, sessionId)) host.closeSession(sessionId);
        return 'That browser is signed out.';
      }
      case 'sign-out-everywhere': {
        const cleared = await signOut(auth, request.headers);
        await signOutEverywhere(host, traceOf(context, member), member);
        host.closeMember(member.id);
        throw redirect('/login?notice=signed-out', { headers: cleared });
      }
      default:
        throw new RefusedError(400, 'The request is not what was expected.');
    }
  });
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { member, acceptsChats, sessions } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Your account"
      lead={
        <>
          <bdi>{member.fullName}</bdi> · {member.email} · {ROLE_NAMES[member.role]}
        </>
      }
    >
      <AccountSettings
        role={member.role}
        acceptsChats={acceptsChats}
        sessions={sessions}
        answer={actionData}
      />
    </MemberPage>
  );
}
