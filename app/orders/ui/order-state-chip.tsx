import { Chip } from '../../ui/chip.tsx';
import { isShopLate, type OrderDue } from '../protocol/due.ts';
import { getStateLabel, stateOf, type OrderState } from '../protocol/transitions.ts';
import { t } from '../../i18n/translate.ts';

interface StateProps {
  readonly state: OrderState;
  /** True while the refunded money has not arrived. */
  readonly isRefundPending?: boolean;
}

export function OrderStateChip({ state, isRefundPending = false }: StateProps) {
  if (state === 'refunded' && isRefundPending) {
    return <Chip tone="amber">{t('Refund in progress')}</Chip>;
  }
  return <Chip tone={stateOf(state).tone}>{getStateLabel(state)}</Chip>;
}

export function LateChip({ due }: { readonly due: OrderDue | null }) {
  return isShopLate(due) && <Chip tone="error">{t('Late')}</Chip>;
}
