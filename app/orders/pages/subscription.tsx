import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { readSubscription } from '../server/subscription/read-subscription.server.ts';
import { findSubscriptionBySecret } from '../server/subscription/subscription-access.server.ts';
import { BuyerSubscription } from '../ui/buyer-subscription.tsx';
import type { Route } from './+types/subscription.ts';

export const handle = { messages: await loadMessages('orders', 'orders-protocol') };

export { action } from './subscription-actions.server.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  privateMeta(
    t('Subscription {number}', { number: loaderData?.subscription.number ?? '' }).trim(),
    matches[0].loaderData,
  );

/** The secret in the address is the credential, as for orders. */
export async function loader({ context, params: { secret } }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const id = await findSubscriptionBySecret(appContext.db, secret);
  const subscription = id === undefined ? null : await readSubscription(appContext, id, 'buyer');
  if (!subscription) throw data(null, { status: 404 });
  return { subscription, requestKey: randomUUID() };
}

export default function SubscriptionPage({ loaderData, actionData }: Route.ComponentProps) {
  return <BuyerSubscription {...loaderData} answer={actionData} />;
}
