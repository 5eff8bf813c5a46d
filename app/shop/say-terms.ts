import { say, sayCounted } from '../platform/say.ts';

export function sayDays(days: number | null): string {
  if (days === null) return '';
  return sayCounted(days, 'Delivered in {count} day|Delivered in {count} days');
}

export function sayRevisions(revisions: number | null): string {
  if (revisions === null) return '';
  if (revisions === 0) return say('No revisions');
  return sayCounted(revisions, '{count} revision included|{count} revisions included');
}
