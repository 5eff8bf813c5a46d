import { Link } from 'react-router';
import { formatsNow, t } from '../../i18n/translate.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmForm, FormButton } from '../../ui/form/form-button.tsx';
import { SortHeader } from '../../ui/sort-header.tsx';
import {
  COUPON_SORTS,
  COUPON_STATUSES,
  pathOfCoupons,
  startsDescending,
  type CouponQuery,
  type CouponSort,
  type ListedCoupon,
} from '../protocol/coupons.ts';
import { formatCouponMoney, formatDiscount, formatValidity } from '../protocol/format-coupon.ts';

interface CouponTableProps {
  readonly query: CouponQuery;
  readonly coupons: readonly ListedCoupon[];
}

/** On phones each row becomes a block: code, status and discount, then the other values with their names. */
export function CouponTable({ query, coupons }: CouponTableProps) {
  return (
    <div className="list-card mt-4">
      <table className="w-full border-collapse text-[15px] max-md:block">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line text-start text-[14px]">
            <Sort sort="code" query={query} />
            <th scope="col" className="px-4 py-3 text-start font-semibold">
              {t('Discount')}
            </th>
            <Sort sort="until" query={query} />
            <Sort sort="reserved" query={query} isNumber />
            <Sort sort="used" query={query} isNumber />
            <th scope="col" className="px-4 py-3 text-end font-semibold">
              {t('Limit')}
            </th>
            <Sort sort="created" query={query} />
            <th scope="col">
              <span className="sr-only">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {coupons.map((coupon) => (
            <CouponRow key={coupon.id} coupon={coupon} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortProps {
  readonly sort: CouponSort;
  readonly query: CouponQuery;
  readonly isNumber?: boolean;
}

function Sort({ sort, query, isNumber = false }: SortProps) {
  const isSorted = query.sort === sort;
  const isDescending = isSorted ? !query.isDescending : startsDescending(sort);
  return (
    <SortHeader
      label={t(COUPON_SORTS[sort])}
      to={pathOfCoupons({ ...query, sort, isDescending, after: '' })}
      sorted={isSorted ? (query.isDescending ? 'descending' : 'ascending') : undefined}
      isNumber={isNumber}
    />
  );
}

function CouponRow({ coupon }: { readonly coupon: ListedCoupon }) {
  const { id, code, status, discount, minimum, validFrom, validUntil } = coupon;
  const write = (number: number) => number.toLocaleString(formatsNow());
  return (
    <tr className="border-line not-first:border-t max-md:block max-md:px-4 max-md:py-3">
      <th scope="row" className="px-4 py-3 text-start font-normal max-md:block max-md:p-0">
        <Link
          dir="ltr"
          to={`/team/coupons/${id}`}
          className="link me-2 font-semibold [overflow-wrap:anywhere]"
          translate="no"
        >
          {code}
        </Link>
        <Chip tone={COUPON_STATUSES[status].tone}>{t(COUPON_STATUSES[status].label)}</Chip>
      </th>
      <td className="px-4 py-3 max-md:block max-md:p-0 max-md:pt-1">
        <span className="tabular-nums">{formatDiscount(discount)}</span>
        {minimum && (
          <span className="block text-[14px] text-ink-2">
            {t('From {amount}', { amount: formatCouponMoney(minimum) })}
          </span>
        )}
        <span className="block text-[14px] text-ink-2">{describeScope(coupon)}</span>
      </td>
      <td className="px-4 py-3 max-md:block max-md:p-0">{formatValidity(validFrom, validUntil)}</td>
      <NumberCell label={t('Reserved')} value={write(coupon.reserved)} />
      <NumberCell label={t('Used')} value={write(coupon.used)} />
      <NumberCell
        label={t('Limit')}
        value={coupon.totalLimit === null ? '–' : write(coupon.totalLimit)}
      />
      <td className="px-4 py-3 max-md:hidden">
        <DateTime at={coupon.createdAt} />
      </td>
      <td className="px-4 py-3 text-end max-md:block max-md:p-0 max-md:pt-2 max-md:text-start">
        <EndOrResume coupon={coupon} />
      </td>
    </tr>
  );
}

function NumberCell({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <td className="px-4 py-3 text-end tabular-nums max-md:me-4 max-md:inline-block max-md:p-0">
      <span className="text-[14px] text-ink-2 md:hidden">{label} </span>
      {value}
    </td>
  );
}

function EndOrResume({ coupon: { id, code, status } }: { readonly coupon: ListedCoupon }) {
  if (status === 'ended') {
    return (
      <FormButton fields={{ intent: 'resume', id }} aria-label={t('Use {code} again', { code })}>
        {t('Use again')}
      </FormButton>
    );
  }
  return (
    <ConfirmForm
      label={t('End')}
      accessibleLabel={t('End {code}', { code })}
      question={t('End {code}?', { code })}
      text={t('New orders can no longer use it. Orders that already have it keep their discount.')}
      fields={{ intent: 'end', id }}
      doLabel={t('End')}
    />
  );
}

function describeScope({ scope, scopeIds, isFirstOrderOnly, periods }: ListedCoupon): string {
  const count = scopeIds.length;
  const parts = [
    scope === 'sections' ? t('{count, plural, one {# section} other {# sections}}', { count }) : '',
    scope === 'services' ? t('{count, plural, one {# service} other {# services}}', { count }) : '',
    isFirstOrderOnly ? t('First orders only') : '',
    periods === 'every' ? t('Every period') : '',
  ];
  return parts.filter(Boolean).join(' · ');
}
