import { isCurrency } from '../../../platform/currencies.ts';
import { toLatinDigits } from '../../../platform/latin-digits.ts';
import { t } from '../../../i18n/translate.ts';
import type { KnownCatalogue } from '../../../shop/live-catalogue.server.ts';
import {
  normalizeCode,
  type CouponDiscount,
  type CouponMoney,
} from '../../pricing/coupon-rules.ts';
import type { TypedCoupon } from '../../protocol/coupon-form.ts';
import { readMoney } from '../../protocol/money.ts';
import { checkTerms, type CouponErrors, type CouponTerms } from './save-coupon.server.ts';

type Read =
  | { readonly terms: CouponTerms; readonly errors: null }
  | { readonly terms: null; readonly errors: CouponErrors };

const WHOLE = /^\d{1,9}$/;
const PERCENTAGE = /^(\d{1,3})(?:[.,](\d{1,3}))?\s*%?$/;

/** Reads a typed form and checks it. Returns all errors at once. */
export function readCouponForm(appContext: KnownCatalogue, typed: TypedCoupon): Read {
  const errors: Record<string, string> = {};
  const text = (name: string) => (typed[name] ?? '').normalize('NFKC').trim();
  const money = (name: string): CouponMoney | null => {
    const currency = text('currency');
    if (!isCurrency(currency)) {
      errors.currency = t('Choose a currency.');
      return null;
    }
    const amount = readMoney(text(name), currency);
    if (typeof amount === 'number') return { amount, currency };
    errors[name] = amount.fault;
    return null;
  };
  const count = (name: string) => {
    const written = toLatinDigits(text(name));
    if (written === '') return null;
    return WHOLE.test(written) ? Number(written) : Number.NaN;
  };
  const ids = (name: string) => text(name).split('\n').filter(Boolean);
  const scope = text('scope');
  const isAmount = text('kind') === 'amount';
  const fixed = isAmount ? money('amount') : null;
  const discount: CouponDiscount = isAmount
    ? { kind: 'amount', amount: 1, currency: text('currency'), ...fixed }
    : { kind: 'percentage', percentage: readPercentage(toLatinDigits(text('percentage'))) };
  const terms: CouponTerms = {
    // An invalid code stays as it is, so that the check refuses it.
    code: normalizeCode(typed.code ?? '') ?? text('code').toLowerCase(),
    discount,
    minimum: text('minimum') === '' ? null : money('minimum'),
    scope:
      scope === 'sections' || scope === 'services'
        ? { kind: scope, ids: ids(scope) }
        : { kind: 'everything' },
    validFrom: text('validFrom') || null,
    validUntil: text('validUntil') || null,
    totalLimit: count('totalLimit'),
    addressLimit: count('addressLimit'),
    isFirstOrderOnly: text('isFirstOrderOnly') !== '',
    periods: text('periods') === 'every' ? 'every' : 'first',
  };
  const all = { ...checkTerms(appContext, terms), ...errors };
  return Object.keys(all).length > 0 ? { terms: null, errors: all } : { terms, errors: null };
}

/** Returns thousandths of a percent. */
function readPercentage(typed: string): number {
  const [, whole, part = ''] = PERCENTAGE.exec(typed) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * 1000 + Number(part.padEnd(3, '0'));
}
