import { say } from '../../platform/say.ts';
import { readLabelsInUse } from '../server/contacts/manage-labels.server.ts';
import { LabelList } from '../ui/label-list.tsx';
import { MemberPage } from '../../portal/member-page.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-labels.ts';

export { action } from './label-actions.server.ts';

export const loader = pageAt('/team/labels', async ({ host }) => ({
  labels: await readLabelsInUse(host.db),
}));

export default function TeamLabels({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={say('Labels')}
      lead={say(
        'For visitors and for conversations. They are put on in the panel beside a thread.',
      )}
    >
      {/* An error in an existing label has no field in the form below. */}
      <AnswerNotice
        answer={actionData && { ...actionData, ...(actionData.typed.id && { field: undefined }) }}
        className="mt-6"
      />
      <LabelList labels={loaderData.labels} answer={actionData} />
    </MemberPage>
  );
}
