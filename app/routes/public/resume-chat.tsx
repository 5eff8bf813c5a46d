import { readFormData } from '../../platform/read-form.ts';
import { useEffect, useState } from 'react';
import { data } from 'react-router';
import {
  LINK_IS_OVER,
  resumeConversation,
} from '../../conversation/mail/resume-conversation.server.ts';
import { isResumeTokenValid } from '../../conversation/mail/resume-token.server.ts';
import { findBrowser, rememberBrowser } from '../../conversation/say/visitor-browser.server.ts';
import { openChat } from '../../chat-client/visitor/open-chat.ts';
import { storeChat } from '../../chat-client/visitor/stored-chat.ts';
import { hostContext, requestContext } from '../../host.ts';
import { browserStorage } from '../../platform/browser-storage.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { Icon } from '../../ui/icon.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { readToken, requireToken } from '../desk/read-token.server.ts';
import { SmallPage } from './small-page.tsx';
import { useSite } from './use-site.ts';
import type { Route } from './+types/resume-chat.ts';

const BY_ADDRESS = { name: 'resume-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [
  { title: 'Continue your chat' },
  { name: 'robots', content: 'noindex' },
];
export const headers = () => ({ 'Cache-Control': 'no-store' });

/** Only looks: programs that check the links of mails must not use this one up. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const isValid = await isResumeTokenValid(db, clock, readToken(request));
  return { problem: isValid ? null : LINK_IS_OVER };
}

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  const { clock, settings } = host;
  try {
    await host.limits.take(BY_ADDRESS, addressBlock(context.get(requestContext).address));
    await readFormData(request);
    const token = requireToken(request, LINK_IS_OVER);
    let setCookie: string | undefined;
    const resumed = await resumeConversation(host, token, async (tx) => {
      const known = await findBrowser(tx, request.headers.get('Cookie'));
      if (known) return known;
      const made = await rememberBrowser(tx, clock, settings.origin.startsWith('https:'));
      setCookie = made.setCookie;
      return made.browserId;
    });
    if (resumed.hasMoved) host.closeConversations([resumed.conversationId]);
    const { conversationId, email } = resumed;
    return data(
      { problem: null, conversationId, email },
      setCookie ? { headers: { 'Set-Cookie': setCookie } } : {},
    );
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return data({ problem: error.message, conversationId: null }, { status: error.status });
  }
}

// After the link is used the page keeps saying what came of it.
export const shouldRevalidate = () => false;

export default function ResumeChat({ actionData, loaderData }: Route.ComponentProps) {
  const { brandName } = useSite();
  if (actionData?.conversationId) return <Resumed {...actionData} />;
  const problem = actionData ? actionData.problem : loaderData.problem;
  if (problem) return <LinkIsOver problem={problem} />;
  return (
    <SmallPage title="Continue your chat">
      <p className="mt-4 text-[17px] text-ink-2">
        Go on with your chat with {brandName} in this browser. It then closes in the browser where
        it was open before.
      </p>
      <ActionForm className="mt-8">
        <SubmitButton className="button button-primary w-full">Continue here</SubmitButton>
      </ActionForm>
      <p className="mt-5 text-[15px] text-ink-3">
        Not your chat? Close this page, and nothing happens.
      </p>
    </SmallPage>
  );
}

function Resumed({ conversationId, email }: { conversationId: string; email: string }) {
  useEffect(() => {
    storeChat(browserStorage(), { conversationId, email }, new Date());
    // The link has done its work, and its secret leaves the address.
    window.history.replaceState(window.history.state, '', '/chat/resume');
    openChat(null);
  }, [conversationId, email]);
  return (
    <SmallPage title="Here it is">
      <p role="status" className="mt-4 text-[17px] text-ink-2">
        Your chat is open in this browser now, at the bottom right.
      </p>
      <OpenChatButton label="Open the chat" />
      <noscript>
        <p className="mt-5">The chat itself needs JavaScript. Turn it on and reload this page.</p>
      </noscript>
    </SmallPage>
  );
}

function LinkIsOver({ problem }: { problem: string }) {
  return (
    <SmallPage title="This link is over">
      <div className="mt-6">
        <Notice kind="error">{problem}</Notice>
      </div>
      <p className="mt-5 text-[17px] text-ink-2">
        A chat that is open in another browser can send you a new one: choose “Continue on another
        device” there. Or start a new chat here.
      </p>
      <OpenChatButton label="Start a chat" />
    </SmallPage>
  );
}

function OpenChatButton({ label }: { label: string }) {
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  // Without scripts it would do nothing.
  if (!isLive) return null;
  return (
    <button
      type="button"
      className="button button-primary mt-8 w-full"
      onClick={() => openChat(null)}
    >
      <Icon name="chat-circle-dots-fill" /> {label}
    </button>
  );
}
