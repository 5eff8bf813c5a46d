import { JobList } from '../../accounts/ui/job-list.tsx';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { JOB_LIST } from '../../platform/change/job-list.ts';
import { listJobs } from '../../platform/change/jobs.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { MemberPage } from '../member-page.tsx';
import { openList } from './open-list.server.ts';
import { pageAt } from './page-at.server.ts';
import type { Route } from './+types/team-jobs.ts';

export const handle = { messages: await loadMessages('accounts-team', 'platform-team', 'ui-team') };

export { action } from './job-actions.server.ts';

export const loader = pageAt('/team/outbox', async ({ appContext, member, request }) => {
  const { db, clock } = appContext;
  const open = await openList(db, member, JOB_LIST, request);
  return { open, page: await listJobs(db, clock, open.state) };
});

export default function TeamJobs({ loaderData, actionData }: Route.ComponentProps) {
  const { open, page } = loaderData;
  return (
    <MemberPage
      title={t('Jobs')}
      lead={t("Emails, notifications, webhooks and refunds that are waiting or couldn't be sent.")}
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <JobList open={open} page={page} answer={actionData} />
    </MemberPage>
  );
}
