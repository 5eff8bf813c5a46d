import { hostContext } from '../../host.ts';
import { readOutbox } from '../../platform/change/read-outbox.server.ts';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-outbox.ts';
import { ForbiddenPage } from '../../layouts/forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { readOutboxQuery } from './outbox-actions.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { OutboxList } from '../../team/screens/outbox-list.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Outbox' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };
export { action } from './outbox-actions.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-outbox');
  const query = readOutboxQuery(request);
  const { db, clock } = context.get(hostContext);
  return { member, query, ...(await readOutbox(db, clock, query)) };
}

export default function TeamOutbox({ loaderData, actionData }: Route.ComponentProps) {
  const { member, ...outbox } = loaderData;
  return (
    <MemberPage
      member={member}
      title="Outbox"
      lead="What is to leave the house, and what could not."
    >
      {/* No field of its own has room for what is wrong with it. */}
      <AnswerNotice answer={actionData && { ...actionData, field: undefined }} className="mt-6" />
      <OutboxList {...outbox} />
    </MemberPage>
  );
}
