import { data } from 'react-router';
import { readFormData } from '../../platform/read-form.ts';
import {
  LINK_IS_OVER,
  resumeConversation,
} from '../../conversation/mail/resume-conversation.server.ts';
import { isResumeTokenValid } from '../../conversation/mail/resume-token.server.ts';
import { findBrowser, rememberBrowser } from '../../conversation/say/visitor-browser.server.ts';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { readToken, requireToken } from '../desk/read-token.server.ts';
import { useSite } from '../../layouts/use-site.ts';
import type { Route } from './+types/resume-chat.ts';
import { ResumeChat } from '../../chat-client/visitor/resume-chat.tsx';
import { say } from '../../platform/say.ts';

const BY_ADDRESS = { name: 'resume-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [
  { title: say('Continue your chat') },
  { name: 'robots', content: 'noindex' },
];

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
    const { conversationId, email } = await resumeConversation(host, token, async (tx) => {
      const known = await findBrowser(tx, request.headers.get('Cookie'));
      if (known) return known;
      const made = await rememberBrowser(tx, clock, settings.origin.startsWith('https:'));
      setCookie = made.setCookie;
      return made.browserId;
    });
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

export default function ResumeChatPage({ actionData, loaderData }: Route.ComponentProps) {
  const { brandName } = useSite();
  return <ResumeChat brandName={brandName} answer={actionData} problem={loaderData.problem} />;
}
