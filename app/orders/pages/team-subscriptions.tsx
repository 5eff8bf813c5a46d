import { Form } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { pathOfSubscriptions, readSubscriptionQuery } from '../protocol/subscription-query.ts';
import {
  getSubscriptionStateLabel,
  SUBSCRIPTION_STATES,
} from '../protocol/subscription-transitions.ts';
import { listSubscriptions } from '../server/subscription/read-subscription.server.ts';
import { KeysetNav } from '../../ui/keyset-nav.tsx';
import { SubscriptionTable } from '../ui/subscription-table.tsx';
import type { Route } from './+types/team-subscriptions.ts';

export const handle = { messages: await loadMessages('orders-team', 'orders', 'orders-protocol') };

export const loader = pageAt('/team/subscriptions', async ({ appContext, member, request }) => {
  const query = readSubscriptionQuery(new URL(request.url).searchParams);
  return { query, list: await listSubscriptions(appContext, member, query) };
});

export default function TeamSubscriptions({ loaderData: { query, list } }: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Subscriptions')}
      lead={t('Services that are paid every week, month, quarter or year.')}
    >
      {list.all === 0 ? (
        <div className="mt-8">
          <EmptyState
            title={t('No subscriptions yet')}
            text={t('A service with a price per period can be subscribed to in the shop.')}
          />
        </div>
      ) : (
        <>
          <Form
            action="/team/subscriptions"
            role="search"
            aria-label={t('Filter')}
            className="mt-6 flex flex-wrap items-end gap-3"
          >
            <SelectField
              label={t('State')}
              name="state"
              defaultValue={query.state}
              options={[
                { value: '', name: t('All states') },
                ...SUBSCRIPTION_STATES.map((value) => ({
                  value,
                  name: getSubscriptionStateLabel(value),
                })),
              ]}
            />
            <button type="submit" className="button button-line">
              {t('Apply filter')}
            </button>
          </Form>
          {list.subscriptions.length === 0 ? (
            <p role="status" className="mt-5 text-ink-2">
              {t('No matching subscriptions. Try another filter.')}
            </p>
          ) : (
            <SubscriptionTable subscriptions={list.subscriptions} />
          )}
          <KeysetNav
            first={
              query.after === null ? undefined : pathOfSubscriptions({ ...query, after: null })
            }
            next={
              list.next === null ? undefined : pathOfSubscriptions({ ...query, after: list.next })
            }
          />
        </>
      )}
    </MemberPage>
  );
}
