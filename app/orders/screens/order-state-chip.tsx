import { Chip } from '../../ui/chip.tsx';
import type { OrderDue } from '../order/order-view.ts';
import type { OrderState } from '../order/transitions.ts';

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

/** Where an order stands, in one or two words. */
export function OrderStateChip({ state }: { readonly state: OrderState }) {
  return <Chip tone={TONES[state] ?? 'plain'}>{NAMES[state]}</Chip>;
}

export function sayStateName(state: OrderState): string {
  return NAMES[state];
}

/** That something is late, for both sides to see. */
export function LateChip({ due }: { readonly due: OrderDue | null }) {
  if (!due?.isLate || due.what === 'payment' || due.what === 'acceptance') return null;
  return <Chip tone="error">Late</Chip>;
}
