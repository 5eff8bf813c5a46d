import { PLACES } from '../team/members/places.ts';
import { pageOfPath } from './public/readable-search.ts';

/** What the addresses of the team begin with, behind the login and before it. */
const OF_TEAM = new Set([
  ...Object.keys(PLACES).map((path) => path.split('/', 2)[1] ?? ''),
  'login',
  'create-account',
  'verify-email',
  'forgot-password',
  'reset-password',
  'setup',
  'invitation',
  'sign-out',
  'account',
]);

/** Whether an address, without its language, is of those behind the login, or leads there. */
export function isForTeam(path: string): boolean {
  const [, place = ''] = pageOfPath(path).split('/', 2);
  return OF_TEAM.has(place);
}
