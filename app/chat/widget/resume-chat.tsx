import { useEffect } from 'react';
import { openChat } from './open-chat.ts';
import { storeChat } from './stored-chat.ts';
import { browserStorage } from '../../ui/browser-storage.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { SmallPage } from '../../ui/small-page.tsx';
import { t } from '../../i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';

interface ResumeChatProps {
  readonly brandName: string;
  readonly answer: (FormAnswer & Partial<ResumedProps>) | undefined;
  readonly problem: string | null;
}

/** Moves a chat to this browser, but only after a click. */
export function ResumeChat({ brandName, answer, ...link }: ResumeChatProps) {
  const { conversationId, email } = answer ?? {};
  if (conversationId && email) return <Resumed conversationId={conversationId} email={email} />;
  const problem = answer ? answer.message : link.problem;
  if (problem) return <LinkIsOver problem={problem} />;
  return (
    <SmallPage title={t('Continue your chat')}>
      <p className="mt-4 text-[17px] text-ink-2">
        {`${t('Go on with your chat with')} `}
        <bdi>{brandName}</bdi>
        {` ${t('in this browser. It then closes in the browser where it was open before.')}`}
      </p>
      <ActionForm className="mt-8">
        <SubmitButton className="button button-primary w-full">{t('Continue here')}</SubmitButton>
      </ActionForm>
      <p className="mt-5 text-[15px] text-ink-3">
        {t('Not your chat? Close this page, and nothing happens.')}
      </p>
    </SmallPage>
  );
}

interface ResumedProps {
  readonly conversationId: string;
  readonly email: string;
}

function Resumed({ conversationId, email }: ResumedProps) {
  useEffect(() => {
    storeChat(browserStorage(), { conversationId, email }, new Date());
    // The link's secret is used up and leaves the URL.
    window.history.replaceState(window.history.state, '', '/chat/resume');
    openChat(null);
  }, [conversationId, email]);
  return (
    <SmallPage title={t('Here it is')}>
      <p role="status" className="mt-4 text-[17px] text-ink-2">
        {t('Your chat is open in this browser now, at the bottom right.')}
      </p>
      <OpenChatButton label={t('Open the chat')} />
      <noscript>
        <p className="mt-5">
          {t('The chat itself needs JavaScript. Turn it on and reload this page.')}
        </p>
      </noscript>
    </SmallPage>
  );
}

function LinkIsOver({ problem }: { problem: string }) {
  return (
    <SmallPage title={t('This link is over')}>
      <div className="mt-6">
        <Notice kind="error">{problem}</Notice>
      </div>
      <p className="mt-5 text-[17px] text-ink-2">
        {t(
          'A chat that is open in another browser can send you a new one: choose “Continue on another device” there. Or start a new chat here.',
        )}
      </p>
      <OpenChatButton label={t('Start a chat')} />
    </SmallPage>
  );
}

/** Opens this page's chat. The button has its space before hydration, so that nothing below it moves. */
export function OpenChatButton({ label }: { label: string }) {
  return (
    <button
      type="button"
      className="needs-script button button-primary mt-8 w-full"
      onClick={() => openChat(null)}
    >
      <Icon name="chat-circle-dots-fill" /> {label}
    </button>
  );
}
