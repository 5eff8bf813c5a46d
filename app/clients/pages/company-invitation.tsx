import { redirect } from 'react-router';
import * as v from 'valibot';
import { readToken } from '../../accounts/pages/read-token.server.ts';
import { appContextKey, requestContext } from '../../app-context.ts';
import { deviceOf } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { anybody, formAction } from '../../portal/pages/form-action.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Rich } from '../../ui/rich.tsx';
import { SmallPage } from '../../ui/small-page.tsx';
import { PERMISSION_HINTS, PERMISSION_LABELS } from '../protocol/company-permissions.ts';
import {
  acceptInvitation,
  findInvitation,
  INVITATION_IS_OVER,
} from '../server/companies/invite.server.ts';
import type { Route } from './+types/company-invitation.ts';

export const handle = { messages: await loadMessages('clients') };

const BY_NETWORK = { name: 'company-invitation', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Invitation'), matches[0].loaderData);

/** The loader must not use up the link, because programs that scan emails open links. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContextKey);
  const invitation = (await findInvitation(db, clock, readToken(request))) ?? null;
  return { invitation, problem: invitation ? null : t(INVITATION_IS_OVER) };
}

export const action = formAction(
  v.object({}),
  { admit: anybody, limit: BY_NETWORK },
  async (_, { appContext, context, request, headers, token }) => {
    const { id } = context.get(requestContext);
    const device = await deviceOf(appContext, request, headers);
    const { companyId, setCookie } = await acceptInvitation(appContext, id, device, token);
    headers.append('Set-Cookie', setCookie);
    return redirect(`/account/companies/${companyId}`, { headers });
  },
);

export default function CompanyInvitation({ actionData, loaderData }: Route.ComponentProps) {
  const { invitation } = loaderData;
  const problem = actionData ? actionData.message : loaderData.problem;
  if (problem !== null || invitation === null) {
    return (
      <SmallPage title={t('This invitation no longer works')}>
        <div className="mt-6">
          <Notice kind="error">{problem}</Notice>
        </div>
      </SmallPage>
    );
  }
  const { company, email, permission } = invitation;
  return (
    <SmallPage title={t('Join {company}', { company })}>
      <p className="mt-4 text-[17px] text-ink-2 [overflow-wrap:anywhere]">
        <Rich
          text={t('You join as <address>{email}</address> and are signed in with this address.', {
            email,
          })}
          parts={{ address: <bdi /> }}
        />
      </p>
      <p className="mt-3 font-semibold">{t(PERMISSION_LABELS[permission])}</p>
      <p className="text-ink-2">{t(PERMISSION_HINTS[permission])}</p>
      <ActionForm className="mt-8">
        <SubmitButton className="button button-primary w-full">
          {t('Accept invitation')}
        </SubmitButton>
      </ActionForm>
    </SmallPage>
  );
}
