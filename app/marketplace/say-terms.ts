/** 'Delivered in 5 days', or '' where nothing is said. */
export function sayDays(days: number | null): string {
  if (days === null) return '';
  return days === 1 ? 'Delivered in 1 day' : `Delivered in ${days} days`;
}

/** '2 revisions included', or '' where nothing is said. */
export function sayRevisions(revisions: number | null): string {
  if (revisions === null) return '';
  if (revisions === 0) return 'No revisions';
  return revisions === 1 ? '1 revision included' : `${revisions} revisions included`;
}
