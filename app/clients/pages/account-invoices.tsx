import { Link } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { InvoiceLink } from '../../orders/ui/order-invoices.tsx';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { KeysetNav } from '../../ui/keyset-nav.tsx';
import { readAccountInvoices } from '../server/home/read-account-invoices.server.ts';
import { AccountFrame } from '../ui/account-frame.tsx';
import type { Route } from './+types/account-invoices.ts';

export const handle = { messages: await loadMessages('clients', 'orders', 'orders-protocol') };

const PATH = '/account/invoices';

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Your invoices'), matches[0].loaderData);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { client } = await requireClientPage(context, request);
  const after = new URL(request.url).searchParams.get('after') ?? '';
  const page = await readAccountInvoices(context.get(appContextKey), client, after);
  return { ...page, isFirst: after === '' };
}

export default function AccountInvoices({ loaderData }: Route.ComponentProps) {
  const { invoices, next, isFirst } = loaderData;
  return (
    <AccountFrame title={t('Invoices')}>
      {invoices.length === 0 ? (
        <p className="mt-4 text-ink-2">
          {isFirst
            ? t('Invoices and credit notes of your orders will appear here.')
            : t('There are no older invoices.')}
        </p>
      ) : (
        <ul className="mt-5 grid gap-3">
          {invoices.map((invoice) => (
            <li key={invoice.id}>
              <InvoiceLink
                invoice={invoice}
                currency={invoice.currency}
                basePath={invoice.orderPath}
              />
              <p className="mt-1.5 flex flex-wrap gap-x-3 px-3 text-[15px] text-ink-2">
                <Link to={invoice.orderPath} className="link">
                  {t('Order {number}', { number: invoice.order })}
                </Link>
                {invoice.company !== null && <bdi>{invoice.company}</bdi>}
              </p>
            </li>
          ))}
        </ul>
      )}
      <KeysetNav
        first={isFirst ? undefined : PATH}
        next={next === null ? undefined : `${PATH}?after=${encodeURIComponent(next)}`}
      />
    </AccountFrame>
  );
}
