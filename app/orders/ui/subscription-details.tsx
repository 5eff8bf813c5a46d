import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { msgIn, t } from '../../i18n/translate.ts';
import { Chip } from '../../ui/chip.tsx';
import { FormButton } from '../../ui/form/form-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { formatMoney } from '../protocol/money.ts';
import { formatDay } from '../protocol/offer.ts';
import {
  getSubscriptionStateLabel,
  toneOfSubscription,
} from '../protocol/subscription-transitions.ts';
import {
  describeInterval,
  type PeriodRequestsView,
  type SubscriptionPeriodView,
  type SubscriptionView,
} from '../protocol/subscriptions.ts';
import { OrderSection } from './order-section.tsx';
import { OrderStateChip } from './order-state-chip.tsx';

interface SubscriptionProps {
  readonly subscription: SubscriptionView;
}

export function SubscriptionStateChip({ state }: Pick<SubscriptionView, 'state'>) {
  return <Chip tone={toneOfSubscription(state)}>{getSubscriptionStateLabel(state)}</Chip>;
}

/** Shows the price, the paid time, and what comes next. */
export function SubscriptionFacts({ subscription }: SubscriptionProps) {
  const { currency, interval, amount, nextAmount, lastDay, plannedPrice, state } = subscription;
  const isEnding = state === 'ending' || subscription.isPausing;
  return (
    <OrderSection id="subscription-facts" title={subscription.title}>
      <dl className="mt-3 grid gap-x-6 gap-y-1 sm:gap-y-2 sm:grid-cols-[auto_1fr]">
        <Fact label={t(msgIn('subscription', 'Price'))}>
          {formatMoney(amount, currency)} {describeInterval(interval)}
        </Fact>
        {nextAmount !== null && nextAmount !== amount && (
          <Fact label={t('Next period')}>{formatMoney(nextAmount, currency)}</Fact>
        )}
        <Fact label={t('Payment method')}>{subscription.paidBy}</Fact>
        {lastDay !== null && <Fact label={t('Paid until')}>{formatDay(lastDay)}</Fact>}
        {isEnding && lastDay !== null && (
          <Fact label={t('Then')}>
            {state === 'ending' ? t('The subscription ends.') : t('The subscription is paused.')}
          </Fact>
        )}
        {plannedPrice && (
          <Fact label={t('New price')}>
            {t('{amount} {interval}, for periods that begin after {day}', {
              amount: formatMoney(plannedPrice.amount, currency),
              interval: describeInterval(interval),
              day: formatDay(plannedPrice.from),
            })}
          </Fact>
        )}
      </dl>
    </OrderSection>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-semibold max-sm:mb-2">{children}</dd>
    </>
  );
}

export function SubscriptionPeriods({ subscription: { periods, currency } }: SubscriptionProps) {
  return (
    <OrderSection id="subscription-periods" title={t('Periods')}>
      <ul className="mt-3 border-y border-line">
        {periods.map((period) => (
          <li
            key={period.order}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line py-2.5 not-first:border-t"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <Link to={period.path} className="link">
                {t('Order {number}', { number: period.order })}
              </Link>
              <span>{describeDays(period)}</span>
              <OrderStateChip state={period.orderState} />
            </span>
            <span className="tabular-nums">{formatMoney(period.amount, currency)}</span>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

/** Shows how many requests of the period are used, and makes new ones. */
export function SubscriptionRequests({
  subscription: { periodRequests, requests },
  requestKey,
}: SubscriptionProps & {
  /** The idempotency key of 'New request'. */
  readonly requestKey: string;
}) {
  if (!periodRequests && requests.length === 0) return null;
  return (
    <OrderSection id="subscription-requests" title={t('Requests')}>
      {periodRequests && <NewRequest {...periodRequests} requestKey={requestKey} />}
      {requests.length > 0 && (
        <ul className="mt-4 border-y border-line">
          {requests.map(({ order, number, period, orderState, at, path }) => (
            <li
              key={order}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line py-2.5 not-first:border-t"
            >
              <Link to={path} className="link">
                {t('Order {number}', { number: order })}
              </Link>
              <span>{t('Request {number} in period {period}', { number, period })}</span>
              <OrderStateChip state={orderState} />
              <span className="text-[15px] text-ink-2">
                <DateTime at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </OrderSection>
  );
}

function NewRequest({
  used,
  included,
  label,
  refusal,
  requestKey,
}: PeriodRequestsView & { readonly requestKey: string }) {
  return (
    <>
      <p className="mt-3">
        {label === ''
          ? t('{used} of {included} requests used in this period', { used, included })
          : t('{used} of {included} {label} used in this period', { used, included, label })}
      </p>
      <p className="mt-1 text-[15px] text-ink-2">{t('Unused requests expire with the period.')}</p>
      {refusal === null ? (
        <FormButton
          fields={{ intent: 'request', key: requestKey }}
          formClassName="mt-3"
          className="button button-primary"
        >
          {t('New request')}
        </FormButton>
      ) : (
        <p className="mt-2">{refusal}</p>
      )}
    </>
  );
}

function describeDays({ number, first, last }: SubscriptionPeriodView): string {
  if (first === null || last === null) return t('Period {number}', { number });
  return t('Period {number}: {first} to {last}', {
    number,
    first: formatDay(first),
    last: formatDay(last),
  });
}

export function SubscriptionHistory({ subscription: { events } }: SubscriptionProps) {
  return (
    <OrderSection id="subscription-history" title={t('History')}>
      <ol className="mt-3 grid gap-2">
        {events.map(({ number, event, at, by, why }) => (
          <li key={number} className="[overflow-wrap:anywhere]">
            <p className="font-semibold">{event}</p>
            <p className="text-[15px] text-ink-2">
              <bdi>{by}</bdi> ·{' '}
              <bdi>
                <DateTime at={at} />
              </bdi>
            </p>
            {why !== null && (
              <p dir="auto" className="text-ink-2">
                {why}
              </p>
            )}
          </li>
        ))}
      </ol>
    </OrderSection>
  );
}
