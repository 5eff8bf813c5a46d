import { hostContext } from '../../host.ts';
import type { Route } from './+types/agent-app-manifest.ts';

/**
 * The agent's app: the dashboard, installed. Its scope is that of its worker, so that a link to the shop never
 * opens in it. It says nothing that the shop's own pages do not.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { brandName } = context.get(hostContext).settings;
  const icon = (src: string, sizes: string, type: string, purpose = 'any') => ({
    src,
    sizes,
    type,
    purpose,
  });
  const shortcut = (name: string, description: string, url: string) => ({
    name,
    description,
    url,
    icons: [icon('/icon-192.png', '192x192', 'image/png')],
  });
  return Response.json(
    {
      id: '/agentchat',
      name: `${brandName} Agent Dashboard`,
      short_name: `${brandName} desk`,
      description: `Answer the visitors of ${brandName}.`,
      lang: 'en',
      start_url: '/agentchat',
      scope: '/agentchat',
      display: 'standalone',
      background_color: '#faf9f5',
      theme_color: '#faf9f5',
      categories: ['business', 'productivity'],
      icons: [
        icon('/icon-192.png', '192x192', 'image/png'),
        icon('/icon-512.png', '512x512', 'image/png'),
        icon('/icon-maskable-512.png', '512x512', 'image/png', 'maskable'),
      ],
      shortcuts: [
        shortcut('Waiting', 'Who wrote and has no answer yet', '/agentchat?view=waiting'),
        shortcut('Open', 'Your open conversations', '/agentchat'),
        shortcut('Snoozed', 'What comes back by itself', '/agentchat?view=snoozed'),
      ],
      share_target: {
        action: '/agentchat/share',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: {
          title: 'title',
          text: 'text',
          url: 'url',
          files: [
            { name: 'files', accept: ['image/*', 'video/*', 'audio/*', 'text/*', 'application/*'] },
          ],
        },
      },
    },
    {
      headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, no-cache' },
    },
  );
}
