import { t } from '../i18n/translate.ts';

export function formatDeliveryDays(days: number | null): string {
  if (days === null) return '';
  return t('Delivered in {count, plural, one {# day} other {# days}}', { count: days });
}

export function formatRevisions(revisions: number | null): string {
  if (revisions === null) return '';
  if (revisions === 0) return t('No revisions');
  return t('{count, plural, one {# revision} other {# revisions}} included', { count: revisions });
}
