import { Link } from 'react-router';
import { msgIn, t } from '../../i18n/translate.ts';
import { formatMoney } from '../protocol/money.ts';
import { formatDay } from '../protocol/offer.ts';
import { describeInterval } from '../protocol/subscriptions.ts';
import type { ListedSubscription } from '../server/subscription/read-subscription.server.ts';
import { SubscriptionStateChip } from './subscription-details.tsx';

/** On phones each row becomes a block. */
export function SubscriptionTable({
  subscriptions,
}: {
  readonly subscriptions: readonly ListedSubscription[];
}) {
  return (
    <div className="list-card mt-4">
      <table className="w-full border-collapse text-[15px] max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-[14px]">
            {[t('Subscription'), t('Buyer'), t('Paid until')].map((label) => (
              <th key={label} scope="col" className="px-4 py-3 text-start font-semibold">
                {label}
              </th>
            ))}
            <th scope="col" className="px-4 py-3 text-end font-semibold">
              {t(msgIn('subscription', 'Price'))}
            </th>
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
