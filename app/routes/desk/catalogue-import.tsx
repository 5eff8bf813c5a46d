import { say } from '../../platform/say.ts';
import { MemberPage } from '../../layouts/member-page.tsx';
import { readPending } from '../../marketplace/desk/read-pending.ts';
import { readWorking } from '../../marketplace/desk/read-working.server.ts';
import { CatalogueNav } from '../../marketplace/screens/desk/catalogue-nav.tsx';
import { ImportForm } from '../../marketplace/screens/desk/import-form.tsx';
import { pageAt } from './page-at.server.ts';
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
