import { t } from '../../i18n/translate.ts';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { milestoneStateOf, whyNotMilestone } from '../protocol/milestone-transitions.ts';
import { formatMoney } from '../protocol/money.ts';
import { formatDueForBuyer } from '../protocol/due.ts';
import { formatDay } from '../protocol/offer.ts';
import type { MilestoneView, OrderView } from '../protocol/order-view.ts';
import { OrderSection } from './order-section.tsx';

/** Shows what is done, what comes next and what is paid. */
export function MilestoneList({ order }: { readonly order: OrderView }) {
  const { milestones, currency, amount } = order;
  if (milestones.length === 0) return null;
  const paid = milestones
    .filter(({ fundedAt }) => fundedAt !== null)
    .reduce((sum, milestone) => sum + milestone.amount, 0);
  const done = milestones.filter(({ state }) => state === 'accepted').length;
  return (
    <OrderSection id="order-milestones" title={t('Milestones')}>
      <p className="mt-1 text-ink-2">
        {t('{done} of {count} accepted, {paid} of {total} paid.', {
          done,
          count: milestones.length,
          paid: formatMoney(paid, currency),
          total: formatMoney(amount, currency),
        })}
      </p>
      <ol className="mt-3 border-y border-line">
        {milestones.map((milestone) => (
          <li
            key={milestone.position}
            aria-current={milestone.isCurrent ? 'step' : undefined}
            className={`flex gap-x-3 border-line py-3 not-first:border-t ${
              milestone.isCurrent ? '' : 'text-ink-2'
            }`}
          >
            <span aria-hidden="true" className="w-6 shrink-0 tabular-nums">
              {milestone.position}.
            </span>
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-6">
                <bdi
                  className={`min-w-0 [overflow-wrap:anywhere] ${milestone.isCurrent ? 'font-semibold' : ''}`}
                >
                  {milestone.title}
                </bdi>
                <span className="tabular-nums">{formatMoney(milestone.amount, currency)}</span>
              </p>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-[15px] text-ink-2">
                <MilestoneStateChip milestone={milestone} />
                <MilestoneDates order={order} milestone={milestone} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </OrderSection>
  );
}

function MilestoneStateChip({ milestone: { state } }: { readonly milestone: MilestoneView }) {
  const { label, tone } = milestoneStateOf(state);
  return <Chip tone={tone}>{t(label)}</Chip>;
}

interface MilestoneDatesProps {
  readonly order: OrderView;
  readonly milestone: MilestoneView;
}

function MilestoneDates({ order, milestone }: MilestoneDatesProps) {
  const { acceptedAt, deliveryDay, isCurrent, position, refundedAmount, state } = milestone;
  const refunded =
    refundedAmount > 0 && state !== 'refunded' ? (
      <span>{t('{amount} refunded', { amount: formatMoney(refundedAmount, order.currency) })}</span>
    ) : null;
  if (state === 'accepted' && acceptedAt !== null) {
    return (
      <>
        <span className="first-letter:uppercase">
          <Moment at={acceptedAt} />
        </span>
        {refunded}
      </>
    );
  }
  if (state === 'funded' && deliveryDay !== null && isCurrent) {
    return (
      <>
        <span>
          {order.due?.what === 'delivery'
            ? formatDueForBuyer(order.due)
            : t('Delivery is due by {date}.', { date: formatDay(deliveryDay) })}
        </span>
        {refunded}
      </>
    );
  }
  if (state === 'awaiting payment') {
    const days = t('{days, plural, one {# day} other {# days}} of work', { days: milestone.days });
    const isWaiting = order.payable?.milestone !== position && mayContinue(order, position);
    return (
      <span>
        {isWaiting
          ? `${days}. ${t('It can be paid once the previous milestone is accepted.')}`
          : days}
      </span>
    );
  }
  return refunded;
}

/** Nothing is asked for after a refunded milestone, nor for a cancelled order. */
function mayContinue({ milestones, state }: OrderView, position: number): boolean {
  return (
    state !== 'cancelled' &&
    milestones.every((each) => each.position >= position || each.state !== 'refunded')
  );
}

/** Names the milestone that a press is about, so that a second press does not reach the next one. */
export function MilestoneField({ position }: { readonly position: number | null | undefined }) {
  if (position === null || position === undefined) return null;
  return <input type="hidden" name="milestone" value={position} />;
}

interface RefundedMilestoneProps {
  readonly order: OrderView;
  readonly error: string | undefined;
  readonly defaultValue: string | undefined;
}

/** The choice of the milestone whose money is returned. */
export function RefundedMilestone({ order, error, defaultValue }: RefundedMilestoneProps) {
  if (order.milestones.length === 0) return null;
  const paid = order.milestones.filter(
    ({ state }) => whyNotMilestone('refund', state) === undefined,
  );
  return (
    <SelectField
      name="milestone"
      label={t('Milestone')}
      error={error}
      defaultValue={defaultValue ?? String(paid.at(-1)?.position ?? '')}
      options={paid.map(({ position, title, amount, refundedAmount }) => ({
        value: String(position),
        name: t('{number}. {title}: {amount}', {
          number: position,
          title,
          amount: formatMoney(amount - refundedAmount, order.currency),
        }),
      }))}
    />
  );
}
