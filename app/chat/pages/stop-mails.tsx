import { loadMessages } from '../../i18n/load-messages.ts';
import { Link } from 'react-router';
import * as v from 'valibot';
import { RefusedError } from '../../platform/errors.ts';
import { findMailedConversation } from '../server/email/resume-token.server.ts';
import { stopMails } from '../server/email/schedule-mail.server.ts';
import { appContextKey } from '../../app-context.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { readToken } from '../../accounts/pages/read-token.server.ts';
import { SmallPage } from '../../ui/small-page.tsx';
import type { Route } from './+types/stop-mails.ts';
import { t, msg } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('shop-pages') };

const UNKNOWN = msg('This link is incomplete or too old.');

export const meta: Route.MetaFunction = () => [
  { title: t('Stop emails') },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db } = context.get(appContextKey);
  const isKnown = (await findMailedConversation(db, readToken(request))) !== undefined;
  return { isKnown };
}

export const action = formAction(
  v.object({}),
  { admit: anybody },
  async (_, { appContext, token }) => {
    if (!(await stopMails(appContext, token))) throw new RefusedError(410, t(UNKNOWN));
    return t('Emails about this conversation have been stopped.');
  },
);

export default function StopMails({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <SmallPage title={t('Stop emails')}>
      {actionData?.isDone ? (
        <div className="mt-6">
          <Notice kind="success">{actionData.message}</Notice>
        </div>
      ) : loaderData.isKnown && !actionData ? (
        <>
          <p className="mt-4 text-[17px] text-ink-2">
            {t(
              "You won't receive any more answers in this conversation by email. Codes and links that somebody requests are still sent. You can read the conversation wherever it is open.",
            )}
          </p>
          <ActionForm className="mt-8">
            <SubmitButton className="button button-primary w-full">
              {t('Stop these emails')}
            </SubmitButton>
          </ActionForm>
        </>
      ) : (
        <div className="mt-6 grid gap-6">
          <Notice kind="error">{actionData?.message ?? t(UNKNOWN)}</Notice>
          <Link to="/services" className="button button-line">
            {t('All Services')}
          </Link>
        </div>
      )}
    </SmallPage>
  );
}
