import { Link } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { NEW_COUPON, writeTypedCoupon } from '../protocol/coupon-form.ts';
import { findCoupon } from '../server/coupons/list-coupons.server.ts';
import { CouponForm, type CouponChoices } from '../ui/coupon-form.tsx';
import type { Route } from './+types/team-coupon.ts';

export const handle = { messages: await loadMessages('orders-team', 'orders-protocol') };

export { saveTypedCoupon as action } from './coupon-actions.server.ts';

/** Hidden sections and services stay in the list if the coupon has them, so that saving does not lose them. */
export const loader = pageAt('/team/coupons', async ({ appContext, params }) => {
  const { catalogue, settings } = appContext;
  const id = params.id ?? '';
  const coupon = id === 'new' ? undefined : await findCoupon(appContext, id);
  if (id !== 'new' && !coupon) throw new Response(null, { status: 404 });
  const typed = coupon ? writeTypedCoupon(coupon) : NEW_COUPON;
  const chosen = new Set(coupon?.scopeIds);
  const choices: CouponChoices = catalogue.content.sections
    .map((section) => ({
      id: section.id,
      title: section.title,
      isShown: catalogue.findSection(section.id) !== undefined || chosen.has(section.id),
      services: catalogue.content.services
        .filter((service) => service.section === section.id)
        .filter((service) => !service.isHidden || chosen.has(service.id))
        .map((service) => ({ id: service.id, title: service.title })),
    }))
    .filter(({ isShown, services }) => isShown || services.length > 0);
  return {
    typed: { ...typed, currency: typed.currency || settings.currency },
    code: coupon?.code ?? null,
    version: coupon?.version ?? 0,
    choices,
    timeZone: settings.supportTimezone,
  };
});

export default function TeamCoupon({ loaderData, actionData }: Route.ComponentProps) {
  const { code } = loaderData;
  return (
    <MemberPage
      title={code === null ? t('New coupon') : t('Coupon {code}', { code })}
      lead={
        code === null
          ? t('Buyers enter the code in the order form. You can change everything later.')
          : t('Changes apply to new orders. Orders that already have it keep their discount.')
      }
    >
      <p className="mt-4">
        <Link to="/team/coupons" className="link">
          {t('All coupons')}
        </Link>
      </p>
      <CouponForm key={loaderData.version} {...loaderData} answer={actionData} />
    </MemberPage>
  );
}
