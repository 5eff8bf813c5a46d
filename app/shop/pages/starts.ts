const PUBLIC_LAYOUT = 'shop/pages/layout';

/** These pages act as soon as they are opened, or have an interactive button as their only content. */
const AT_ONCE = new Set([
  'chat/pages/confirm-address',
  'chat/pages/resume-chat',
  'reviews/pages/confirm-review',
  'orders/pages/order',
  'orders/pages/order-form',
  'orders/pages/proof',
  'chat/pages/stop-mails',
]);

type Matches = readonly ({ readonly id: string } | undefined)[];

/** Visitors' pages do not need the code of the team's pages. */
export function isForVisitors(matches: Matches): boolean {
  return matches.some((match) => match?.id === PUBLIC_LAYOUT);
}

/** Hydration waits until the visitor interacts with the page (decision 025). */
export function startsOnIntent(matches: Matches): boolean {
  return isForVisitors(matches) && !matches.some((match) => match && startsAtOnce(match.id));
}

/** The pages of the account show payments and deliveries as they happen, or ask the browser for a passkey. */
function startsAtOnce(id: string): boolean {
  return AT_ONCE.has(id) || id.startsWith('clients/');
}
