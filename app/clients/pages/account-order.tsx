import { data, Link, redirect } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { limitsOfOrder } from '../../files/server/open-files.server.ts';
import { readUnfinished } from '../../files/server/upload/read-unfinished.server.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { BUYER_LIMIT, buyerForm, runBuyerForm } from '../../orders/pages/order-actions.server.ts';
import { readNumber, type TransitionName } from '../../orders/protocol/transitions.ts';
import { SENT_LISTS } from '../../orders/rules.ts';
import { accountPathOf } from '../../orders/server/access.server.ts';
import { ownerOf, type BuyerPurpose } from '../../orders/server/files/order-file-rules.server.ts';
import { readWaitingFiles } from '../../orders/server/files/order-files.server.ts';
import { readOrder } from '../../orders/server/order/read-order.server.ts';
import { checkOnVisit } from '../../orders/server/payment/check-pages.server.ts';
import { choicesOfOrder } from '../../orders/server/payment/payment-choices.server.ts';
import { readReviewable } from '../../orders/server/review/read-reviewable.server.ts';
import { BuyerOrder } from '../../orders/ui/buyer-order.tsx';
import type { Returned } from '../../orders/ui/payment-state.tsx';
import { client, formAction } from '../../portal/pages/form-action.server.ts';
import { titleOf } from '../../shop/pages/page-meta.ts';
import { Rich } from '../../ui/rich.tsx';
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
import { AccountNavigation } from '../ui/account-frame.tsx';
import type { Route } from './+types/account-order.ts';

export const handle = { messages: await loadMessages('clients', 'orders', 'orders-protocol') };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: titleOf(
      t('Order {number}', { number: loaderData?.order.number ?? '' }).trim(),
      matches[0].loaderData,
    ),
  },
  { name: 'robots', content: 'noindex' },
];

export const headers = ({ loaderHeaders }: { readonly loaderHeaders: Headers }) => loaderHeaders;

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
  const { db, clock, settings, catalogue } = appContext;
  const number = readNumber(typed);
  const access = await findOrderOfClient(db, session.client, number);
  if (!access || number === undefined) throw data(null, { status: 404 });
  const path = accountPathOf(number);
  if (!path.endsWith(`/${typed}`)) throw redirect(path);
  const { orderId, permission, company } = access;
  const may = (action: OrderAction) => includes(permission, ORDER_ACTIONS[action]);
  const paid = new URL(request.url).searchParams.get('paid');
  const returned: Returned = paid === '1' ? 'paid' : paid === '0' ? 'left' : undefined;
  // An open page requests data only, while a return from the payment page requests a document.
  const arrives = returned !== undefined && request.headers.get('Accept')?.includes('text/html');
  await checkOnVisit(appContext, orderId, arrives ?? false);
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const order = await readOrder(db, orderId, 'buyer', shop);
  if (!order) throw data(null, { status: 404 });
  const waitingFor = (purpose: BuyerPurpose) =>
    may(purpose) ? readWaitingFiles(db, ownerOf(orderId, purpose)) : [];
  const unfinishedFor = (purpose: BuyerPurpose) =>
    may(purpose) ? readUnfinished(context.get(appContextKey), ownerOf(orderId, purpose)) : [];
  const { again } = (await readClientOrder(appContext, session.client, number)) ?? { again: null };
  return data(
    {
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
      adding: {
        basePath: path,
        limits: limitsOfOrder(settings, 'brief'),
        waiting: { brief: await waitingFor('brief'), refund: await waitingFor('refund') },
        unfinished: {
          brief: await unfinishedFor('brief'),
          refund: await unfinishedFor('refund'),
        },
      },
      choices: choicesOfOrder(settings),
      bankDetails: settings.bankDetails,
      returned,
      receiptPath: `${path}/receipt`,
      reviewable: may('review') ? await readReviewable(db, catalogue, orderId) : [],
    },
    { headers: { 'Cache-Control': 'no-store' } },
  );
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
        {company !== null && (
          <p className="mt-3 text-ink-2 [overflow-wrap:anywhere]">
            <Rich
              text={t('Ordered for <company>{company}</company>', { company })}
              parts={{ company: <bdi /> }}
            />
          </p>
        )}
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
