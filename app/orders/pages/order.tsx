import { loadMessages } from '../../i18n/load-messages.ts';
import { data } from 'react-router';
import { limitsOfOrder } from '../../files/server/open-files.server.ts';
import { readUnfinished } from '../../files/server/upload/read-unfinished.server.ts';
import { findOrderBySecret } from '../server/access.server.ts';
import { ownerOf, type BuyerPurpose } from '../server/files/order-file-rules.server.ts';
import { readWaitingFiles } from '../server/files/order-files.server.ts';
import { readOrder } from '../server/order/read-order.server.ts';
import { checkOnVisit } from '../server/payment/check-pages.server.ts';
import { choicesOfOrder } from '../server/payment/payment-choices.server.ts';
import { readReviewable } from '../server/review/read-reviewable.server.ts';
import { BuyerOrder } from '../ui/buyer-order.tsx';
import type { Returned } from '../ui/payment-state.tsx';
import { appContextKey } from '../../app-context.ts';
import type { Route } from './+types/order.ts';
import { titleOf } from '../../shop/pages/page-meta.ts';
import { t } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('orders', 'orders-protocol') };

export { action } from './order-actions.server.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  {
    title: titleOf(
      t('Order {number}', { number: loaderData?.order.number ?? '' }).trim(),
      matches[0].loaderData,
    ),
  },
  { name: 'robots', content: 'noindex' },
];

/**
 * The secret in the address is the credential: whoever has it has access, and nobody else learns that the order
 * exists.
 */
export async function loader({ context, params: { secret }, request }: Route.LoaderArgs) {
  const appContext = context.get(appContextKey);
  const { db, clock, settings, catalogue } = appContext;
  const id = await findOrderBySecret(db, secret);
  const paid = new URL(request.url).searchParams.get('paid');
  const returned: Returned = paid === '1' ? 'paid' : paid === '0' ? 'left' : undefined;
  // An open page requests data only, while a return from the payment page requests a document.
  const arrives = returned !== undefined && request.headers.get('Accept')?.includes('text/html');
  if (id !== undefined) await checkOnVisit(appContext, id, arrives ?? false);
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const order = id === undefined ? undefined : await readOrder(db, id, 'buyer', shop);
  if (!order || id === undefined) throw data(null, { status: 404 });
  const waitingFor = (purpose: BuyerPurpose) => readWaitingFiles(db, ownerOf(id, purpose));
  const unfinishedFor = (purpose: BuyerPurpose) => readUnfinished(appContext, ownerOf(id, purpose));
  return {
    order,
    adding: {
      basePath: `/order/${secret}`,
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
    receiptPath: `/order/${secret}/receipt`,
    reviewable: await readReviewable(db, catalogue, id),
  };
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  return <BuyerOrder {...loaderData} answer={actionData} />;
}
