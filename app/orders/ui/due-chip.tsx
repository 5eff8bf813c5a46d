import { t } from '../../i18n/translate.ts';
import { Chip } from '../../ui/chip.tsx';
import { isShopAtRisk, type OrderDue } from '../protocol/due.ts';
import { LateChip } from './order-state-chip.tsx';

/** Marks orders whose deadline has passed or is near. The buyer sees only the first mark. */
export function DueChip({ due }: { readonly due: OrderDue | null }) {
  return isShopAtRisk(due) ? <Chip tone="amber">{t('At risk')}</Chip> : <LateChip due={due} />;
}
