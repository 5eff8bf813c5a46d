import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readJobs } from '../../platform/change/outbox.server.ts';
import { pageAt } from './page-at.server.ts';
import type { Route } from './+types/team-jobs.ts';
import { MemberPage } from '../member-page.tsx';
import { readJobQuery } from './job-actions.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { JobList } from '../../accounts/ui/job-list.tsx';

export const handle = { messages: await loadMessages('accounts-team') };

export { action } from './job-actions.server.ts';

export const loader = pageAt('/team/outbox', async ({ appContext, request }) => {
  const query = readJobQuery(request);
  return { query, ...(await readJobs(appContext.db, appContext.clock, query)) };
});

export default function TeamJobs({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Outbox')}
      lead={t('Emails, notifications, webhooks and refunds that are waiting or could not be sent.')}
    >
      {/* The fields have no room for an error message. */}
      <AnswerNotice answer={actionData && { ...actionData, field: undefined }} className="mt-6" />
      <JobList {...loaderData} />
    </MemberPage>
  );
}
