import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { openList } from '../../portal/pages/open-list.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { COUPON_LIST } from '../protocol/coupons.ts';
import { listCoupons } from '../server/coupons/list-coupons.server.ts';
import { CouponList } from '../ui/coupon-list.tsx';
import type { Route } from './+types/team-coupons.ts';

export const handle = { messages: await loadMessages('orders-team', 'orders-protocol', 'ui-team') };

export { changeCoupons as action } from './coupon-actions.server.ts';

export const loader = pageAt('/team/coupons', async ({ appContext, member, request }) => {
  const open = await openList(appContext.db, member, COUPON_LIST, request);
  const params = new URL(request.url).searchParams;
  const saved = /^[A-Z0-9-]{4,32}$/.exec(params.get('saved') ?? '')?.[0];
  return { open, saved, page: await listCoupons(appContext, open.state) };
});

export default function TeamCoupons({ loaderData, actionData }: Route.ComponentProps) {
  const { open, saved, page } = loaderData;
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
      <CouponList open={open} page={page} answer={actionData} />
    </MemberPage>
  );
}
