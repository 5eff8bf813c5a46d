import { data, redirect } from 'react-router';
import * as v from 'valibot';
import { appContextKey, requestContext } from '../../app-context.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { EMAIL_MAX_LENGTH } from '../../platform/email.ts';
import { field as shortText } from '../../platform/fields.ts';
import { client, formAction } from '../../portal/pages/form-action.server.ts';
import { email } from '../../portal/pages/form-fields.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { answeredField, type FormAnswer } from '../../ui/form/form-answer.ts';
import { ConfirmForm, FormButton } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import {
  COMPANY_PERMISSIONS,
  includes,
  PERMISSION_HINTS,
  PERMISSION_LABELS,
} from '../protocol/company-permissions.ts';
import { saveCompanyBilling } from '../server/billing.server.ts';
import { invite } from '../server/companies/invite.server.ts';
import {
  changePermission,
  removeMember,
  withdrawInvitation,
} from '../server/companies/manage-company.server.ts';
import { readCompany, type CompanyPage } from '../server/companies/read-companies.server.ts';
import { AccountFrame, AccountSection } from '../ui/account-frame.tsx';
import { BillingSection } from '../ui/billing-section.tsx';
import { BILLING_FORM, billingIn } from './billing-form.server.ts';
import type { Route } from './+types/company.ts';

export const handle = { messages: await loadMessages('clients', 'orders') };

const LIMIT = { name: 'client-company', burst: 40, perMinute: 20 };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  privateMeta(loaderData?.company.name ?? t('Company'), matches[0].loaderData);

export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const session = await requireClientPage(context, request);
  const { db, clock } = context.get(appContextKey);
  const company = await readCompany(db, clock, session.client, id);
  if (!company) throw data(null, { status: 404 });
  return { company };
}

const permission = v.picklist(COMPANY_PERMISSIONS);
const form = v.variant('intent', [
  v.object({ intent: v.literal('invite'), email, permission }),
  v.object({ intent: v.literal('change'), memberId: shortText(36), permission }),
  v.object({ intent: v.literal('remove'), memberId: shortText(36) }),
  v.object({ intent: v.literal('billing'), ...BILLING_FORM }),
  v.object({ intent: v.literal('withdraw'), invitationId: shortText(36) }),
]);

export const action = formAction(
  form,
  { admit: client, limit: LIMIT },
  async (sent, { appContext, context, network, params: { id: companyId = '' }, session }) => {
    const { id: requestId } = context.get(requestContext);
    const self = session.client;
    switch (sent.intent) {
      case 'invite': {
        const address = await invite(appContext, requestId, self, network, {
          companyId,
          ...sent,
        });
        return t('We sent an invitation to {email}.', { email: address });
      }
      case 'change':
        await changePermission(appContext, requestId, self, { companyId, ...sent });
        return t('Saved.');
      case 'billing':
        await saveCompanyBilling(appContext, requestId, self, { companyId, ...billingIn(sent) });
        return t('The billing details are saved.');
      case 'withdraw':
        await withdrawInvitation(appContext, requestId, self, { companyId, ...sent });
        return t('The invitation is withdrawn.');
      default:
        await removeMember(appContext, requestId, self, { companyId, ...sent });
        if (sent.memberId === self.id) return redirect('/account/companies');
        return t('The person is removed and sees the orders of the company no longer.');
    }
  },
);

const choices = () =>
  COMPANY_PERMISSIONS.map((value) => ({ value, name: t(PERMISSION_LABELS[value]) }));

const ROW =
  'mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 rounded-card bg-surface p-4 ring-1 ring-line';

export default function Company({ actionData, loaderData: { company } }: Route.ComponentProps) {
  const manages = includes(company.permission, 'manage');
  return (
    <AccountFrame title={company.name}>
      <AnswerNotice answer={actionData} className="mt-5" />
      <AccountSection id="people" title={t('People')}>
        <ul>
          {company.members.map((member) => (
            <Member key={member.id} member={member} manages={manages} />
          ))}
        </ul>
      </AccountSection>
      {company.invitations.length > 0 && (
        <AccountSection id="invitations" title={t('Invitations')}>
          <ul>
            {company.invitations.map(({ id, email: address, permission: offered }) => (
              <li key={id} className={ROW}>
                <div className="min-w-0">
                  <p className="font-semibold [overflow-wrap:anywhere]">
                    <bdi>{address}</bdi>
                  </p>
                  <p className="text-[15px] text-ink-2">{t(PERMISSION_LABELS[offered])}</p>
                </div>
                <FormButton
                  fields={{ intent: 'withdraw', invitationId: id }}
                  aria-label={t('Withdraw the invitation of {email}', { email: address })}
                >
                  {t('Withdraw')}
                </FormButton>
              </li>
            ))}
          </ul>
        </AccountSection>
      )}
      {manages && (
        <BillingSection
          billing={company.billing}
          answer={actionData}
          hint={t('For the invoices of the next orders of this company.')}
        />
      )}
      {manages && <Invite answer={actionData?.intent === 'invite' ? actionData : undefined} />}
    </AccountFrame>
  );
}

interface MemberProps {
  readonly member: CompanyPage['members'][number];
  readonly manages: boolean;
}

function Member({ member, manages }: MemberProps) {
  const { id, email: address, permission: has, isOwner, isSelf } = member;
  const fields = { intent: 'remove', memberId: id };
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{address}</bdi>
        </p>
        <p className="text-[15px] text-ink-2">{isOwner ? t('Owner') : t(PERMISSION_LABELS[has])}</p>
      </div>
      {!isOwner && (manages || isSelf) && (
        <div className="flex flex-wrap items-end gap-3">
          {manages && (
            <ActionForm className="flex flex-wrap items-end gap-3" preventScrollReset>
              <input type="hidden" name="memberId" value={id} />
              <SelectField
                name="permission"
                label={t('Permission of {email}', { email: address })}
                isLabelHidden
                defaultValue={has}
                options={choices()}
              />
              <SubmitButton name="intent" value="change" className="button button-line">
                {t('Save')}
              </SubmitButton>
            </ActionForm>
          )}
          <ConfirmForm
            fields={fields}
            label={isSelf ? t('Leave') : t('Remove')}
            accessibleLabel={isSelf ? t('Leave') : t('Remove {email}', { email: address })}
            question={isSelf ? t('Leave this company?') : t('Remove this person?')}
            text={t('The orders of the company are then no longer visible, at once.')}
            doLabel={isSelf ? t('Leave') : t('Remove')}
            className="button button-line"
          />
        </div>
      )}
    </li>
  );
}

function Invite({ answer }: { readonly answer: FormAnswer | undefined }) {
  const field = answeredField(answer?.isDone ? undefined : answer);
  return (
    <AccountSection id="invite" title={t('Invite somebody')}>
      <ActionForm className="mt-4 grid max-w-[420px] gap-4" preventScrollReset>
        <TextField
          {...field('email')}
          label={t('Email address')}
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={EMAIL_MAX_LENGTH}
        />
        <SelectField
          {...field('permission')}
          defaultValue={answer?.typed.permission ?? 'view'}
          label={t('Permission')}
          options={choices()}
        />
        <dl className="grid gap-2 text-[15px] text-ink-2">
          {COMPANY_PERMISSIONS.map((each) => (
            <div key={each}>
              <dt className="font-semibold">{t(PERMISSION_LABELS[each])}</dt>
              <dd>{t(PERMISSION_HINTS[each])}</dd>
            </div>
          ))}
        </dl>
        <div>
          <SubmitButton name="intent" value="invite">
            {t('Send invitation')}
          </SubmitButton>
        </div>
      </ActionForm>
    </AccountSection>
  );
}
