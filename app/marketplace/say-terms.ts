import { say, sayCounted } from '../platform/say.ts';

/** 'Delivered in 5 days', or '' where nothing is said. */
export function sayDays(days: number | null): string {
  if (days === null) return '';
  return sayCounted(days, 'Delivered in {count} day|Delivered in {count} days');
}

/** '2 revisions included', or '' where nothing is said. */
export function sayRevisions(revisions: number | null): string {
  if (revisions === null) return '';
  if (revisions === 0) return say('No revisions');
  return sayCounted(revisions, '{count} revision included|{count} revisions included');
}
