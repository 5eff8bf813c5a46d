import { Link } from 'react-router';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../../i18n/translate.ts';
import { formatDueForBuyer } from '../../orders/protocol/due.ts';
import { formatMoney } from '../../orders/protocol/money.ts';
import { formatProgress } from '../../orders/ui/order-steps.tsx';
import { LateChip, OrderStateChip } from '../../orders/ui/order-state-chip.tsx';
import { formatDay } from '../../orders/protocol/offer.ts';
import { describeInterval } from '../../orders/protocol/subscriptions.ts';
import { SubscriptionStateChip } from '../../orders/ui/subscription-details.tsx';
import type {
  AccountConversation,
  AccountItem,
  AccountOrder,
  AccountSubscription,
} from '../protocol/account-view.ts';

const CARD = 'mt-3 rounded-card bg-surface p-4 ring-1 ring-line md:p-5';
const TITLE = 'text-[19px] leading-snug font-semibold [overflow-wrap:anywhere]';

export function AccountItems({ items }: { readonly items: readonly AccountItem[] }) {
  return (
    <ul className="mt-1">
      {items.map((item) =>
        item.kind === 'order' ? (
          <OrderItem key={item.number} order={item} />
        ) : item.kind === 'subscription' ? (
          <SubscriptionItem key={item.number} subscription={item} />
        ) : (
          <ConversationItem key={item.id} conversation={item} />
        ),
      )}
    </ul>
  );
}

function OrderItem({ order }: { readonly order: AccountOrder }) {
  const { number, title, path, next, again, company, due, progress } = order;
  return (
    <li className={CARD}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <h3 className={TITLE}>
          <Link to={path} className="hover:underline" dir="auto">
            {title}
          </Link>
        </h3>
        <span className="tabular-nums">{formatMoney(order.amount, order.currency)}</span>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[15px] text-ink-2">
        <span>{t('Order {number}', { number })}</span>
        <OrderStateChip state={order.state} isRefundPending={order.isRefundPending} />
        <LateChip due={due} />
        {progress && <span>{formatProgress(progress)}</span>}
        {company !== null && <bdi>{company}</bdi>}
      </p>
      {due && <p className="mt-2 text-[15px] text-ink-2">{formatDueForBuyer(due)}</p>}
      {(next ?? again) !== null && (
        <p className="mt-4 flex flex-wrap gap-3">
          {next !== null && (
            <Link to={path} className="button button-primary button-small">
              {describeStep(order)}
            </Link>
          )}
          {again !== null && order.isOver && (
            <Link
              to={again}
              className="button button-line button-small"
              aria-label={t('Order again: {title}', { title })}
            >
              {t('Order again')}
            </Link>
          )}
        </p>
      )}
    </li>
  );
}

function describeStep({ next, openAmount, currency }: AccountOrder): string {
  if (next === 'pay') return t('Pay {amount}', { amount: formatMoney(openAmount, currency) });
  return next === 'answer' ? t('Answer the questions') : t('Review the delivery');
}

function SubscriptionItem({ subscription }: { readonly subscription: AccountSubscription }) {
  const { number, title, path, next, state, company, lastDay } = subscription;
  return (
    <li className={CARD}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <h3 className={TITLE}>
          <Link to={path} className="hover:underline" dir="auto">
            {title}
          </Link>
        </h3>
        <span className="tabular-nums">
          {formatMoney(subscription.amount, subscription.currency)}{' '}
          {describeInterval(subscription.interval)}
        </span>
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[15px] text-ink-2">
        <span>{t('Subscription {number}', { number })}</span>
        <SubscriptionStateChip state={state} />
        {company !== null && <bdi>{company}</bdi>}
      </p>
      {lastDay !== null && state !== 'ended' && (
        <p className="mt-2 text-[15px] text-ink-2">
          {t('Paid until {day}', { day: formatDay(lastDay) })}
        </p>
      )}
      {next !== null && (
        <p className="mt-4">
          <Link to={path} className="button button-primary button-small">
            {t('Pay now')}
          </Link>
        </p>
      )}
    </li>
  );
}

function ConversationItem({ conversation }: { readonly conversation: AccountConversation }) {
  const { id, topic, service, agentName, lastMessage, lastAt, unread, next } = conversation;
  const path = `/account/conversations/${id}`;
  return (
    <li className={CARD}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <h3 className={`${TITLE} flex items-start gap-2`}>
          <Icon name="chat-circle" className="mt-1" />
          <Link to={path} className="hover:underline" dir="auto">
            {service ?? topic}
          </Link>
        </h3>
        <span className="text-[15px] text-ink-2">
          <Moment at={lastAt} />
        </span>
      </div>
      <p dir="auto" className="mt-2 line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
        {lastMessage}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[15px] text-ink-2">
        {agentName !== null && <bdi>{agentName}</bdi>}
        {unread > 0 && (
          <Chip tone="amber">
            {t('{count, plural, one {# new message} other {# new messages}}', { count: unread })}
          </Chip>
        )}
      </p>
      {next !== null && (
        <p className="mt-4">
          <Link to={path} className="button button-primary button-small">
            {next === 'decide' ? t('Answer the offer') : t('Read and reply')}
          </Link>
        </p>
      )}
    </li>
  );
}
