import { say } from '../../platform/say.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { readPending } from '../protocol/read-pending.ts';
import { readWorking } from '../server/lists/read-working.server.ts';
import { CatalogueNav } from '../ui/catalogue-nav.tsx';
import { ImportForm } from '../ui/import-form.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/catalogue-import.ts';

export { action } from './catalogue-import-action.server.ts';

export const loader = pageAt('/team/catalogue', async ({ host }) => ({
  pendingCount: readPending(await readWorking(host)).length,
}));

export default function CatalogueImport({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MemberPage
      title={say('Import and export')}
      lead={say('The whole catalogue as a file, to keep it in a spreadsheet and bring it back.')}
    >
      <CatalogueNav pendingCount={loaderData.pendingCount} />
      <ImportForm answer={actionData} />
    </MemberPage>
  );
}
