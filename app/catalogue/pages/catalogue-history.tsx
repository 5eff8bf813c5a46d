import { say } from '../../platform/say.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readPending } from '../protocol/read-pending.ts';
import { readWorking } from '../server/lists/read-working.server.ts';
import { readHistory } from '../server/publish/read-history.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { HistoryList } from '../ui/history-list.tsx';
import { readPageNumber } from '../../reviews/review-query.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-history.ts';

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ host, request }) => {
  const page = readPageNumber(new URL(request.url).searchParams);
  const history = await readHistory(host.db, page);
  return { ...history, page, pendingCount: readPending(await readWorking(host)).length };
});

export default function CatalogueHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { pendingCount, ...history } = loaderData;
  return (
    <MemberPage
      title={say('History')}
      lead={say('Every publication there was, with who made it and when.')}
    >
      <CatalogueNav pendingCount={pendingCount} />
      <AnswerNotice answer={actionData} className="mt-6" />
      <HistoryList {...history} />
    </MemberPage>
  );
}
