import { hostContext } from '../../host.ts';
import { readInvitations } from '../../team/members/invitations.server.ts';
import { readSignUps, readTeam } from '../../team/members/read-team.server.ts';
import { ROLE_NAMES, ROLES } from '../../team/members/roles.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team.ts';
import { fieldErrors } from './field-error.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { answerForm, PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage, MemberPageSection } from './member-page.tsx';
import { ActiveRow, SuspendedRow, WaitingRow } from './team-rows.tsx';
import { runTeamAction } from './team-actions.server.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Team' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-accounts');
  const { db, clock, mail } = context.get(hostContext);
  const [members, { signUps, total }, invitations] = await Promise.all([
    readTeam(db),
    readSignUps(db, clock),
    readInvitations(db, clock),
  ]);
  return {
    member,
    team: [...members, ...signUps],
    signUpsNotShown: total - signUps.length,
    isProofNeeded: mail.isDelivered,
    invitations,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-accounts');
  return answerForm(request, (form) => runTeamAction(context, member, form));
}

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { member, team, signUpsNotShown, isProofNeeded, invitations } = loaderData;
  const standing = (status: string) => team.filter((person) => person.status === status);
  const waiting = standing('waiting');
  const active = standing('active');
  const suspended = standing('suspended');
  return (
    <MemberPage member={member} title="Team" lead="Who works here, and who would like to.">
      {actionData && actionData.field === undefined && (
        <div className="mt-6">
          <Notice kind={actionData.isDone ? 'success' : 'error'}>{actionData.message}</Notice>
        </div>
      )}
      {waiting.length > 0 && (
        <MemberPageSection title="Waiting for approval" count={waiting.length + signUpsNotShown}>
          <ul className="list-card">
            {waiting.map((person) => (
              <WaitingRow key={person.id} person={person} isProofNeeded={isProofNeeded} />
            ))}
          </ul>
          {signUpsNotShown > 0 && (
            <p className="mt-3 text-[14px] text-ink-2">
              {signUpsNotShown} older requests are not shown. They end by themselves within 30 days.
            </p>
          )}
        </MemberPageSection>
      )}
      <MemberPageSection title="Active" count={active.length}>
        <ul className="list-card">
          {active.map((person) => (
            <ActiveRow key={person.id} person={person} isSelf={person.id === member.id} />
          ))}
        </ul>
      </MemberPageSection>
      {suspended.length > 0 && (
        <MemberPageSection title="Suspended" count={suspended.length}>
          <ul className="list-card">
            {suspended.map((person) => (
              <SuspendedRow key={person.id} person={person} />
            ))}
          </ul>
        </MemberPageSection>
      )}
      <MemberPageSection title="Invitations" count={invitations.length}>
        <InvitationForm answer={actionData} />
        {invitations.length > 0 && (
          <ul className="list-card mt-5">
            {invitations.map(({ id, email, role, expiresAt, isExpired }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
                <div className="min-w-0 flex-1 basis-60">
                  <p className="font-[650] [overflow-wrap:anywhere]">{email}</p>
                  <p className="mt-1 flex flex-wrap items-center gap-2 text-[14px] text-ink-2">
                    <Chip>{ROLE_NAMES[role]}</Chip>
                    {isExpired ? (
                      <Chip tone="amber">Expired</Chip>
                    ) : (
                      <span>
                        valid until <DateTime at={expiresAt} />
                      </span>
                    )}
                  </p>
                </div>
                <ActionForm preventScrollReset>
                  <input type="hidden" name="intent" value="revoke" />
                  <input type="hidden" name="id" value={id} />
                  <SubmitButton
                    className="button button-line button-small"
                    aria-label={`Withdraw the invitation of ${email}`}
                  >
                    Withdraw
                  </SubmitButton>
                </ActionForm>
              </li>
            ))}
          </ul>
        )}
      </MemberPageSection>
    </MemberPage>
  );
}

function InvitationForm({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const typed = answer?.typed.intent === 'invite' ? answer.typed : undefined;
  return (
    <ActionForm
      // A new form after each success: an address that was invited leaves the field.
      key={answer?.isDone ? answer.message : 'form'}
      preventScrollReset
      className="grid items-start gap-4 rounded-card bg-surface p-5 ring-1 ring-line md:grid-cols-[1fr_190px_auto]"
    >
      <input type="hidden" name="intent" value="invite" />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        required
        defaultValue={typed?.email}
        error={fieldErrors(answer)('email')}
      />
      <SelectField
        label="Role"
        name="role"
        defaultValue={typed?.role}
        options={ROLES.map((value) => ({ value, name: ROLE_NAMES[value] }))}
      />
      <div className="md:pt-[31px]">
        <SubmitButton>Invite</SubmitButton>
      </div>
    </ActionForm>
  );
}
