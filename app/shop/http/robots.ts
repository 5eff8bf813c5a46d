import { hostContext } from '../../host.ts';
import type { Route } from './+types/robots.ts';

const PRIVATE = [
  '/agentchat',
  '/login',
  '/create-account',
  '/reset',
  '/chat/',
  '/captcha',
  '/reviews/',
  '/confirm-review',
  '/preview/',
];

/** Search engines may read the public pages. All other paths are for the team and for scripts. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(hostContext).settings;
  const lines = [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    },
  });
}
