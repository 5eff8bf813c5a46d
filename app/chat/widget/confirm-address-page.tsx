import { useEffect } from 'react';
import { browserStorage } from '../../ui/browser-storage.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { SmallPage } from '../../ui/small-page.tsx';
import { OpenChatButton } from './open-chat-button.tsx';
import { storeChat } from './stored-chat.ts';
import { say } from '../../platform/say.ts';

interface Confirmed {
  readonly conversationId: string;
  readonly email: string;
}

interface ConfirmAddressPageProps {
  readonly brandName: string;
  readonly answer: (FormAnswer & Partial<Confirmed>) | undefined;
  readonly problem: string | null;
}

/** Confirms an email address for this browser, but only after a click. */
export function ConfirmAddressPage({ brandName, answer, ...link }: ConfirmAddressPageProps) {
  const { conversationId, email } = answer ?? {};
  if (conversationId && email) {
    return <ConfirmedPage brandName={brandName} conversationId={conversationId} email={email} />;
  }
  const problem = answer ? answer.message : link.problem;
  return (
    <SmallPage title={say('Confirm your address')}>
      {problem ? (
        <>
          <div className="mt-6">
            <Notice kind="error">{problem}</Notice>
          </div>
          <OpenChatButton label={say('Open the chat')} />
        </>
      ) : (
        <>
          <p className="mt-4 text-[17px] text-ink-2">
            {`${say('You chat with')} `}
            <bdi>{brandName}</bdi>
            {` ${say('in this browser. Confirm that the address you gave there is yours: for 90 days we then know that it is you.')}`}
          </p>
          <ActionForm className="mt-8">
            <SubmitButton className="button button-primary w-full">
              {say('Confirm your address')}
            </SubmitButton>
          </ActionForm>
          <p className="mt-5 text-[15px] text-ink-3">
            {say('Not your chat? Close this page, and nothing happens.')}
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
    <SmallPage title={say('Thank you')}>
      <div className="mt-6">
        <Notice kind="success">
          {email}
          {` ${say('is confirmed in this browser.')}`}
        </Notice>
      </div>
      <p className="mt-5 text-[17px] text-ink-2">
        {`${say('Your chat with')} `}
        <bdi>{brandName}</bdi>
        {` ${say('goes on where it was.')}`}
      </p>
      <OpenChatButton label={say('Open the chat')} />
    </SmallPage>
  );
}
