import { readCannedReplies } from '../../conversation/say/canned-replies.server.ts';
import { hostContext } from '../../host.ts';
import { may } from '../../team/members/permissions.ts';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/canned-replies.ts';
import { answerForm, PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { CannedReplies } from '../../conversation/screens/canned-replies.tsx';
import { runReplyAction } from './canned-reply-actions.server.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Canned replies' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requireMemberPage(context, request);
  const { db } = context.get(hostContext);
  return { member, replies: await readCannedReplies(db, member) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requireMemberPage(context, request);
  return answerForm(request, (form) => runReplyAction(context, member, form));
}

export default function CannedRepliesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { member, replies } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Canned replies"
      lead="Answers you give often. Type / in the reply box to insert one."
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <CannedReplies
        replies={replies}
        mayShare={may(member, 'manage-shared-replies')}
        answer={actionData}
      />
    </MemberPage>
  );
}
