import { say } from '../../platform/say.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readContentList } from '../protocol/read-content-list.ts';
import { readPending } from '../protocol/read-pending.ts';
import { readWorking } from '../server/lists/read-working.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { ContentList } from '../ui/content-list.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-content.ts';

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/content', async ({ host }) => {
  const working = await readWorking(host);
  const { main } = host.settings.languages;
  return { list: readContentList(working, main), pendingCount: readPending(working).length };
});

export default function TeamContent({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={say('Content')}
      lead={say('The words of your shop. What you change here is a draft until you publish it.')}
    >
      <CatalogueNav pendingCount={loaderData.pendingCount} />
      <AnswerNotice answer={actionData} className="mt-6" />
      <ContentList {...loaderData.list} />
    </MemberPage>
  );
}
