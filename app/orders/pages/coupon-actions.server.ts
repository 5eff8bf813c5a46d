import { redirect } from 'react-router';
import * as v from 'valibot';
import { field, uuid } from '../../platform/fields.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import { t } from '../../i18n/translate.ts';
import { COUPON_TYPED_LENGTH } from '../protocol/offer.ts';
import { COUPON_LISTS } from '../protocol/coupon-form.ts';
import { readCouponForm } from '../server/coupons/read-coupon-form.server.ts';
import { SCOPE_AT_MOST } from '../rules.ts';
import { endCoupon, saveCoupon, type CouponErrors } from '../server/coupons/save-coupon.server.ts';

const LIMIT = { name: 'coupon', burst: 60, perMinute: 30 };
const NUMBER = field(20);
const ids = v.optional(v.pipe(v.array(field(64)), v.maxLength(SCOPE_AT_MOST + 1)), []);

const saveForm = v.object({
  intent: v.literal('save'),
  version: field(10),
  code: field(COUPON_TYPED_LENGTH),
  kind: field(20),
  percentage: NUMBER,
  amount: NUMBER,
  currency: field(3),
  minimum: NUMBER,
  scope: field(20),
  sections: ids,
  services: ids,
  validFrom: NUMBER,
  validUntil: NUMBER,
  totalLimit: NUMBER,
  addressLimit: NUMBER,
  isFirstOrderOnly: NUMBER,
  periods: NUMBER,
});

const endForm = v.object({ intent: v.picklist(['end', 'resume']), id: uuid });

const guard = { admit: whoMayOpen('/team/coupons'), limit: LIMIT, lists: COUPON_LISTS } as const;

interface CouponAnswer {
  readonly message: string;
  readonly status: number;
  readonly isDone: boolean;
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: CouponErrors;
}

/** Ends coupons in the list. */
export const changeCoupons = formAction(
  endForm,
  { admit: whoMayOpen('/team/coupons'), limit: LIMIT },
  async ({ id, intent }, { appContext, session, trace }) => {
    const code = await endCoupon(appContext, trace, session.member, id, intent === 'end');
    return intent === 'end'
      ? t('{code} has ended. Orders that already have it keep their discount.', { code })
      : t('{code} can be used again.', { code });
  },
);

/** Saves the form of one coupon. The path names the coupon, or 'new'. */
export const saveTypedCoupon = formAction(
  saveForm,
  guard,
  async (sent, { appContext, session, trace, params }): Promise<CouponAnswer | Response> => {
    const { intent: _, version, sections, services, ...fields } = sent;
    const typed = { ...fields, sections: sections.join('\n'), services: services.join('\n') };
    const { terms, errors } = readCouponForm(appContext, typed);
    if (!terms) {
      const message = t('Nothing was saved yet. Check the marked fields.');
      return { message, status: 400, isDone: false, typed, errors };
    }
    const isNew = params.id === 'new';
    await saveCoupon(appContext, trace, session.member, {
      terms,
      ...(isNew ? {} : { id: params.id, version: Number(version) }),
    });
    return redirect(`/team/coupons?saved=${encodeURIComponent(terms.code)}`);
  },
);
