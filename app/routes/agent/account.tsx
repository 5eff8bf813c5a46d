import { Form, redirect, useNavigation } from 'react-router';
import { drainQueue } from '../../chat/drain-queue.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { readText } from '../../platform/form.ts';
import { recordAudit } from '../../team/audit.server.ts';
import { readAcceptsChats, setAcceptsChats } from '../../team/availability.server.ts';
import { changePassword } from '../../team/change-password.server.ts';
import { ROLE_NAMES } from '../../team/roles.ts';
import { endSession, endSessions, readSessions } from '../../team/sessions.server.ts';
import { signOut } from '../../team/sign-in.server.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useFocusOnError } from '../../ui/form/use-focus-on-error.ts';
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

export async function action({ context, request }: Route.ActionArgs) {
  const session = await requireMemberPage(context, request);
  const { member } = session;
  const host = context.get(hostContext);
  const { db, auth, clock, chat, limits } = host;
  const form = await request.formData();
  return answerForm(async () => {
    switch (readText(form, 'intent')) {
      case 'availability': {
        const acceptsChats = readText(form, 'acceptsChats') === 'yes';
        await setAcceptsChats(db, member.id, acceptsChats);
        chat.deskChanged();
        if (acceptsChats) await drainQueue(db, chat);
        return acceptsChats ? 'New visitors come to you.' : 'No new visitors come to you.';
      }
      case 'password':
        await limits.take(PASSWORD_LIMIT, member.id);
        await changePassword(db, host, traceOf(context, member), session, {
          current: readText(form, 'current'),
          password: readText(form, 'password'),
          confirmation: readText(form, 'confirmation'),
        });
        host.closeMember(member.id);
        return 'Your password is changed. Your other browsers are signed out.';
      case 'end-session': {
        const sessionId = readText(form, 'id');
        if (await endSession(db, member.id, sessionId)) host.closeSession(sessionId);
        return 'That browser is signed out.';
      }
      case 'sign-out-everywhere': {
        const cleared = await signOut(auth, request.headers);
        await db.transaction(async (tx) => {
          await endSessions(tx, member.id);
          await recordAudit(tx, clock, traceOf(context, member), {
            action: 'signed-out-everywhere',
            subjectId: member.id,
            subject: member.email,
          });
        });
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
          <Form
            method="post"
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
            <button type="submit" className="button button-line button-small">
              {acceptsChats ? 'Stop accepting chats' : 'Accept chats'}
            </button>
          </Form>
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
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="end-session" />
                  <input type="hidden" name="id" value={id} />
                  <button type="submit" className="button button-line button-small">
                    Sign out<span className="sr-only"> {browser}</span>
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
        <Form method="post" className="mt-4">
          <input type="hidden" name="intent" value="sign-out-everywhere" />
          <button type="submit" className="button button-line button-small">
            Sign out everywhere
          </button>
        </Form>
      </MemberPageSection>
      <MemberPageSection title="Password">
        <PasswordForm answer={actionData} />
      </MemberPageSection>
    </MemberPage>
  );
}

function PasswordForm({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const navigation = useNavigation();
  const form = useFocusOnError(answer);
  const errorAt = fieldErrors(answer);
  return (
    <Form
      key={answer?.isDone ? 'sent' : 'form'}
      ref={form}
      method="post"
      noValidate
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
      <SubmitButton isBusy={navigation.formData?.get('intent') === 'password'}>
        Change password
      </SubmitButton>
    </Form>
  );
}
