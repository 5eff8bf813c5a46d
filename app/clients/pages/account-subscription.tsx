import { randomUUID } from 'node:crypto';
import { data, redirect } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import {
  runSubscriberForm,
  subscriberForm,
  SUBSCRIBER_LIMIT,
} from '../../orders/pages/subscription-actions.server.ts';
import { readSubscriptionNumber } from '../../orders/protocol/subscription-transitions.ts';
import { readSubscription } from '../../orders/server/subscription/read-subscription.server.ts';
import { accountPathOfSubscription } from '../../orders/server/subscription/subscription-access.server.ts';
import { BuyerSubscription } from '../../orders/ui/buyer-subscription.tsx';
import { client, formAction } from '../../portal/pages/form-action.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { includes } from '../protocol/company-permissions.ts';
import {
  findSubscriptionOfClient,
  noSuchSubscription,
  SUBSCRIPTION_ACTIONS,
  subscriptionKey,
} from '../server/subscription-access.server.ts';
import { AccountNavigation, OrderedFor } from '../ui/account-frame.tsx';
import type { Route } from './+types/account-subscription.ts';

export const handle = { messages: await loadMessages('clients', 'orders', 'orders-protocol') };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  privateMeta(
    t('Subscription {number}', { number: loaderData?.subscription.number ?? '' }).trim(),
    matches[0].loaderData,
  );

/** The session is the credential, so no secret is in the address. */
export async function loader({ context, params: { number: typed }, request }: Route.LoaderArgs) {
  const session = await requireClientPage(context, request);
  const appContext = context.get(appContextKey);
  const number = readSubscriptionNumber(typed);
  const access = await findSubscriptionOfClient(appContext.db, session.client, number);
  if (!access || number === undefined) throw data(null, { status: 404 });
  const path = accountPathOfSubscription(number);
  if (!path.endsWith(`/${typed}`)) throw redirect(path);
  const { id, permission, company } = access;
  const subscription = await readSubscription(appContext, id, 'buyer');
  if (!subscription) throw data(null, { status: 404 });
  const mayPay = includes(permission, SUBSCRIPTION_ACTIONS.cancel);
  const mayRequest = includes(permission, SUBSCRIPTION_ACTIONS.request);
  return {
    subscription: {
      ...subscription,
      paymentPath: mayPay ? subscription.paymentPath : null,
      may: mayPay ? subscription.may : [],
      periods: subscription.periods.map(inAccount),
      periodRequests: mayRequest ? subscription.periodRequests : null,
      requests: subscription.requests.map(inAccount),
    },
    requestKey: randomUUID(),
    company,
    mayPay,
  };
}

/** The session opens the orders here, so no secret is in their addresses. */
function inAccount<T extends { readonly order: string }>(row: T) {
  return { ...row, path: `/account/orders/${row.order}` };
}

export const action = formAction(
  subscriberForm,
  { admit: client, limit: SUBSCRIBER_LIMIT },
  (sent, { appContext, params, session }) => {
    const number = readSubscriptionNumber(params.number ?? '');
    if (number === undefined) throw noSuchSubscription();
    return runSubscriberForm(
      appContext,
      subscriptionKey(session.client, number, sent.intent),
      sent,
    );
  },
);

export default function AccountSubscription({ actionData, loaderData }: Route.ComponentProps) {
  const { company, ...shown } = loaderData;
  return (
    <>
      <div className="container-page max-w-[760px] pt-6 md:pt-10">
        <AccountNavigation />
      </div>
      <BuyerSubscription {...shown} answer={actionData}>
        <OrderedFor company={company} />
      </BuyerSubscription>
    </>
  );
}
