import { data, Link, redirect } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { BUYER_LIMIT, buyerForm, runBuyerForm } from '../../orders/pages/order-actions.server.ts';
import { readBuyerPage } from '../../orders/pages/read-buyer-page.server.ts';
import { readNumber, type TransitionName } from '../../orders/protocol/transitions.ts';
import { SENT_LISTS } from '../../orders/rules.ts';
import { accountPathOf } from '../../orders/server/access.server.ts';
import { BuyerOrder } from '../../orders/ui/buyer-order.tsx';
import { client, formAction } from '../../portal/pages/form-action.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { includes } from '../protocol/company-permissions.ts';
import { readClientOrder } from '../server/home/read-home.server.ts';
import {
  accountKey,
  findOrderOfClient,
  INVOICES_NEED,
  noSuchOrder,
  ORDER_ACTIONS,
  type OrderAction,
} from '../server/order-access.server.ts';
import { AccountNavigation, OrderedFor } from '../ui/account-frame.tsx';
import type { Route } from './+types/account-order.ts';

export const handle = { messages: await loadMessages('clients', 'orders', 'orders-protocol') };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  privateMeta(
    t('Order {number}', { number: loaderData?.order.number ?? '' }).trim(),
    matches[0].loaderData,
  );

/** The forms of the page by the transition that shows them. */
const FORM_OF: Partial<Readonly<Record<TransitionName, OrderAction>>> = {
  begin: 'brief',
  complete: 'accept',
  'request-revision': 'revise',
  'request-refund': 'refund',
  withdraw: 'withdraw',
  cancel: 'cancel',
};

/** The page of an order by its number. The session is the credential, so no secret is in the address. */
export async function loader({ context, params: { number: typed }, request }: Route.LoaderArgs) {
  const session = await requireClientPage(context, request);
  const appContext = context.get(appContextKey);
  const number = readNumber(typed);
  const access = await findOrderOfClient(appContext.db, session.client, number);
  if (!access || number === undefined) throw data(null, { status: 404 });
  const path = accountPathOf(number);
  if (!path.endsWith(`/${typed}`)) throw redirect(path);
  const { id: orderId, permission, company } = access;
  const may = (action: OrderAction) => includes(permission, ORDER_ACTIONS[action]);
  const page = await readBuyerPage(appContext, request, { orderId, path, may });
  const { order } = page;
  const { again } = (await readClientOrder(appContext, session.client, number)) ?? { again: null };
  return {
    ...page,
    order: {
      ...order,
      may: order.may.filter((name) => {
        const form = FORM_OF[name];
        return form === undefined || may(form);
      }),
      takesAnswers: order.takesAnswers && may('save-answers'),
      billing: may('billing') ? order.billing : null,
      takesBilling: order.takesBilling && may('billing'),
      invoices: includes(permission, INVOICES_NEED) ? order.invoices : [],
      subscription: order.subscription && {
        ...order.subscription,
        path: `/account/subscriptions/${order.subscription.number}`,
      },
    },
    company,
    again,
    mayPay: may('pay'),
  };
}

export const action = formAction(
  buyerForm,
  { admit: client, limit: BUYER_LIMIT, lists: SENT_LISTS },
  (sent, turn) => {
    const number = readNumber(turn.params.number ?? '');
    if (number === undefined) throw noSuchOrder();
    return runBuyerForm(turn, accountKey(turn.session.client, number, sent.intent), sent);
  },
);

export default function AccountOrder({ actionData, loaderData }: Route.ComponentProps) {
  const { company, again, ...shown } = loaderData;
  return (
    <>
      <div className="container-page max-w-[760px] pt-6 md:pt-10">
        <AccountNavigation />
      </div>
      <BuyerOrder {...shown} answer={actionData}>
        <OrderedFor company={company} />
        {again !== null && (
          <p className="mt-4">
            <Link to={again} className="button button-line button-small">
              {t('Order again')}
            </Link>
          </p>
        )}
        {shown.order.payable && !shown.mayPay && (
          <p className="mt-4 text-ink-2">
            {t('Somebody with ‘Manage’ in the company can pay this order.')}
          </p>
        )}
      </BuyerOrder>
    </>
  );
}
