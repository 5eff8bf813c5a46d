import { t, tPlural } from '../platform/translate.ts';

export function formatDeliveryDays(days: number | null): string {
  if (days === null) return '';
  return tPlural(days, 'Delivered in {count} day|Delivered in {count} days');
}

export function formatRevisions(revisions: number | null): string {
  if (revisions === null) return '';
  if (revisions === 0) return t('No revisions');
  return tPlural(revisions, '{count} revision included|{count} revisions included');
}
