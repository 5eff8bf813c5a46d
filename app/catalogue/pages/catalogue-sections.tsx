import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readOutline } from '../protocol/read-outline.ts';
import { readPending } from '../protocol/describe-change.ts';
import { readWorking } from '../server/drafts/read-drafts.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { SectionOutline } from '../ui/section-outline.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-sections.ts';

export const handle = { messages: await loadMessages('catalogue-team', 'platform-team') };

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ appContext }) => {
  const working = await readWorking(appContext);
  return { sections: readOutline(working), pendingCount: readPending(working).length };
});

export default function CatalogueSections({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Sections and groups')}
      lead={t('What the catalogue is divided into, in the order in which visitors see it.')}
    >
      <CatalogueNav pendingCount={loaderData.pendingCount} />
      <AnswerNotice answer={actionData} className="mt-6" />
      <SectionOutline sections={loaderData.sections} />
    </MemberPage>
  );
}
