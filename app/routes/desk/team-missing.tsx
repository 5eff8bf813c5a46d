import { data } from 'react-router';
import { requireMemberPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-missing.ts';

/** An address of the team's that leads nowhere is not the shop's to answer. */
export async function loader({ context, request }: Route.LoaderArgs) {
  await requireMemberPage(context, request);
  throw data(null, { status: 404 });
}

export default function TeamMissing() {
  return null;
}
