import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { openList } from '../../portal/pages/open-list.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { readPending } from '../protocol/describe-change.ts';
import { groupOptions } from '../protocol/group-options.ts';
import { SERVICE_LIST } from '../protocol/service-list.ts';
import { digestsOf, readWorking } from '../server/drafts/read-drafts.server.ts';
import { readServicePage } from '../server/lists/read-services.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { answerOfEntry } from '../ui/entry-answer.tsx';
import { ServiceList } from '../ui/service-list.tsx';
import type { Route } from './+types/team-catalogue.ts';

export const handle = {
  messages: await loadMessages('catalogue-team', 'platform-team', 'ui-team'),
};

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ appContext, member, request }) => {
  const open = await openList(appContext.db, member, SERVICE_LIST, request);
  const working = await readWorking(appContext);
  const page = readServicePage(working, open.state);
  const rows = page.rows.map((row) => ({
    ...row,
    shown: {
      price: JSON.stringify(digestsOf(row.amountFields)),
      status: JSON.stringify(digestsOf({ isHidden: row.isHidden })),
    },
  }));
  return {
    open,
    page: { ...page, rows },
    sections: groupOptions(working),
    pendingCount: readPending(working).length,
  };
});

export default function TeamCatalogue({ loaderData, actionData }: Route.ComponentProps) {
  const { pendingCount, ...list } = loaderData;
  const saved = answerOfEntry(actionData);
  return (
    <MemberPage
      title={t('Catalogue')}
      lead={t('Changes you make here stay drafts until you publish them.')}
    >
      <CatalogueNav pendingCount={pendingCount} />
      {/* The answer to a field of a row is shown at the field. */}
      {!saved?.typed.entry && <AnswerNotice answer={actionData} className="mt-6" />}
      <ServiceList {...list} answer={actionData} saved={saved} />
    </MemberPage>
  );
}
