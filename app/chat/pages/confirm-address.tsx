import { loadMessages } from '../../i18n/load-messages.ts';
import * as v from 'valibot';
import {
  confirmByLink,
  whyNotConfirmable,
} from '../server/email-verification/confirm-address.server.ts';
import { findBrowser } from '../server/messages/visitor-browser.server.ts';
import { appContextKey } from '../../app-context.ts';
import { useSite } from '../../shop/layout/use-site.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { readToken } from '../../accounts/pages/read-token.server.ts';
import type { Route } from './+types/confirm-address.ts';
import { t } from '../../i18n/translate.ts';
import { useEffect } from 'react';
import { browserStorage } from '../../ui/browser-storage.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { SmallPage } from '../../ui/small-page.tsx';
import { OpenChatButton } from '../widget/resume-chat.tsx';
import { storeChat } from '../widget/stored-chat.ts';
import { Rich } from '../../ui/rich.tsx';

export const handle = { messages: await loadMessages('shop-pages') };

interface Confirmed {
  readonly conversationId: string;
  readonly email: string;
}

interface ConfirmAddressPageProps {
  readonly brandName: string;
  readonly answer: (FormAnswer & Partial<Confirmed>) | undefined;
  readonly problem: string | null;
}

const BY_NETWORK = { name: 'confirmation-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [
  { title: t('Confirm your address') },
  { name: 'robots', content: 'noindex' },
];

/** The loader must not use up the link, because programs that scan emails open links. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const { db, clock } = appContext;
  const browserId = await findBrowser(appContext, request.headers.get('Cookie'));
  const why = await whyNotConfirmable(db, clock, readToken(request), browserId);
  return { problem: why && t(why) };
}

export const action = formAction(
  v.object({}),
  { admit: anybody, limit: BY_NETWORK },
  async (_, { appContext, request, token }) => {
    const browserId = await findBrowser(appContext, request.headers.get('Cookie'));
    return { message: '', ...(await confirmByLink(appContext, token, browserId)) };
  },
);

// After the link has been used, the page keeps showing the result.
export const shouldRevalidate = () => false;

export default function ConfirmAddress({ actionData, loaderData }: Route.ComponentProps) {
  const { brandName } = useSite();
  return <ConfirmAddressPage brandName={brandName} answer={actionData} {...loaderData} />;
}

/** Confirms an email address for this browser, but only after a click. */
function ConfirmAddressPage({ brandName, answer, ...link }: ConfirmAddressPageProps) {
  const { conversationId, email } = answer ?? {};
  if (conversationId && email) {
    return <ConfirmedPage brandName={brandName} conversationId={conversationId} email={email} />;
  }
  const problem = answer ? answer.message : link.problem;
  return (
    <SmallPage title={t('Confirm your address')}>
      {problem ? (
        <>
          <div className="mt-6">
            <Notice kind="error">{problem}</Notice>
          </div>
          <OpenChatButton label={t('Open the chat')} />
        </>
      ) : (
        <>
          <p className="mt-4 text-[17px] text-ink-2">
            <Rich
              text={t(
                "You're chatting with <shop>{brandName}</shop> in this browser. Confirm that the email address you gave there is yours, and we'll recognise you here for 90 days.",
                { brandName },
              )}
              parts={{ shop: <bdi /> }}
            />
          </p>
          <ActionForm className="mt-8">
            <SubmitButton className="button button-primary w-full">
              {t('Confirm your address')}
            </SubmitButton>
          </ActionForm>
          <p className="mt-5 text-[15px] text-ink-3">
            {t('Not your chat? Close this page and nothing will change.')}
          </p>
        </>
      )}
    </SmallPage>
  );
}

function ConfirmedPage({
  brandName,
  conversationId,
  email,
}: Confirmed & { readonly brandName: string }) {
  useEffect(() => {
    storeChat(browserStorage(), { conversationId, email }, new Date());
    // The link's secret is used up and leaves the URL.
    window.history.replaceState(window.history.state, '', '/chat/confirm');
  }, [conversationId, email]);
  return (
    <SmallPage title={t('Thank you')}>
      <div className="mt-6">
        <Notice kind="success">
          <Rich
            text={t('<email>{email}</email> is confirmed in this browser.', { email })}
            parts={{ email: <bdi /> }}
          />
        </Notice>
      </div>
      <p className="mt-5 text-[17px] text-ink-2">
        <Rich
          text={t('Your chat with <shop>{brandName}</shop> continues where you left off.', {
            brandName,
          })}
          parts={{ shop: <bdi /> }}
        />
      </p>
      <OpenChatButton label={t('Open the chat')} />
    </SmallPage>
  );
}
