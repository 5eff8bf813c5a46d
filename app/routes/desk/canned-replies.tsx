import { data } from 'react-router';
import { readCannedReplies } from '../../conversation/say/canned-replies.server.ts';
import { hostContext } from '../../host.ts';
import { may } from '../../team/members/permissions.ts';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/canned-replies.ts';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { CannedReplies } from '../../conversation/screens/canned-replies.tsx';
import { changeReplies } from './canned-reply-actions.server.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Canned replies' }];
export const headers = () => PRIVATE_PAGE_HEADERS;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requireMemberPage(context, request);
  const { db } = context.get(hostContext);
  return { member, replies: await readCannedReplies(db, member) };
}

/** The fields of this name are those of a new reply; what is wrong with a change is said above. */
export async function action(args: Route.ActionArgs) {
  const answered = await changeReplies(args);
  if (answered instanceof Response) return answered;
  const { data: answer, init } = answered;
  const field = answer.typed.id === undefined ? answer.field : undefined;
  return data({ ...answer, field }, init ?? {});
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
