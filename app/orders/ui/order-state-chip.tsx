import { Chip } from '../../ui/chip.tsx';
import { isShopLate, type OrderDue } from '../protocol/due.ts';
import type { OrderState } from '../protocol/transitions.ts';
import { say, sayAny } from '../../platform/say.ts';

const NAMES: Readonly<Record<OrderState, string>> = {
  'awaiting payment': 'Awaiting payment',
  paid: 'Paid',
  'in progress': 'In progress',
  delivered: 'Delivered',
  'revision requested': 'Revision requested',
  completed: 'Completed',
  'refund requested': 'Refund requested',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
};

const TONES: Readonly<Partial<Record<OrderState, 'amber' | 'success' | 'error'>>> = {
  'awaiting payment': 'amber',
  'revision requested': 'amber',
  'refund requested': 'error',
  completed: 'success',
};

interface StateProps {
  readonly state: OrderState;
  /** True while the refunded money has not arrived. */
  readonly isRefundPending?: boolean;
}

export function OrderStateChip({ state, isRefundPending = false }: StateProps) {
  if (state === 'refunded' && isRefundPending) {
    return <Chip tone="amber">{say('Refund in progress')}</Chip>;
  }
  return <Chip tone={TONES[state] ?? 'plain'}>{sayAny(NAMES[state])}</Chip>;
}

export function sayStateName(state: OrderState): string {
  return sayAny(NAMES[state]);
}

export function LateChip({ due }: { readonly due: OrderDue | null }) {
  return isShopLate(due) && <Chip tone="error">{say('Late')}</Chip>;
}
