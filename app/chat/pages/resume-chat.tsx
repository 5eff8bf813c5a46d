import { loadMessages } from '../../i18n/load-messages.ts';
import * as v from 'valibot';
import { LINK_IS_OVER, resumeConversation } from '../server/email/resume-conversation.server.ts';
import { isResumeTokenValid } from '../server/email/resume-token.server.ts';
import { findBrowser, rememberBrowser } from '../server/messages/visitor-browser.server.ts';
import { appContextKey } from '../../app-context.ts';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { readToken } from '../../accounts/pages/read-token.server.ts';
import { useSite } from '../../shop/layout/use-site.ts';
import type { Route } from './+types/resume-chat.ts';
import { ResumeChat } from '../widget/resume-chat.tsx';
import { t } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('chat', 'shop-pages') };

const BY_ADDRESS = { name: 'resume-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [
  { title: t('Continue your chat') },
  { name: 'robots', content: 'noindex' },
];

/** The loader must not use up the link, because programs that scan emails open links. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContextKey);
  const isValid = await isResumeTokenValid(db, clock, readToken(request));
  return { problem: isValid ? null : t(LINK_IS_OVER) };
}

export const action = formAction(
  v.object({}),
  { admit: anybody, limit: BY_ADDRESS },
  async (_, { appContext, request, headers, token }) => {
    let setCookie = '';
    const resumed = await resumeConversation(appContext, token, async (tx) => {
      const { clock, settings } = appContext;
      const known = await findBrowser({ db: tx, settings }, request.headers.get('Cookie'));
      if (known) return known;
      const made = await rememberBrowser(tx, clock, settings.origin);
      setCookie = made.setCookie;
      return made.browserId;
    });
    if (setCookie !== '') headers.append('Set-Cookie', setCookie);
    return { message: '', ...resumed };
  },
);

// After the link has been used, the page keeps showing the result.
export const shouldRevalidate = () => false;

export default function ResumeChatPage({ actionData, loaderData }: Route.ComponentProps) {
  const { brandName } = useSite();
  return <ResumeChat brandName={brandName} answer={actionData} problem={loaderData.problem} />;
}
