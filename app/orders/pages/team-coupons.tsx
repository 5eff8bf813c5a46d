import { Link } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { DownloadForm } from '../../ui/form/download-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { KeysetNav } from '../../ui/keyset-nav.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { fieldsOfQuery, pathOfCoupons, readCouponQuery } from '../protocol/coupons.ts';
import { listCoupons } from '../server/coupons/list-coupons.server.ts';
import { CouponFilters } from '../ui/coupon-filters.tsx';
import { CouponTable } from '../ui/coupon-table.tsx';
import type { Route } from './+types/team-coupons.ts';

export const handle = { messages: await loadMessages('orders-team', 'orders-protocol') };

export { changeCoupons as action } from './coupon-actions.server.ts';

export const loader = pageAt('/team/coupons', async ({ appContext, request }) => {
  const params = new URL(request.url).searchParams;
  const query = readCouponQuery(params);
  const saved = /^[A-Z0-9-]{4,32}$/.exec(params.get('saved') ?? '')?.[0];
  return { query, saved, list: await listCoupons(appContext, query) };
});

export default function TeamCoupons({ loaderData, actionData }: Route.ComponentProps) {
  const { query, saved, list } = loaderData;
  return (
    <MemberPage
      title={t('Coupons')}
      lead={t('Codes that lower the price of an order. Buyers enter them in the order form.')}
    >
      <AnswerNotice answer={actionData} className="mt-6" />
      {saved !== undefined && !actionData && (
        <div className="mt-6">
          <Notice kind="success">{t('{code} is saved.', { code: saved })}</Notice>
        </div>
      )}
      {list.all === 0 ? (
        <div className="mt-8">
          <EmptyState
            title={t('No coupons yet')}
            text={t('Create a code, then share it with your buyers. Its uses are counted here.')}
          >
            <NewCoupon />
          </EmptyState>
        </div>
      ) : (
        <>
          <div className="mt-6 flex flex-wrap items-end justify-between gap-4">
            <CouponFilters query={query} />
            <div className="flex flex-wrap gap-3">
              <DownloadForm action="/team/coupons/export">
                <HiddenFields fields={fieldsOfQuery({ ...query, after: '' })} />
                <SubmitButton className="button button-line">{t('Export as CSV')}</SubmitButton>
              </DownloadForm>
              <NewCoupon />
            </div>
          </div>
          <p role="status" className="mt-5 text-[15px] text-ink-2">
            {t('{found, plural, one {# coupon} other {# coupons}} of {all}', list)}
          </p>
          {list.coupons.length === 0 ? (
            <p className="mt-4 text-ink-2">
              {t('No matching coupons. Try another filter or search.')}
            </p>
          ) : (
            <CouponTable query={query} coupons={list.coupons} />
          )}
          <KeysetNav
            first={query.after === '' ? undefined : pathOfCoupons({ ...query, after: '' })}
            next={list.next === '' ? undefined : pathOfCoupons({ ...query, after: list.next })}
          />
        </>
      )}
    </MemberPage>
  );
}

function NewCoupon() {
  return (
    <Link to="/team/coupons/new" className="button button-primary">
      {t('New coupon')}
    </Link>
  );
}
