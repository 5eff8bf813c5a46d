import { redirect } from 'react-router';
import * as v from 'valibot';
import { field, uuid } from '../../platform/fields.ts';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import {
  changeList,
  changeRows,
  isListForm,
  LIST_FIELDS,
  LIST_FORMS,
  selectedRows,
} from '../../portal/pages/list-action.server.ts';
import { t } from '../../i18n/translate.ts';
import { COUPON_LIST } from '../protocol/coupons.ts';
import { findCoupon } from '../server/coupons/list-coupons.server.ts';
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

const listForm = v.variant('intent', [
  ...LIST_FORMS,
  v.object({ intent: v.picklist(['end', 'resume']), id: uuid }),
  v.object({ intent: v.picklist(['end-coupons', 'resume-coupons']), row: selectedRows }),
]);

const guard = { admit: whoMayOpen('/team/coupons'), limit: LIMIT, lists: COUPON_LISTS } as const;

interface CouponAnswer {
  readonly message: string;
  readonly status: number;
  readonly isDone: boolean;
  readonly typed: Readonly<Record<string, string>>;
  readonly errors: CouponErrors;
}

/** The actions of the list of coupons. */
export const changeCoupons = formAction(
  listForm,
  { admit: whoMayOpen('/team/coupons'), limit: LIMIT, lists: LIST_FIELDS },
  async (sent, { appContext, session, trace }) => {
    const { member } = session;
    if (isListForm(sent)) return changeList(COUPON_LIST, sent, appContext, member);
    if ('row' in sent) {
      const isEnd = sent.intent === 'end-coupons';
      return changeRows(
        sent.row,
        (id) => endCoupon(appContext, trace, member, id, isEnd),
        async (id) => (await findCoupon(appContext, id))?.code ?? id,
      );
    }
    const { id, intent } = sent;
    const code = await endCoupon(appContext, trace, member, id, intent === 'end');
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
