import { Link } from 'react-router';
import { may } from '../../accounts/protocol/permissions.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import {
  fieldsOfSubscriptions,
  pathOfSubscriptions,
  readSubscriptionQuery,
} from '../protocol/subscription-query.ts';
import { listSubscriptions } from '../server/subscription/list-subscriptions.server.ts';
import { KeysetNav } from '../../ui/keyset-nav.tsx';
import { SubscriptionFilters } from '../ui/subscription-filters.tsx';
import { SubscriptionTable } from '../ui/subscription-table.tsx';
import type { Route } from './+types/team-subscriptions.ts';

export const handle = { messages: await loadMessages('orders-team', 'orders', 'orders-protocol') };

export const loader = pageAt('/team/subscriptions', async ({ appContext, member, request }) => {
  const query = readSubscriptionQuery(new URL(request.url).searchParams);
  return {
    query,
    list: await listSubscriptions(appContext, member, query),
    mayImport: may(member, 'change-settings'),
  };
});

export default function TeamSubscriptions({
  loaderData: { query, list, mayImport },
}: Route.ComponentProps) {
  return (
    <MemberPage
      title={t('Subscriptions')}
      lead={t('Services that are paid every week, month, quarter or year.')}
    >
      {mayImport && (
        <p className="mt-4">
          <Link to="/team/subscriptions/import" className="link">
            {t('Import clients and subscriptions')}
          </Link>
        </p>
      )}
      {list.all === 0 ? (
        <div className="mt-8">
          <EmptyState
            title={t('No subscriptions yet')}
            text={t('A service with a price per period can be subscribed to in the shop.')}
          />
        </div>
      ) : (
        <>
          <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
            <SubscriptionFilters query={query} />
            <DownloadForm action="/team/subscriptions/export">
              <HiddenFields fields={fieldsOfSubscriptions({ ...query, after: '' })} />
              <SubmitButton className="button button-line">{t('Export as CSV')}</SubmitButton>
            </DownloadForm>
          </div>
          <p role="status" className="mt-5 text-[15px] text-ink-2">
            {t('{found, plural, one {# subscription} other {# subscriptions}} of {all}', list)}
          </p>
          {list.subscriptions.length === 0 ? (
            <p className="mt-4 text-ink-2">
              {t('No matching subscriptions. Try another filter or search.')}
            </p>
          ) : (
            <SubscriptionTable query={query} subscriptions={list.subscriptions} />
          )}
          <KeysetNav
            first={query.after === '' ? undefined : pathOfSubscriptions({ ...query, after: '' })}
            next={
              list.next === '' ? undefined : pathOfSubscriptions({ ...query, after: list.next })
            }
          />
        </>
      )}
    </MemberPage>
  );
}
