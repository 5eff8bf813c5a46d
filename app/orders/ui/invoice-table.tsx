import { Link } from 'react-router';
import { msg, msgIn, t, type Sentence } from '../../i18n/translate.ts';
import { Chip } from '../../ui/chip.tsx';
import { formatMoney } from '../protocol/money.ts';
import { formatDay } from '../protocol/offer.ts';
import type { InvoiceView } from '../protocol/order-view.ts';
import type { ListedInvoice } from '../server/invoices/list-invoices.server.ts';

const STATES = {
  paid: { label: msg('Paid'), tone: 'success' },
  open: { label: msg('Open'), tone: 'amber' },
  void: { label: msg('Void'), tone: 'plain' },
  credited: { label: msgIn('document', 'Credit note'), tone: 'plain' },
} as const satisfies Readonly<
  Record<
    InvoiceView['state'],
    { readonly label: Sentence; readonly tone: 'plain' | 'amber' | 'success' }
  >
>;

/** On phones each row becomes a block: number and state, buyer, days and amount. */
export function InvoiceTable({ invoices }: { readonly invoices: readonly ListedInvoice[] }) {
  return (
    <div className="list-card mt-4">
      <table className="w-full border-collapse text-[15px] max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-start text-[14px]">
            {[t('Document'), t('Buyer'), t('Order'), t('Issued'), t('Due')].map((name) => (
              <th key={name} scope="col" className="px-4 py-3 text-start font-semibold">
                {name}
              </th>
            ))}
            <th scope="col" className="px-4 py-3 text-end font-semibold">
              {t('Amount')}
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function InvoiceRow({ invoice }: { readonly invoice: ListedInvoice }) {
  const { id, kind, number, order, buyer, issuedOn, dueOn, amount, currency, state } = invoice;
  const orderPath = `/team/orders/${order}`;
  return (
    <tr className="border-line not-first:border-t max-md:block max-md:px-4 max-md:py-3">
      <th scope="row" className="px-4 py-3 text-start font-normal max-md:block max-md:p-0">
        <a
          href={`${orderPath}/invoices/${id}`}
          download
          className="link me-2 font-semibold [overflow-wrap:anywhere]"
          translate="no"
        >
          <bdi>{number}</bdi>
        </a>
        <Chip tone={invoice.isOverdue ? 'amber' : STATES[state].tone}>
          {invoice.isOverdue ? t('Overdue') : t(STATES[state].label)}
        </Chip>
      </th>
      <td
        dir="auto"
        className="px-4 py-3 text-start [overflow-wrap:anywhere] max-md:block max-md:p-0 max-md:pt-1"
      >
        {buyer}
      </td>
      <td className="px-4 py-3 max-md:inline-block max-md:p-0 max-md:pe-3">
        <Link to={orderPath} className="link">
          {order}
        </Link>
      </td>
      <td className="px-4 py-3 max-md:inline-block max-md:p-0 max-md:pe-3">
        {formatDay(issuedOn)}
      </td>
      <td className="px-4 py-3 max-md:hidden">{kind === 'invoice' ? formatDay(dueOn) : '–'}</td>
      <td className="px-4 py-3 text-end tabular-nums max-md:block max-md:p-0 max-md:pt-1 max-md:text-start">
        {formatMoney(kind === 'credit-note' ? -amount : amount, currency)}
      </td>
    </tr>
  );
}
