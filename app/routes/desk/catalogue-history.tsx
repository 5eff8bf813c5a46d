import { say } from '../../platform/say.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { readPending } from '../../marketplace/desk/read-pending.ts';
import { readWorking } from '../../marketplace/desk/read-working.server.ts';
import { readHistory } from '../../marketplace/publish/read-history.server.ts';
import { CatalogueNav } from '../../marketplace/screens/desk/catalogue-nav.tsx';
import { HistoryList } from '../../marketplace/screens/desk/history-list.tsx';
import { readPageNumber } from '../../reviews/review-query.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from './page-at.server.ts';
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
