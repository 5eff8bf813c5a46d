import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { openList } from '../../portal/pages/open-list.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { INVOICE_LIST } from '../protocol/invoices.ts';
import { listInvoices } from '../server/invoices/list-invoices.server.ts';
import { readFirstNumbers } from '../server/invoices/start-numbers.server.ts';
import { FirstNumberForms } from '../ui/first-number-forms.tsx';
import { InvoiceList } from '../ui/invoice-list.tsx';
import type { Route } from './+types/team-invoices.ts';

export const handle = {
  messages: await loadMessages('orders-team', 'orders', 'orders-protocol', 'ui-team'),
};

export { action } from './invoice-actions.server.ts';

export const loader = pageAt('/team/invoices', async ({ appContext, member, request }) => {
  const open = await openList(appContext.db, member, INVOICE_LIST, request);
  const [page, firstNumbers] = await Promise.all([
    listInvoices(appContext, open.state),
    readFirstNumbers(appContext),
  ]);
  return { open, page, firstNumbers };
});

export default function TeamInvoices({ loaderData, actionData }: Route.ComponentProps) {
  const { open, page, firstNumbers } = loaderData;
  return (
    <MemberPage
      title={t('Invoices')}
      lead={t('Issued with each payment or on request. Refunds have credit notes.')}
      isWide
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <InvoiceList open={open} page={page} answer={actionData} />
      <FirstNumberForms firstNumbers={firstNumbers} answer={actionData} />
    </MemberPage>
  );
}
