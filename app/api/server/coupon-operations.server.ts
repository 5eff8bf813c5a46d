import { msg, t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { RefusedError } from '../../platform/errors.ts';
import { normalizeCode } from '../../orders/pricing/coupon-rules.ts';
import { COUPON_LIST, type ListedCoupon } from '../../orders/protocol/coupons.ts';
import {
  findCoupon,
  isCouponCursor,
  listCoupons,
} from '../../orders/server/coupons/list-coupons.server.ts';
import {
  endCoupon,
  saveCoupon,
  type CouponTerms,
} from '../../orders/server/coupons/save-coupon.server.ts';
import { readListState } from '../../platform/lists/list-state.ts';
import { API_PATH } from '../protocol/rules.ts';
import {
  Coupon,
  couponFilters,
  CouponList,
  couponPath,
  CouponStatusBody,
  CouponTermsBody,
} from './coupon-schemas.ts';
import {
  keyedOperation,
  type Answer,
  type ApiContext,
  type KeyedOperation,
  type Program,
} from './operation.ts';
import { refuseCursor } from './read-parameters.ts';
import { SAMPLE_COUPON, SAMPLE_COUPON_TERMS } from './samples.ts';

const PATH = `${API_PATH}/coupons`;
/** The paths have ids instead of codes, because servers and proxies log paths. */
const SAMPLE_PATH = `${PATH}/${SAMPLE_COUPON.id}`;

export const COUPON_OPERATIONS: readonly KeyedOperation[] = [
  keyedOperation({
    id: 'listCoupons',
    method: 'GET',
    path: PATH,
    scope: 'coupons:read',
    title: msg('List coupons'),
    description: msg('Newest first, with the number of orders that use each coupon.'),
    query: couponFilters,
    answer: CouponList,
    example: `${PATH}?status=active&limit=1`,
    sample: { data: [SAMPLE_COUPON], nextCursor: null },
    async run(appContext, { status, code = '', limit, cursor = '' }) {
      if (cursor !== '' && !isCouponCursor(cursor)) return refuseCursor();
      const all = readListState(COUPON_LIST, new URLSearchParams());
      const filters = { show: status ?? all.filters.show, q: code };
      const list = await listCoupons(appContext, { ...all, filters, after: cursor }, limit);
      return { data: list.rows.map(describeCoupon), nextCursor: list.next || null };
    },
  }),
  keyedOperation({
    id: 'getCoupon',
    method: 'GET',
    path: `${PATH}/{id}`,
    scope: 'coupons:read',
    title: msg('Read a coupon'),
    description: msg('Terms, status and number of orders of one coupon.'),
    parameters: couponPath,
    answer: Coupon,
    example: SAMPLE_PATH,
    sample: SAMPLE_COUPON,
    run: (appContext, { id }) => readOne(appContext, id),
  }),
  keyedOperation({
    id: 'createCoupon',
    method: 'POST',
    path: PATH,
    scope: 'coupons:write',
    title: msg('Create a coupon'),
    description: msg(
      'Every member of the body must be sent. A code that another coupon has returns 409, so a repeated request creates nothing.',
    ),
    body: { kind: 'json', schema: CouponTermsBody, sample: SAMPLE_COUPON_TERMS },
    answer: Coupon,
    example: PATH,
    sample: SAMPLE_COUPON,
    run: (appContext, _input, program, sent: Terms) => save(appContext, program, sent),
  }),
  keyedOperation({
    id: 'changeCoupon',
    method: 'POST',
    path: `${PATH}/{id}`,
    scope: 'coupons:write',
    title: msg('Change a coupon'),
    description: msg(
      'Replaces all terms. Orders and offers that already have the coupon keep their discount.',
    ),
    parameters: couponPath,
    body: { kind: 'json', schema: CouponTermsBody, sample: SAMPLE_COUPON_TERMS },
    answer: Coupon,
    example: SAMPLE_PATH,
    sample: SAMPLE_COUPON,
    run: (appContext, { id }, program, sent: Terms) => save(appContext, program, sent, id),
  }),
  keyedOperation({
    id: 'endCoupon',
    method: 'POST',
    path: `${PATH}/{id}/end`,
    scope: 'coupons:write',
    title: msg('End a coupon'),
    description: msg(
      'Ends the coupon at once, or makes it usable again. A repeated request changes nothing.',
    ),
    parameters: couponPath,
    body: { kind: 'json', schema: CouponStatusBody, sample: { isEnded: true } },
    answer: Coupon,
    example: `${SAMPLE_PATH}/end`,
    sample: { ...SAMPLE_COUPON, status: 'ended' },
    async run(appContext, { id }, program, { isEnded }: v.InferOutput<typeof CouponStatusBody>) {
      await endCoupon(appContext, program.trace, { program: program.name }, id, isEnded);
      return readOne(appContext, id);
    },
  }),
];

type Terms = v.InferOutput<typeof CouponTermsBody>;

async function save(
  appContext: ApiContext,
  { trace, name }: Program,
  sent: Terms,
  id?: string,
): Promise<Answer<typeof Coupon> | undefined> {
  const terms = readTerms(sent);
  try {
    const saved = await saveCoupon(appContext, trace, { program: name }, { terms, id });
    return await readOne(appContext, saved);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const member = MEMBERS[error.field ?? ''] ?? error.field;
    throw new RefusedError(error.status, error.message, member);
  }
}

/** The members of the body whose fields in the form have other names. */
const MEMBERS: Readonly<Record<string, string>> = {
  minimum: 'minimumAmount',
  sections: 'scopeIds',
  services: 'scopeIds',
};

async function readOne(
  appContext: ApiContext,
  id: string,
): Promise<Answer<typeof Coupon> | undefined> {
  const found = await findCoupon(appContext, id);
  return found && describeCoupon(found);
}

/** Throws {@link RefusedError} 400 unless there is either a percentage or an amount. */
function readTerms(sent: Terms): CouponTerms {
  const { percentage, amount, minimumAmount, scope, scopeIds } = sent;
  const currency = sent.currency ?? '';
  if ((percentage === null) === (amount === null)) {
    throw new RefusedError(400, t('Send either a percentage or an amount.'), 'percentage');
  }
  return {
    code: normalizeCode(sent.code) ?? sent.code,
    discount:
      amount === null
        ? { kind: 'percentage', percentage: percentage ?? 0 }
        : { kind: 'amount', amount, currency },
    minimum: minimumAmount === null ? null : { amount: minimumAmount, currency },
    scope: scope === 'everything' ? { kind: scope } : { kind: scope, ids: scopeIds },
    validFrom: sent.validFrom,
    validUntil: sent.validUntil,
    totalLimit: sent.totalLimit,
    addressLimit: sent.addressLimit,
    isFirstOrderOnly: sent.isFirstOrderOnly,
    periods: sent.periods,
  };
}

function describeCoupon({ discount, minimum, ...coupon }: ListedCoupon): Answer<typeof Coupon> {
  const isAmount = discount.kind === 'amount';
  return {
    ...coupon,
    percentage: isAmount ? null : discount.percentage,
    amount: isAmount ? discount.amount : null,
    currency: isAmount ? discount.currency : (minimum?.currency ?? null),
    minimumAmount: minimum?.amount ?? null,
  };
}
