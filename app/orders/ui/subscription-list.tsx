import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { msgIn, t } from '../../i18n/translate.ts';
import type { ColumnOf } from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';
import { DateTime } from '../../ui/date-time.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { TeamList } from '../../ui/list/team-list.tsx';
import { formatMoney } from '../protocol/money.ts';
import { formatDay } from '../protocol/offer.ts';
import { SUBSCRIPTION_LIST } from '../protocol/subscription-list.ts';
import {
  getSubscriptionStateLabel,
  SUBSCRIPTION_STATES,
} from '../protocol/subscription-transitions.ts';
import { describeInterval } from '../protocol/subscriptions.ts';
import type {
  ListedSubscription,
  listSubscriptions,
} from '../server/subscription/list-subscriptions.server.ts';
import { SubscriptionStateChip } from './subscription-details.tsx';

interface SubscriptionListProps {
  readonly open: OpenList<typeof SUBSCRIPTION_LIST>;
  readonly page: Awaited<ReturnType<typeof listSubscriptions>>;
  readonly answer: FormAnswer | undefined;
}

export function SubscriptionList({ open, page, answer }: SubscriptionListProps) {
  const states = SUBSCRIPTION_STATES.map((value) => ({
    value,
    name: getSubscriptionStateLabel(value),
  }));
  return (
    <TeamList
      list={SUBSCRIPTION_LIST}
      open={open}
      page={page}
      answer={answer}
      nameOf={({ number }) => number}
      filters={[
        {
          kind: 'search',
          name: 'q',
          label: t('Search'),
          placeholder: t('Number, service or buyer'),
        },
        {
          kind: 'choice',
          name: 'state',
          label: t('State'),
          options: [{ value: '', name: t('All states') }, ...states],
        },
      ]}
      cells={CELLS}
      bulk={[
        { intent: 'pause', label: t(msgIn('subscription', 'Pause')) },
        { intent: 'cancel', label: t('End with the period') },
      ]}
      exports={[{ action: '/team/subscriptions/export', label: t('Export as CSV') }]}
      empty={{
        title: t('No subscriptions yet'),
        text: t('A service with a price per period can be subscribed to in the shop.'),
        step: (
          <Link to="/" className="button button-primary">
            {t('Open the shop')}
          </Link>
        ),
      }}
    />
  );
}

const CELLS: Readonly<
  Record<ColumnOf<typeof SUBSCRIPTION_LIST>, (row: ListedSubscription) => ReactNode>
> = {
  number: ({ number, state, title }) => (
    <>
      <Link to={`/team/subscriptions/${number}`} className="link me-2 font-semibold" translate="no">
        {number}
      </Link>
      <SubscriptionStateChip state={state} />
      <span dir="auto" className="mt-1 block [overflow-wrap:anywhere]">
        {title}
      </span>
    </>
  ),
  buyer: ({ buyer }) => buyer ?? t('The buyer’s email address was erased.'),
  until: ({ lastDay }) => (lastDay === null ? '–' : formatDay(lastDay)),
  amount: ({ amount, currency, interval }) => (
    <>
      {formatMoney(amount, currency)} {describeInterval(interval)}
    </>
  ),
  method: ({ paidBy }) => paidBy,
  started: ({ startedAt }) => (startedAt === null ? '–' : <DateTime at={startedAt} />),
  ended: ({ endedAt }) => (endedAt === null ? '–' : <DateTime at={endedAt} />),
};
