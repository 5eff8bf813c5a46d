import { loadMessages } from '../../i18n/load-messages.ts';
import { data } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { findOrderBySecret } from '../server/access.server.ts';
import { readReceipt } from '../server/order/read-receipt.server.ts';
import { Receipt } from '../ui/receipt.tsx';
import type { Route } from './+types/order-receipt.ts';
import { t } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('orders') };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: t('Receipt {value}', { value: loaderData?.order.number ?? '' }).trim() },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params: { secret } }: Route.LoaderArgs) {
  const { db, clock, settings } = context.get(appContextKey);
  const id = await findOrderBySecret(db, secret);
  const receipt = id === undefined ? undefined : await readReceipt(db, clock, settings, id);
  if (!receipt) throw data(null, { status: 404 });
  return receipt;
}

export default function OrderReceipt({ loaderData }: Route.ComponentProps) {
  return <Receipt {...loaderData} />;
}
