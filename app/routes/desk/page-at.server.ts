import { hostContext, type Host, type RouteArgs } from '../../host.ts';
import type { MemberSession } from '../../team/members/find-member.server.ts';
import type { PlacePath } from '../../team/members/places.ts';
import { requirePlace } from '../resources/member.server.ts';

interface Page extends RouteArgs, MemberSession {
  readonly host: Host;
}

/** The loader of a page of the team: who opens it, if they may, with what `read` has to show. */
export function pageAt<Shown extends object | void>(
  path: PlacePath,
  read: (page: Page) => Promise<Shown>,
) {
  return async (args: RouteArgs) => {
    const session = await requirePlace(args.context, args.request, path);
    const host = args.context.get(hostContext);
    return { member: session.member, ...(await read({ ...args, ...session, host })) };
  };
}
