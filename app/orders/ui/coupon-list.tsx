import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatsNow, t } from '../../i18n/translate.ts';
import type { ColumnOf } from '../../platform/lists/list-state.ts';
import type { OpenList } from '../../platform/lists/list-views.ts';
import { Chip } from '../../ui/chip.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { ConfirmForm, FormButton } from '../../ui/form/form-button.tsx';
import { TeamList } from '../../ui/list/team-list.tsx';
import {
  COUPON_LIST,
  COUPON_STATUS_NAMES,
  COUPON_STATUSES,
  type ListedCoupon,
} from '../protocol/coupons.ts';
import { formatCouponMoney, formatDiscount, formatValidity } from '../protocol/format-coupon.ts';
import type { listCoupons } from '../server/coupons/list-coupons.server.ts';

interface CouponListProps {
  readonly open: OpenList<typeof COUPON_LIST>;
  readonly page: Awaited<ReturnType<typeof listCoupons>>;
  readonly answer: FormAnswer | undefined;
}

export function CouponList({ open, page, answer }: CouponListProps) {
  const statuses = COUPON_STATUS_NAMES.toReversed().map((value) => ({
    value,
    name: t(COUPON_STATUSES[value].label),
  }));
  return (
    <TeamList
      list={COUPON_LIST}
      open={open}
      page={page}
      answer={answer}
      nameOf={({ code }) => code}
      filters={[
        { kind: 'search', name: 'q', label: t('Search'), placeholder: t('Code') },
        {
          kind: 'choice',
          name: 'show',
          label: t('Status'),
          options: [{ value: 'all', name: t('All') }, ...statuses],
        },
      ]}
      cells={CELLS}
      renderActions={(coupon) => <EndOrResume coupon={coupon} />}
      bulk={[
        { intent: 'end-coupons', label: t('End') },
        { intent: 'resume-coupons', label: t('Use again') },
      ]}
      exports={[{ action: '/team/coupons/export', label: t('Export as CSV') }]}
      empty={{
        title: t('No coupons yet'),
        text: t('Create a code, then share it with your buyers. Its uses are counted here.'),
        step: <NewCoupon />,
      }}
    >
      <NewCoupon />
    </TeamList>
  );
}

function NewCoupon() {
  return (
    <Link to="/team/coupons/new" className="button button-primary">
      {t('New coupon')}
    </Link>
  );
}

const write = (number: number) => number.toLocaleString(formatsNow());

const CELLS: Readonly<Record<ColumnOf<typeof COUPON_LIST>, (coupon: ListedCoupon) => ReactNode>> = {
  code: ({ id, code, status }) => (
    <>
      <Link
        dir="ltr"
        to={`/team/coupons/${id}`}
        className="link me-2 font-semibold [overflow-wrap:anywhere]"
        translate="no"
      >
        {code}
      </Link>
      <Chip tone={COUPON_STATUSES[status].tone}>{t(COUPON_STATUSES[status].label)}</Chip>
    </>
  ),
  discount: (coupon) => (
    <>
      <span className="tabular-nums">{formatDiscount(coupon.discount)}</span>
      {coupon.minimum && (
        <span className="block text-[14px] text-ink-2">
          {t('From {amount}', { amount: formatCouponMoney(coupon.minimum) })}
        </span>
      )}
      <span className="block text-[14px] text-ink-2">{describeScope(coupon)}</span>
    </>
  ),
  until: ({ validFrom, validUntil }) => formatValidity(validFrom, validUntil),
  reserved: ({ reserved }) => write(reserved),
  used: ({ used }) => write(used),
  limit: ({ totalLimit }) => (totalLimit === null ? '–' : write(totalLimit)),
  created: ({ createdAt }) => <DateTime at={createdAt} />,
};

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
    periods === 'every' ? t('Every period') : t('First period'),
  ];
  return parts.filter(Boolean).join(' · ');
}
