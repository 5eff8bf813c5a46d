import { loadMessages } from '../../i18n/load-messages.ts';
import { data } from 'react-router';
import { findOrderBySecret } from '../server/access.server.ts';
import { BuyerOrder } from '../ui/buyer-order.tsx';
import { appContextKey } from '../../app-context.ts';
import type { Route } from './+types/order.ts';
import { readBuyerPage } from './read-buyer-page.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { t } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('orders', 'orders-protocol') };

export { action } from './order-actions.server.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  privateMeta(
    t('Order {number}', { number: loaderData?.order.number ?? '' }).trim(),
    matches[0].loaderData,
  );

/**
 * The secret in the address is the credential: whoever has it has access, and nobody else learns that the order
 * exists.
 */
export async function loader({ context, params: { secret }, request }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const orderId = await findOrderBySecret(appContext.db, secret);
  if (orderId === undefined) throw data(null, { status: 404 });
  return readBuyerPage(appContext, request, { orderId, path: `/order/${secret}` });
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  return <BuyerOrder {...loaderData} answer={actionData} />;
}
