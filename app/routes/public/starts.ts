/** The layout of all pages for visitors. */
const PUBLIC_LAYOUT = 'routes/public/layout';

/** Pages that do something as soon as they are opened, or are nothing but a button of React's. */
const AT_ONCE = new Set([
  'routes/public/confirm-address',
  'routes/public/resume-chat',
  'routes/public/confirm-review',
  'routes/public/order',
  'routes/public/stop-mails',
]);

type Matches = readonly ({ readonly id: string } | undefined)[];

/** Whether this is a page for visitors, who have no use for what the portal needs. */
export function isForVisitors(matches: Matches): boolean {
  return matches.some((match) => match?.id === PUBLIC_LAYOUT);
}

/** Whether the page waits with React until somebody reaches for it (decision 025). */
export function startsOnIntent(matches: Matches): boolean {
  return isForVisitors(matches) && !matches.some((match) => match && AT_ONCE.has(match.id));
}
