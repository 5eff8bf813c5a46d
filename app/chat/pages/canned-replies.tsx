import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { data } from 'react-router';
import { readCannedReplies } from '../server/messages/canned-replies.server.ts';
import { translates } from '../../platform/address-language.ts';
import { may } from '../../accounts/protocol/permissions.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/canned-replies.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { CannedReplies } from '../ui/canned-replies.tsx';
import { changeReplies } from './canned-reply-actions.server.ts';

export const handle = { messages: await loadMessages('chat-team') };

export const loader = pageAt('/canned-replies', async ({ appContext, member }) => {
  const replies = await readCannedReplies(appContext.db, member);
  const hasSpanish = translates(appContext.settings.languages);
  return { replies, mayShare: may(member, 'manage-shared-replies'), hasSpanish };
});

/** The page's fields belong to a new reply, so errors in a changed reply are shown above them. */
export async function action(args: Route.ActionArgs) {
  const answered = await changeReplies(args);
  if (answered instanceof Response) return answered;
  const { data: answer, init } = answered;
  const field = answer.typed.id === undefined ? answer.field : undefined;
  return data({ ...answer, field }, init ?? {});
}

export default function CannedRepliesPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Canned replies')}
      lead={t('Answers you give often. Type / in the reply box to insert one.')}
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <CannedReplies answer={actionData} {...loaderData} />
    </MemberPage>
  );
}
