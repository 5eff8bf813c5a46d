import { say } from '../../platform/say.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { groupOptions } from '../protocol/group-options.ts';
import { readPending } from '../protocol/read-pending.ts';
import { readTable } from '../protocol/read-table.ts';
import { readTableQuery } from '../protocol/table-query.ts';
import { readWorking } from '../server/lists/read-working.server.ts';
import { digestsOf } from '../server/drafts/digest.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { CatalogueTable } from '../ui/catalogue-table.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { answerOfEntry } from './entry-answer.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-catalogue.ts';

export { action } from './catalogue-actions.server.ts';

export const loader = pageAt('/team/catalogue', async ({ host, request }) => {
  const working = await readWorking(host);
  const query = readTableQuery(new URL(request.url).searchParams);
  const { rows, total, hasMore, page } = readTable(working, query);
  return {
    query: { ...query, page },
    sections: groupOptions(working),
    pendingCount: readPending(working).length,
    rows: rows.map((row) => ({ ...row, shown: JSON.stringify(digestsOf(row.amountFields)) })),
    total,
    hasMore,
  };
});

export default function TeamCatalogue({ loaderData, actionData }: Route.ComponentProps) {
  const { pendingCount, ...table } = loaderData;
  const answer = answerOfEntry(actionData);
  return (
    <MemberPage
      title={say('Catalogue')}
      lead={say(
        'What you change here is a draft until you publish it. Visitors see nothing of it before.',
      )}
    >
      <CatalogueNav pendingCount={pendingCount} />
      {/* An error in a price is shown at its field. */}
      {!answer?.typed.entry && <AnswerNotice answer={actionData} className="mt-6" />}
      <CatalogueTable {...table} answer={answer} />
    </MemberPage>
  );
}
