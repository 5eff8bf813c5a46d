import { appContextKey, type AppContext, type RouteArgs } from '../../app-context.ts';
import type { MemberSession } from '../../accounts/server/members/find-member.server.ts';
import type { PlacePath } from '../../accounts/protocol/navigation-items.ts';
import { requirePlace } from '../../http/member.server.ts';

interface Page extends RouteArgs, MemberSession {
  readonly appContext: AppContext;
}

export function pageAt<Shown>(path: PlacePath, read: (page: Page) => Promise<Shown>) {
  return async (args: RouteArgs) => {
    const session = await requirePlace(args.context, args.request, path);
    const appContext = args.context.get(appContextKey);
    return read({ ...args, ...session, appContext });
  };
}
