import { hostContext, type Host, type RouteArgs } from '../../host.ts';
import type { MemberSession } from '../../accounts/server/members/find-member.server.ts';
import type { PlacePath } from '../../accounts/protocol/places.ts';
import { requirePlace } from '../../http/member.server.ts';

interface Page extends RouteArgs, MemberSession {
  readonly host: Host;
}

export function pageAt<Shown>(path: PlacePath, read: (page: Page) => Promise<Shown>) {
  return async (args: RouteArgs) => {
    const session = await requirePlace(args.context, args.request, path);
    const host = args.context.get(hostContext);
    return read({ ...args, ...session, host });
  };
}
