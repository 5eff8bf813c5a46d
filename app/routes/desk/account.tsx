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
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/account.ts';
import { NewPasswordFields } from './account-fields.tsx';
import { fieldErrors } from './field-error.ts';
import { answerForm, PRIVATE_PAGE_HEADERS, traceOf } from './form-answer.server.ts';
import { MemberPage, MemberPageSection } from './member-page.tsx';

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
      {actionData && actionData.field === undefined && (
        <div className="mt-6">
          <Notice kind={actionData.isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        </div>
      )}
      {(member.role === 'agent' || member.role === 'support') && (
        <MemberPageSection title="Availability">
          <ActionForm
            preventScrollReset
            className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-surface p-5 ring-1 ring-line"
          >
            <input type="hidden" name="intent" value="availability" />
            <input type="hidden" name="acceptsChats" value={acceptsChats ? 'no' : 'yes'} />
            <p className="flex items-center gap-3">
              {acceptsChats ? (
                <Chip tone="success">Accepting</Chip>
              ) : (
                <Chip tone="amber">Away</Chip>
              )}
              {acceptsChats ? 'New visitors come to you.' : 'No new visitors come to you.'}
            </p>
            <SubmitButton className="button button-line button-small">
              {acceptsChats ? 'Stop accepting chats' : 'Accept chats'}
            </SubmitButton>
          </ActionForm>
        </MemberPageSection>
      )}
      <MemberPageSection title="Signed in" count={sessions.length}>
        <ul className="list-card">
          {sessions.map(({ id, browser, address, since, isCurrent }) => (
            <li
              key={id}
              data-testid="session"
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-[650]">
                  {browser} {isCurrent && <Chip tone="success">This browser</Chip>}
                </p>
                <p className="text-[14px] text-ink-2">
                  since <DateTime at={since} withTime />
                  {address && <> · {address}</>}
                </p>
              </div>
              {!isCurrent && (
                <ActionForm preventScrollReset>
                  <input type="hidden" name="intent" value="end-session" />
                  <input type="hidden" name="id" value={id} />
                  <SubmitButton className="button button-line button-small">
                    Sign out<span className="sr-only"> {browser}</span>
                  </SubmitButton>
                </ActionForm>
              )}
            </li>
          ))}
        </ul>
        <ActionForm className="mt-4">
          <input type="hidden" name="intent" value="sign-out-everywhere" />
          <SubmitButton className="button button-line button-small">
            Sign out everywhere
          </SubmitButton>
        </ActionForm>
      </MemberPageSection>
      <MemberPageSection title="Password">
        <PasswordForm answer={actionData} />
      </MemberPageSection>
    </MemberPage>
  );
}

function PasswordForm({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const errorAt = fieldErrors(answer);
  return (
    <ActionForm
      key={answer?.isDone ? 'sent' : 'form'}
      preventScrollReset
      className="grid max-w-[448px] gap-[22px] rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <input type="hidden" name="intent" value="password" />
      {/* Lets password managers know whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" />
      <PasswordField
        label="Current password"
        name="current"
        autoComplete="current-password"
        required
        error={errorAt('current')}
      />
      <NewPasswordFields errorAt={errorAt} label="New password" />
      <SubmitButton>Change password</SubmitButton>
    </ActionForm>
  );
}
