import { data } from 'react-router';
import { requireMemberPage } from '../../http/member.server.ts';
import type { Route } from './+types/team-missing.ts';

/**
 * The loader requires signing in before it answers 404, so that unknown addresses below the team's pages do not
 * show the shop's 404 page.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  await requireMemberPage(context, request);
  throw data(null, { status: 404 });
}

export default function TeamMissing() {
  return null;
}
