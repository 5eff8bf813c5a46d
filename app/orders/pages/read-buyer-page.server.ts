import { data } from 'react-router';
import type { AppContext } from '../../app-context.ts';
import { limitsOfOrder } from '../../files/server/open-files.server.ts';
import { readUnfinished } from '../../files/server/upload/read-unfinished.server.ts';
import { ownerOf, type BuyerPurpose } from '../server/files/order-file-rules.server.ts';
import { readWaitingFiles } from '../server/files/order-files.server.ts';
import { readOrder } from '../server/order/read-order.server.ts';
import { checkOnVisit } from '../server/payment/check-pages.server.ts';
import { choicesOfOrder } from '../server/payment/payment-choices.server.ts';
import { readReviewable } from '../server/review/read-reviewable.server.ts';
import type { Returned } from '../ui/payment-state.tsx';

interface BuyerPage {
  readonly orderId: string;
  readonly path: string;
  readonly may?: (action: BuyerPurpose | 'review') => boolean;
}

/** Reads what `BuyerOrder` shows. The caller has authorized the buyer. Throws a 404 if the order does not exist. */
export async function readBuyerPage(
  appContext: AppContext,
  request: Request,
  { orderId, path, may = () => true }: BuyerPage,
) {
  const { db, clock, settings, catalogue } = appContext;
  const paid = new URL(request.url).searchParams.get('paid');
  const returned: Returned = paid === '1' ? 'paid' : paid === '0' ? 'left' : undefined;
  // An open page requests data only, while a return from the payment page requests a document.
  const arrives = returned !== undefined && request.headers.get('Accept')?.includes('text/html');
  await checkOnVisit(appContext, orderId, arrives ?? false);
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const order = await readOrder(db, orderId, 'buyer', shop);
  if (!order) throw data(null, { status: 404 });
  const due = order.payable && { amount: order.payable.amount, currency: order.currency };
  const waitingFor = (purpose: BuyerPurpose) =>
    may(purpose) ? readWaitingFiles(db, ownerOf(orderId, purpose)) : [];
  const unfinishedFor = (purpose: BuyerPurpose) =>
    may(purpose) ? readUnfinished(appContext, ownerOf(orderId, purpose)) : [];
  return {
    order,
    adding: {
      basePath: path,
      limits: limitsOfOrder(settings, 'brief'),
      waiting: { brief: await waitingFor('brief'), refund: await waitingFor('refund') },
      unfinished: {
        brief: await unfinishedFor('brief'),
        refund: await unfinishedFor('refund'),
      },
    },
    choices: choicesOfOrder(settings, due ?? undefined),
    bankDetails: settings.bankDetails,
    returned,
    receiptPath: `${path}/receipt`,
    reviewable: may('review') ? await readReviewable(db, catalogue, orderId) : [],
  };
}
