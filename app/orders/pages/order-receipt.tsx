import { data } from 'react-router';
import { hostContext } from '../../host.ts';
import { findOrderBySecret } from '../server/access.server.ts';
import { readOrder } from '../server/order/read-order.server.ts';
import { Receipt } from '../ui/receipt.tsx';
import { dayOf } from '../../platform/weekly-hours.ts';
import type { Route } from './+types/order-receipt.ts';
import { say } from '../../platform/say.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: say('Receipt {value}', { value: loaderData?.order.number ?? '' }).trim() },
  { name: 'robots', content: 'noindex' },
];

/** A receipt exists only after payment. */
export async function loader({ context, params: { secret } }: Route.LoaderArgs) {
  const { db, clock, settings } = context.get(hostContext);
  const { brandName, postalAddress, supportEmail, supportTimezone: timeZone } = settings;
  const id = await findOrderBySecret(db, secret);
  const order =
    id === undefined ? undefined : await readOrder(db, id, 'buyer', { timeZone, now: clock.now() });
  if (!order?.paidAt) throw data(null, { status: 404 });
  const paidOn = dayOf(timeZone, new Date(order.paidAt));
  return { order, brandName, postalAddress, supportEmail, paidOn };
}

export default function OrderReceipt({ loaderData }: Route.ComponentProps) {
  return <Receipt {...loaderData} />;
}
