import { NAVIGATION_ITEMS } from '../accounts/protocol/navigation-items.ts';
import { pageOfPath } from '../shop/pages/readable-search.ts';

/** The team's addresses begin with these segments, including those for signing in. */
const OF_TEAM = new Set([
  ...Object.keys(NAVIGATION_ITEMS).map((path) => path.split('/', 2)[1] ?? ''),
  'login',
  'create-account',
  'verify-email',
  'forgot-password',
  'reset-password',
  'setup',
  'invitation',
  'sign-out',
]);

/** The result is also true for pages that lead to the sign-in. */
export function isForTeam(path: string): boolean {
  const [, place = ''] = pageOfPath(path).split('/', 2);
  return OF_TEAM.has(place);
}
