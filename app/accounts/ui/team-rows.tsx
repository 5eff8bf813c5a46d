import { Rich } from '../../ui/rich.tsx';
import { t } from '../../i18n/translate.ts';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import type { SignUpTraits, TeamMember } from '../server/members/read-team.server.ts';
import { may } from '../protocol/permissions.ts';
import { getRoleLabel, ROLES, type Role } from '../protocol/roles.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmForm, FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { DateTime, Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { SelectField } from '../../ui/form/field.tsx';

interface RowProps {
  readonly person: TeamMember;
}

/** A waiting person can be approved only with a verified address, unless emails are not delivered. */
export function WaitingRow({
  person,
  isProofNeeded,
}: RowProps & { readonly isProofNeeded: boolean }) {
  const { signUp } = person;
  return (
    <Row
      person={person}
      chips={
        <>
          {person.requestedRole && (
            <Chip>{t('Requested: {role}', { role: getRoleLabel(person.requestedRole) })}</Chip>
          )}
          {!person.isVerified && <Chip tone="amber">{t('Email not verified')}</Chip>}
          <span>
            <Rich
              text={t('Since <time/>')}
              parts={{
                time: signUp ? (
                  <Moment at={person.createdAt} />
                ) : (
                  <DateTime at={person.createdAt} />
                ),
              }}
            />
          </span>
          {signUp && <SignUpSource signUp={signUp} isProofNeeded={isProofNeeded} />}
        </>
      }
    >
      {!(signUp && isProofNeeded) && (
        <RoleForm
          person={person}
          intent="approve"
          button={t('Approve')}
          accessibleLabel={t('Approve {email}', { email: person.email })}
          initialRole="agent"
          isPrimary
        />
      )}
      <ConfirmForm
        label={t('Decline')}
        accessibleLabel={t('Decline {email}', { email: person.email })}
        question={t('Decline {fullName}?', { fullName: person.fullName })}
        text={t('The request will be deleted. The same address can sign up again.')}
        fields={{ intent: 'decline', id: person.id }}
        accessibleDoLabel={t('Decline {email}', { email: person.email })}
        doLabel={t('Decline')}
      />
    </Row>
  );
}

function SignUpSource({
  signUp: { network, browser, others },
  isProofNeeded,
}: {
  readonly signUp: SignUpTraits;
  readonly isProofNeeded: boolean;
}) {
  const source = [browser, network].filter((part) => part !== null).join(' · ');
  return (
    <>
      {source !== '' && <span>{source}</span>}
      <span className="basis-full">
        {isProofNeeded
          ? t('Waiting for this person to open the link we emailed to this address.')
          : t(
              "This email address isn't verified. Approve it only if you know who made the request.",
            )}
        {others > 0 &&
          ` ${t(
            '{count, plural, one {There is # more request for this address. Approving one ends the other.} other {There are # more requests for this address. Approving one ends the others.}}',
            { count: others },
          )}`}
      </span>
    </>
  );
}

export function ActiveRow({ person, isSelf }: RowProps & { readonly isSelf: boolean }) {
  return (
    <Row
      person={person}
      chips={
        <>
          {/* The role of other members is shown in the form that changes it. */}
          {isSelf && (
            <>
              <Chip>{getRoleLabel(person.role)}</Chip>
              <Chip>{t('You')}</Chip>
            </>
          )}
          {/* The reader of this page is online on any page, so 'Offline' is not shown for the reader. */}
          {person.isConnected && <Chip tone="success">{t('Online')}</Chip>}
          {!person.isConnected && !isSelf && <span>{t('Offline')}</span>}
          {person.answersVisitors && <Chip>{t('Answers visitors')}</Chip>}
          {!person.acceptsChats && <Chip tone="amber">{t('Away')}</Chip>}
          {person.hasFactor && <span>{t('Second factor')}</span>}
        </>
      }
    >
      {may(person, 'choose-to-answer') && <AnsweringButton person={person} />}
      {!isSelf && (
        <>
          <RoleForm
            person={person}
            intent="role"
            button={t('Change')}
            accessibleLabel={t('Change {email}', { email: person.email })}
            initialRole={person.role}
          />
          {person.hasFactor && <ResetFactors person={person} />}
          <ConfirmForm
            label={t('Suspend')}
            accessibleLabel={t('Suspend {email}', { email: person.email })}
            question={t('Suspend {fullName}?', { fullName: person.fullName })}
            text={t(
              "They're signed out immediately, and their open conversations go to other agents.",
            )}
            fields={{ intent: 'suspend', id: person.id }}
            accessibleDoLabel={t('Suspend {email}', { email: person.email })}
            doLabel={t('Suspend')}
          />
        </>
      )}
    </Row>
  );
}

function AnsweringButton({ person: { id, email, answersVisitors } }: RowProps) {
  return answersVisitors ? (
    <FormButton
      fields={{ intent: 'stop-answering', id }}
      aria-label={t('Stop assigning visitors to {email}', { email })}
    >
      {t('Stop assigning visitors')}
    </FormButton>
  ) : (
    <FormButton
      fields={{ intent: 'answer', id }}
      aria-label={t('Assign visitors to {email}', { email })}
    >
      {t('Assign visitors')}
    </FormButton>
  );
}

function ResetFactors({ person }: RowProps) {
  return (
    <ConfirmForm
      label={t('Reset factors')}
      accessibleLabel={t('Reset the second factors of {email}', { email: person.email })}
      question={t('Reset the second factors of {fullName}?', { fullName: person.fullName })}
      text={t(
        "For members who have lost their second factors. They're signed out everywhere, get an email about it and can sign in with just their password.",
      )}
      fields={{ intent: 'reset-factors', id: person.id }}
      accessibleDoLabel={t('Reset the second factors of {email}', { email: person.email })}
      doLabel={t('Reset factors')}
    />
  );
}

export function SuspendedRow({ person }: RowProps) {
  return (
    <Row person={person} chips={<Chip>{getRoleLabel(person.role)}</Chip>}>
      <FormButton
        fields={{ intent: 'restore', id: person.id }}
        aria-label={t('Restore {email}', { email: person.email })}
      >
        {t('Restore')}
      </FormButton>
    </Row>
  );
}

function Row({
  person,
  chips,
  children,
}: RowProps & { readonly chips: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="list-row" data-testid="member">
      <Avatar name={person.fullName || person.email} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-baseline gap-x-2.5 [overflow-wrap:anywhere]">
          <bdi className="font-[650]">{person.fullName}</bdi>
          <span className="text-[14px] text-ink-2">{person.email}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[14px] text-ink-2">
          {chips}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2.5 max-sm:w-full">{children}</div>
    </li>
  );
}

interface RoleFormProps extends RowProps {
  readonly intent: string;
  readonly button: string;
  readonly accessibleLabel: string;
  readonly initialRole: Role;
  readonly isPrimary?: boolean;
}

function RoleForm(props: RoleFormProps) {
  const { person, intent, button, accessibleLabel, initialRole, isPrimary } = props;
  return (
    <ActionForm preventScrollReset className="flex flex-wrap items-center gap-2.5 max-sm:contents">
      <HiddenFields fields={{ intent, id: person.id }} />
      <div className="w-[138px] max-sm:w-full">
        <SelectField
          // The key resets the field if another admin changes the role.
          key={initialRole}
          label={t('Role of {email}', { email: person.email })}
          isLabelHidden
          name="role"
          defaultValue={initialRole}
          options={ROLES.map((value) => ({ value, name: getRoleLabel(value) }))}
        />
      </div>
      <SubmitButton
        className={`button button-small ${isPrimary ? 'button-primary' : 'button-line'}`}
        aria-label={accessibleLabel}
      >
        {button}
      </SubmitButton>
    </ActionForm>
  );
}
