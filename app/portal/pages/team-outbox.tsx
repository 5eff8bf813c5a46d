import { say } from '../../platform/say.ts';
import { readOutbox } from '../../platform/change/read-outbox.server.ts';
import { pageAt } from './page-at.server.ts';
import type { Route } from './+types/team-outbox.ts';
import { MemberPage } from '../member-page.tsx';
import { readOutboxQuery } from './outbox-actions.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { OutboxList } from '../../accounts/ui/outbox-list.tsx';

export { action } from './outbox-actions.server.ts';

export const loader = pageAt('/team/outbox', async ({ host, request }) => {
  const query = readOutboxQuery(request);
  return { query, ...(await readOutbox(host.db, host.clock, query)) };
});

export default function TeamOutbox({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage title={say('Outbox')} lead={say('What is to leave the house, and what could not.')}>
      {/* The fields have no room for an error message. */}
      <AnswerNotice answer={actionData && { ...actionData, field: undefined }} className="mt-6" />
      <OutboxList {...loaderData} />
    </MemberPage>
  );
}
