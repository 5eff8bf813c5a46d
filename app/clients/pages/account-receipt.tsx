import { data } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { readNumber } from '../../orders/protocol/transitions.ts';
import { readReceipt } from '../../orders/server/order/read-receipt.server.ts';
import { Receipt } from '../../orders/ui/receipt.tsx';
import { findOrderOfClient } from '../server/order-access.server.ts';
import type { Route } from './+types/account-receipt.ts';

export const handle = { messages: await loadMessages('clients', 'orders', 'orders-protocol') };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: t('Receipt {value}', { value: loaderData?.order.number ?? '' }).trim() },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params: { number }, request }: Route.LoaderArgs) {
  const { client } = await requireClientPage(context, request);
  const { db, clock, settings } = context.get(appContextKey);
  const access = await findOrderOfClient(db, client, readNumber(number));
  const receipt = access && (await readReceipt(db, clock, settings, access.id));
  if (!receipt) throw data(null, { status: 404 });
  return receipt;
}

export default function AccountReceipt({ loaderData }: Route.ComponentProps) {
  return <Receipt {...loaderData} />;
}
