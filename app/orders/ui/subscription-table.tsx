import { Link } from 'react-router';
import { t } from '../../i18n/translate.ts';
import { formatMoney } from '../protocol/money.ts';
import { formatDay } from '../protocol/offer.ts';
import { describeInterval } from '../protocol/subscriptions.ts';
import type { ListedSubscription } from '../server/subscription/list-subscriptions.server.ts';
import { SortHeader } from '../../ui/sort-header.tsx';
import {
  pathOfSubscriptions,
  startsDescending,
  SUBSCRIPTION_SORTS,
  type SubscriptionQuery,
  type SubscriptionSort,
} from '../protocol/subscription-query.ts';
import { SubscriptionStateChip } from './subscription-details.tsx';

/** On phones each row becomes a block. */
export function SubscriptionTable({
  query,
  subscriptions,
}: {
  readonly query: SubscriptionQuery;
  readonly subscriptions: readonly ListedSubscription[];
}) {
  return (
    <div className="list-card mt-4">
      <table className="w-full border-collapse text-[15px] max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-[14px]">
            <Sort sort="number" query={query} />
            <th scope="col" className="px-4 py-3 text-start font-semibold">
              {t('Buyer')}
            </th>
            <Sort sort="until" query={query} />
            <Sort sort="amount" query={query} isNumber />
          </tr>
        </thead>
        <tbody className="max-md:block">
          {subscriptions.map((each) => (
            <tr
              key={each.number}
              className="border-line not-first:border-t max-md:block max-md:px-4 max-md:py-3"
            >
              <th scope="row" className="px-4 py-3 text-start font-normal max-md:block max-md:p-0">
                <Link
                  to={`/team/subscriptions/${each.number}`}
                  className="link me-2 font-semibold"
                  translate="no"
                >
                  {each.number}
                </Link>
                <SubscriptionStateChip state={each.state} />
                <span dir="auto" className="mt-1 block [overflow-wrap:anywhere]">
                  {each.title}
                </span>
              </th>
              <td className="px-4 py-3 [overflow-wrap:anywhere] max-md:block max-md:p-0 max-md:pt-1">
                {each.buyer ?? t('The buyer’s email address was erased.')}
              </td>
              <td className="px-4 py-3 max-md:inline-block max-md:p-0 max-md:pe-3">
                {each.lastDay === null ? '–' : formatDay(each.lastDay)}
              </td>
              <td className="px-4 py-3 text-end tabular-nums max-md:inline-block max-md:p-0">
                {formatMoney(each.amount, each.currency)} {describeInterval(each.interval)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortProps {
  readonly sort: SubscriptionSort;
  readonly query: SubscriptionQuery;
  readonly isNumber?: boolean;
}

function Sort({ sort, query, isNumber = false }: SortProps) {
  const isSorted = query.sort === sort;
  const isDescending = isSorted ? !query.isDescending : startsDescending(sort);
  return (
    <SortHeader
      label={t(SUBSCRIPTION_SORTS[sort])}
      to={pathOfSubscriptions({ ...query, sort, isDescending, after: '' })}
      sorted={isSorted ? (query.isDescending ? 'descending' : 'ascending') : undefined}
      isNumber={isNumber}
    />
  );
}
