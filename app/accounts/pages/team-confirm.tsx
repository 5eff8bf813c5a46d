import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { redirect, useSearchParams } from 'react-router';
import { proveByCode, proveByPassword } from '../server/factors/prove.server.ts';
import { isKnownDevice } from '../server/sessions/sign-in-limits.server.ts';
import { localPath } from '../protocol/local-path.ts';
import { proveByPasskey } from '../server/factors/passkeys.server.ts';
import { beginProving } from '../server/openid/flows.server.ts';
import { mayProveAtProvider } from '../server/openid/identities.server.ts';
import { field } from '../../platform/fields.ts';
import type { Route } from './+types/team-confirm.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import { code, credential, password } from '../../portal/pages/form-fields.server.ts';
import { goTo } from './account-actions.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { FactorForm } from '../ui/factor-form.tsx';

export const handle = { messages: await loadMessages('accounts-team') };

export const loader = pageAt('/team/confirm', async (page) => ({
  hasFactor: page.hasFactor,
  provider: (await mayProveAtProvider(page.appContext, page))
    ? (page.appContext.settings.openId?.name ?? null)
    : null,
}));

/** A form that asks for the confirmation opens this page in a new tab. */
const DONE = '/team/confirm?done=1';

const form = v.object({ intent: field(20), code, credential, current: password });
const PROVIDER_LIMIT = { name: 'openid-prove', burst: 10, perMinute: 5 };
const formGuard = { admit: whoMayOpen('/team/confirm') };

export const action = formAction(form, formGuard, async (typed, turn) => {
  const { appContext, trace, session, request } = turn;
  const next = localPath(new URL(request.url).searchParams.get('next'), DONE);
  if (typed.intent === 'provider') {
    await appContext.limits.take(PROVIDER_LIMIT, session.member.id);
    const cookies = request.headers.get('Cookie');
    return goTo(await beginProving(appContext, session, { cookies, next }));
  }
  if (typed.credential) await proveByPasskey(appContext, trace, session, typed.credential);
  else if (session.hasFactor) {
    const cookies = request.headers.get('Cookie');
    const isKnown = isKnownDevice(appContext, cookies, session.member.email);
    await proveByCode(appContext, trace, session, typed.code, isKnown);
  } else await proveByPassword(appContext, session, typed.current);
  return redirect(next);
});

export default function TeamConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const isDone = params.has('done');
  return (
    <MemberPage
      title={t("Confirm it's you")}
      lead={t(
        'Sensitive actions require you to confirm your identity. Your confirmation is valid for five minutes.',
      )}
    >
      {isDone && (
        <div className="mt-6 max-w-[448px]">
          <Notice kind="success">
            {t('Confirmed. Close this tab, and do what you were about to do in the other one.')}
          </Notice>
        </div>
      )}
      <div className="mt-8 max-w-[448px] rounded-card bg-surface p-5 ring-1 ring-line">
        <FactorForm answer={actionData} hasFactor={loaderData.hasFactor} label={t('Confirm')} />
        {loaderData.provider !== null && (
          <FormButton
            fields={{ intent: 'provider' }}
            formClassName="mt-4"
            className="button button-line"
          >
            {t('Continue with {provider}', { provider: loaderData.provider })}
          </FormButton>
        )}
      </div>
    </MemberPage>
  );
}
