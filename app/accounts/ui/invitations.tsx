import { say } from '../../platform/say.ts';
import type { InvitationView } from '../server/members/invitations.server.ts';
import { sayRole, ROLES } from '../protocol/roles.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { PageSection } from '../../ui/page-section.tsx';

interface InvitationsProps {
  readonly invitations: readonly InvitationView[];
  readonly answer: FormAnswer | undefined;
}

export function Invitations({ invitations, answer }: InvitationsProps) {
  return (
    <PageSection title={say('Invitations')} count={invitations.length}>
      <InvitationForm answer={answer} />
      {invitations.length > 0 && (
        <ul className="list-card mt-5">
          {invitations.map(({ id, email, role, expiresAt, isExpired }) => (
            <li key={id} className="list-row">
              <div className="min-w-0 flex-1 basis-60">
                <p dir="auto" className="font-[650] [overflow-wrap:anywhere]">
                  {email}
                </p>
                <p className="flex flex-wrap items-center gap-2 text-[14px] text-ink-2">
                  <Chip>{sayRole(role)}</Chip>
                  {isExpired ? (
                    <Chip tone="amber">{say('Expired')}</Chip>
                  ) : (
                    <span>
                      {say('valid until')} <DateTime at={expiresAt} />
                    </span>
                  )}
                </p>
              </div>
              <FormButton
                fields={{ intent: 'revoke', id }}
                aria-label={say('Withdraw the invitation of {email}', { email })}
              >
                {say('Withdraw')}
              </FormButton>
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  );
}

function InvitationForm({ answer }: { answer: FormAnswer | undefined }) {
  const typed = answer?.typed.intent === 'invite' ? answer.typed : undefined;
  return (
    <ActionForm
      // The key resets the form after each success, which clears the address.
      key={answer?.isDone ? answer.message : 'form'}
      preventScrollReset
      className="grid items-start gap-4 rounded-card bg-surface p-5 ring-1 ring-line md:grid-cols-[1fr_190px_auto]"
    >
      <HiddenFields fields={{ intent: 'invite' }} />
      <TextField
        label={say('Email')}
        name="email"
        type="email"
        autoComplete="off"
        required
        defaultValue={typed?.email}
        error={fieldErrors(answer)('email')}
      />
      <SelectField
        label={say('Role')}
        name="role"
        defaultValue={typed?.role}
        options={ROLES.map((value) => ({ value, name: sayRole(value) }))}
      />
      <div className="md:pt-[31px]">
        <SubmitButton>{say('Invite')}</SubmitButton>
      </div>
    </ActionForm>
  );
}
