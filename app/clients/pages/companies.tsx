import { Link, redirect } from 'react-router';
import * as v from 'valibot';
import { appContextKey, requestContext } from '../../app-context.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { text } from '../../platform/fields.ts';
import { client, formAction } from '../../portal/pages/form-action.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { answeredField } from '../../ui/form/form-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { COMPANY_NAME_MAX_LENGTH, PERMISSION_LABELS } from '../protocol/company-permissions.ts';
import { createCompany } from '../server/companies/manage-company.server.ts';
import { readCompanies } from '../server/companies/read-companies.server.ts';
import { AccountFrame, AccountSection } from '../ui/account-frame.tsx';
import type { Route } from './+types/companies.ts';

export const handle = { messages: await loadMessages('clients') };

const LIMIT = { name: 'client-companies', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Your companies'), matches[0].loaderData);

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireClientPage(context, request);
  const companies = await readCompanies(context.get(appContextKey).db, session.client);
  return { companies };
}

const form = v.object({ name: text(COMPANY_NAME_MAX_LENGTH) });

export const action = formAction(
  form,
  { admit: client, limit: LIMIT },
  async ({ name }, { appContext, context, session }) => {
    const { id } = context.get(requestContext);
    const company = await createCompany(appContext, id, session.client, name);
    return redirect(`/account/companies/${company}`);
  },
);

export default function Companies({ actionData, loaderData }: Route.ComponentProps) {
  const field = answeredField(actionData);
  return (
    <AccountFrame title={t('Companies')}>
      <p className="mt-3 text-ink-2">
        {t('Order for a company, and decide who else may see its orders, order or pay.')}
      </p>
      <ul>
        {loaderData.companies.map(({ id, name, permission, isOwner }) => (
          <li key={id} className="mt-3 rounded-card bg-surface p-4 ring-1 ring-line">
            <Link
              to={`/account/companies/${id}`}
              dir="auto"
              className="text-[19px] font-semibold [overflow-wrap:anywhere] hover:underline"
            >
              {name}
            </Link>
            <p className="mt-1 text-[15px] text-ink-2">
              {isOwner ? t('Owner') : t(PERMISSION_LABELS[permission])}
            </p>
          </li>
        ))}
      </ul>
      <AccountSection id="new-company" title={t('New company')}>
        <AnswerNotice answer={actionData} className="mt-4" />
        <ActionForm className="mt-4 grid max-w-[420px] gap-4">
          <TextField
            {...field('name')}
            label={t('Name of the company')}
            autoComplete="organization"
            maxLength={COMPANY_NAME_MAX_LENGTH}
          />
          <div>
            <SubmitButton>{t('Create company')}</SubmitButton>
          </div>
        </ActionForm>
      </AccountSection>
    </AccountFrame>
  );
}
