import { Form } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { KeysetNav } from '../../ui/keyset-nav.tsx';
import {
  fieldsOfInvoices,
  INVOICE_FILTERS,
  INVOICE_FILTER_NAMES,
  pathOfInvoices,
  readInvoiceQuery,
  type InvoiceQuery,
} from '../protocol/invoices.ts';
import { listInvoices } from '../server/invoices/list-invoices.server.ts';
import { readFirstNumbers } from '../server/invoices/start-numbers.server.ts';
import { FirstNumberForms } from '../ui/first-number-forms.tsx';
import { InvoiceTable } from '../ui/invoice-table.tsx';
import type { Route } from './+types/team-invoices.ts';

export const handle = { messages: await loadMessages('orders-team', 'orders', 'orders-protocol') };

export { action } from './invoice-actions.server.ts';

export const loader = pageAt('/team/invoices', async ({ appContext, request }) => {
  const query = readInvoiceQuery(new URL(request.url).searchParams);
  const [list, firstNumbers] = await Promise.all([
    listInvoices(appContext, query),
    readFirstNumbers(appContext),
  ]);
  return { query, list, firstNumbers };
});

export default function TeamInvoices({ loaderData, actionData }: Route.ComponentProps) {
  const { query, list, firstNumbers } = loaderData;
  return (
    <MemberPage
      title={t('Invoices')}
      lead={t('Issued with each payment or on request. Refunds have credit notes.')}
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      {list.all === 0 ? (
        <div className="mt-8">
          <EmptyState
            title={t('No invoices yet')}
            text={t('The first one is issued when an order is paid.')}
          />
        </div>
      ) : (
        <>
          <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
            <InvoiceFilters query={query} />
            <DownloadForm action="/team/invoices/export">
              <HiddenFields fields={fieldsOfInvoices({ ...query, after: '' })} />
              <SubmitButton className="button button-line">{t('Export as CSV')}</SubmitButton>
            </DownloadForm>
          </div>
          {list.invoices.length === 0 ? (
            <p role="status" className="mt-5 text-ink-2">
              {t('No matching documents. Try another filter or search.')}
            </p>
          ) : (
            <InvoiceTable invoices={list.invoices} answer={actionData} />
          )}
          <KeysetNav
            first={query.after === '' ? undefined : pathOfInvoices({ ...query, after: '' })}
            next={list.next === '' ? undefined : pathOfInvoices({ ...query, after: list.next })}
          />
        </>
      )}
      <FirstNumberForms firstNumbers={firstNumbers} answer={actionData} />
    </MemberPage>
  );
}

/** The fields are the address of the list. */
function InvoiceFilters({ query }: { readonly query: InvoiceQuery }) {
  return (
    <Form
      action="/team/invoices"
      role="search"
      aria-label={t('Filter')}
      className="flex flex-wrap items-end gap-3"
    >
      <TextField
        label={t('Search')}
        name="q"
        type="search"
        placeholder={t('Number, buyer or order')}
        autoComplete="off"
        defaultValue={query.search}
      />
      <SelectField
        label={t('Show')}
        name="show"
        defaultValue={query.show}
        options={INVOICE_FILTER_NAMES.map((value) => ({ value, name: t(INVOICE_FILTERS[value]) }))}
      />
      <TextField label={t('Issued from')} name="from" type="date" defaultValue={query.from} />
      <TextField label={t('Issued until')} name="until" type="date" defaultValue={query.until} />
      <button type="submit" className="button button-line">
        {t('Apply filter')}
      </button>
    </Form>
  );
}
