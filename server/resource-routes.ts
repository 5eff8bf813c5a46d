import type { ServerBuild } from 'react-router';
import { say } from '../app/platform/say.ts';

type Routes = ServerBuild['routes'];

const READ_ONLY = 'This address is only read: nothing can be sent to it.';
const SENT_ONLY = 'This address shows nothing: pages send to it.';

/**
 * Wraps a build so that resource routes answer 405 to methods that they do not support. React
 * Router would treat such a request as a server error and log it.
 */
export function refuseOtherMethods<B extends Pick<ServerBuild, 'routes'>>(build: B): B {
  return { ...build, routes: refusing(build.routes) };
}

function refusing(routes: Routes): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      if (!route || route.module.default) return [id, route];
      const { loader = refuse(SENT_ONLY, 'POST'), action = refuse(READ_ONLY, 'GET, HEAD') } =
        route.module;
      return [id, { ...route, module: { ...route.module, loader, action } }];
    }),
  );
}

function refuse(sentence: typeof READ_ONLY | typeof SENT_ONLY, allowed: string) {
  return ({ request }: { readonly request: Request }): Response => {
    const message = say(sentence);
    const init = { status: 405, headers: { Allow: allowed, 'Cache-Control': 'no-store' } };
    return request.headers.get('Accept')?.includes('text/html')
      ? new Response(message, init)
      : Response.json({ error: { message } }, init);
  };
}
