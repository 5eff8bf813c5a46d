import { useEffect } from 'react';
import { openChat } from './open-chat.ts';
import { OpenChatButton } from './open-chat-button.tsx';
import { storeChat } from './stored-chat.ts';
import { browserStorage } from '../../ui/browser-storage.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { SmallPage } from '../../ui/small-page.tsx';
import { say } from '../../platform/say.ts';

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
    <SmallPage title={say('Continue your chat')}>
      <p className="mt-4 text-[17px] text-ink-2">
        {`${say('Go on with your chat with')} `}
        <bdi>{brandName}</bdi>
        {` ${say('in this browser. It then closes in the browser where it was open before.')}`}
      </p>
      <ActionForm className="mt-8">
        <SubmitButton className="button button-primary w-full">{say('Continue here')}</SubmitButton>
      </ActionForm>
      <p className="mt-5 text-[15px] text-ink-3">
        {say('Not your chat? Close this page, and nothing happens.')}
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
    <SmallPage title={say('Here it is')}>
      <p role="status" className="mt-4 text-[17px] text-ink-2">
        {say('Your chat is open in this browser now, at the bottom right.')}
      </p>
      <OpenChatButton label={say('Open the chat')} />
      <noscript>
        <p className="mt-5">
          {say('The chat itself needs JavaScript. Turn it on and reload this page.')}
        </p>
      </noscript>
    </SmallPage>
  );
}

function LinkIsOver({ problem }: { problem: string }) {
  return (
    <SmallPage title={say('This link is over')}>
      <div className="mt-6">
        <Notice kind="error">{problem}</Notice>
      </div>
      <p className="mt-5 text-[17px] text-ink-2">
        {say(
          'A chat that is open in another browser can send you a new one: choose “Continue on another device” there. Or start a new chat here.',
        )}
      </p>
      <OpenChatButton label={say('Start a chat')} />
    </SmallPage>
  );
}
