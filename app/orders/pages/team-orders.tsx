import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { listOrders } from '../server/order/list-orders.server.ts';
import type { ListedOrder } from '../protocol/order-view.ts';
import { readOrderQuery, pathOfQuery, type OrderQuery } from '../protocol/order-query.ts';
import {
  readTroubles,
  type PaymentTroubles as Troubles,
} from '../server/payment/read-troubles.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-orders.ts';
import { Form, Link } from 'react-router';
import { DateTime, Moment } from '../../ui/date-time.tsx';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { HiddenFields, FormButton, ConfirmForm } from '../../ui/form/form-button.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { ORDER_STATES, getStateLabel } from '../protocol/transitions.ts';
import { formatMoney } from '../protocol/money.ts';
import { LateChip, OrderStateChip } from '../ui/order-state-chip.tsx';
import { formatDueForTeam } from '../protocol/due.ts';
import { OrderSection } from '../ui/order-section.tsx';

export const handle = { messages: await loadMessages('orders-team', 'orders-protocol') };

interface OrderListProps {
  readonly query: OrderQuery;
  readonly orders: readonly ListedOrder[];
  readonly hasMore: boolean;
}

const filters = () => [
  { value: 'open', name: t('Open orders') },
  { value: 'late', name: t('Late') },
  { value: 'all', name: t('All orders') },
  ...ORDER_STATES.map((state) => ({ value: state, name: getStateLabel(state) })),
];

export { action } from './payment-actions.server.ts';

export const loader = pageAt('/team/orders', async ({ appContext, member, request }) => {
  const { db, clock, settings } = appContext;
  const query = readOrderQuery(new URL(request.url).searchParams);
  const shop = { timeZone: settings.supportTimezone, now: clock.now() };
  const [list, troubles] = await Promise.all([
    listOrders(db, member, query, shop),
    readTroubles(db, member),
  ]);
  return { list: { query, ...list }, troubles };
});

export default function TeamOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { list, troubles } = loaderData;
  return (
    <MemberPage
      title={t('Orders')}
      lead={t('Accepted orders, from payment to delivery. Newest first.')}
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      <PaymentTroubles {...troubles} />
      <OrderList key={JSON.stringify(list.query)} {...list} />
    </MemberPage>
  );
}

function OrderList({ query, orders, hasMore }: OrderListProps) {
  return (
    <>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
        <Form className="flex flex-wrap items-end gap-3" action="/team/orders" role="search">
          <SelectField
            label={t('Show')}
            name="show"
            defaultValue={query.show}
            options={filters()}
          />
          <div className="w-72 max-md:w-auto max-md:min-w-52 max-md:flex-1">
            <TextField
              label={t('Search')}
              name="q"
              type="search"
              placeholder={t('Number, service or email')}
              defaultValue={query.search}
            />
          </div>
          <button type="submit" className="button button-line">
            {t('Show')}
          </button>
        </Form>
        <DownloadForm action="/team/orders/export">
          <HiddenFields fields={{ show: query.show, q: query.search }} />
          <SubmitButton className="button button-line">{t('Export as CSV')}</SubmitButton>
        </DownloadForm>
      </div>
      {orders.length === 0 ? (
        <p className="mt-8 text-ink-2">
          {query.search || query.show !== 'open'
            ? t('No matching orders. Try another filter or search.')
            : t('No open orders. When a buyer accepts an offer, the order appears here.')}
        </p>
      ) : (
        <ul className="list-card mt-6">
          {orders.map((order) => (
            <OrderRow key={order.number} order={order} />
          ))}
        </ul>
      )}
      <PagesNav
        page={query.page}
        hasMore={hasMore}
        pathOf={(page) => pathOfQuery({ ...query, page })}
      />
    </>
  );
}

function OrderRow({ order }: { readonly order: ListedOrder }) {
  return (
    <li className="list-row text-[15px]">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex items-center gap-2 max-sm:flex-wrap">
          <Link to={`/team/orders/${order.number}`} className="link shrink-0 font-semibold">
            {order.number}
          </Link>
          <span
            dir="auto"
            className="min-w-0 truncate max-sm:order-1 max-sm:basis-full"
            title={order.title}
          >
            {order.title}
          </span>
          <OrderStateChip state={order.state} isRefundPending={order.isRefundPending} />
          <LateChip due={order.due} />
        </p>
        <p className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
          {order.buyer ?? t('Erased buyer')}
        </p>
      </div>
      <div className="text-[14px] text-ink-2 sm:text-end">
        <p className="font-semibold text-ink tabular-nums">
          {formatMoney(order.amount, order.currency)}
        </p>
        <p>{order.due ? formatDueForTeam(order.due) : <DateTime at={order.createdAt} />}</p>
      </div>
    </li>
  );
}

function PaymentTroubles({ held, refunds, disputes, differences }: Troubles) {
  return (
    <>
      {held.length > 0 && <HeldPayments held={held} />}
      {refunds.length > 0 && <FailedRefunds refunds={refunds} />}
      {disputes.length > 0 && <OpenDisputes disputes={disputes} />}
      {differences.length > 0 && <Differences differences={differences} />}
    </>
  );
}

function HeldPayments({ held }: Pick<Troubles, 'held'>) {
  return (
    <OrderSection id="held" title={t('Payment held')}>
      <ul className="list-card mt-3">
        {held.map(({ id, order, reference, amount, because, at }) => (
          <li key={id} className="list-row text-[15px]">
            <div className="min-w-0 flex-1 basis-72">
              <AmountOfOrder amount={amount} order={order} />
              <p>{because}</p>
              <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                {reference} · <Moment at={at} />
              </p>
            </div>
            <ConfirmForm
              label={t('Refund')}
              accessibleLabel={t('Refund {amount}, {reference}', { amount, reference })}
              question={t('Refund {amount}?', { amount })}
              text={t(
                'The money is returned to the original payment method. None of it was applied to an order.',
              )}
              fields={{ intent: 'return-payment', payment: id }}
              doLabel={t('Refund')}
              tone="primary"
            />
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

function FailedRefunds({ refunds }: Pick<Troubles, 'refunds'>) {
  return (
    <OrderSection id="failed-refunds" title={t('Failed refunds')}>
      <ul className="list-card mt-3">
        {refunds.map(({ id, order, amount, because, isUnknown, at }) => (
          <li key={id} className="list-row text-[15px]">
            <div className="min-w-0 flex-1 basis-72">
              <AmountOfOrder amount={amount} order={order} />
              <p>
                {isUnknown
                  ? t(
                      "The payment service didn't respond, so this refund may or may not have been sent. Check there before you send it again.",
                    )
                  : t(
                      "The payment service didn't send this refund, so you still have the money. Send it again, or make a new decision on the order’s page.",
                    )}
              </p>
              <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                {because} · <Moment at={at} />
              </p>
            </div>
            <FormButton
              fields={{ intent: 'send-refund-again', refund: id }}
              aria-label={t('Send again: {name}', { name: `${amount} ${order ?? ''}`.trim() })}
            >
              {t('Send again')}
            </FormButton>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

function OpenDisputes({ disputes }: Pick<Troubles, 'disputes'>) {
  return (
    <OrderSection id="disputes" title={t('Disputed payments')}>
      <ul className="list-card mt-3">
        {disputes.map(({ reference, order, amount, at }) => (
          <li key={reference} className="list-row text-[15px]">
            <div className="min-w-0 flex-1">
              <AmountOfOrder amount={amount} order={order} />
              <p>{t('Respond to the dispute at the payment service.')}</p>
              <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                {reference} · <Moment at={at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

function AmountOfOrder({
  amount,
  order,
}: {
  readonly amount: string;
  readonly order: string | null;
}) {
  return (
    <p>
      <span className="font-semibold tabular-nums">{amount}</span>
      {order && (
        <>
          {' · '}
          <Link className="link" to={`/team/orders/${order}`}>
            {order}
          </Link>
        </>
      )}
    </p>
  );
}

function Differences({ differences }: Pick<Troubles, 'differences'>) {
  return (
    <OrderSection id="differences" title={t('Payment discrepancies')}>
      <ul className="list-card mt-3">
        {differences.map(({ paymentMethod, reference, what, foundAt }) => (
          <li key={`${paymentMethod} ${reference}`} className="list-row text-[15px]">
            <div className="min-w-0 flex-1">
              <p>{what}</p>
              <p dir="auto" className="text-[14px] text-ink-2 [overflow-wrap:anywhere]">
                {paymentMethod === '' ? '' : `${paymentMethod}: ${reference} · `}
                <Moment at={foundAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}
