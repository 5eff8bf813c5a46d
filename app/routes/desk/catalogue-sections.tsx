import { say } from '../../platform/say.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { readOutline } from '../../marketplace/desk/read-outline.ts';
import { readPending } from '../../marketplace/desk/read-pending.ts';
import { readWorking } from '../../marketplace/desk/read-working.server.ts';
import { CatalogueNav } from '../../marketplace/screens/desk/catalogue-nav.tsx';
import { SectionOutline } from '../../marketplace/screens/desk/section-outline.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from './page-at.server.ts';
import type { Route } from './+types/catalogue-sections.ts';

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ host }) => {
  const working = await readWorking(host);
  return { sections: readOutline(working), pendingCount: readPending(working).length };
});

export default function CatalogueSections({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={say('Sections and groups')}
      lead={say('What the catalogue is divided into, in the order in which visitors see it.')}
    >
      <CatalogueNav pendingCount={loaderData.pendingCount} />
      <AnswerNotice answer={actionData} className="mt-6" />
      <SectionOutline sections={loaderData.sections} />
    </MemberPage>
  );
}
