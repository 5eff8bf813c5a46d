import type { Language } from '../../platform/languages.ts';
import { say, speechIn } from '../../platform/say.ts';
import { speaking } from '../../platform/speech.server.ts';
import { hostContext } from '../../host.ts';
import type { Route } from './+types/agent-app-manifest.ts';

/**
 * The scope of the agent app is that of its service worker, so that links to the shop never open in the app. The
 * manifest contains only public information.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(hostContext);
  const { main } = settings.languages;
  // Browsers request a manifest without cookies, so the response uses the shop's main language.
  return speaking(speechIn(main, settings.formats), () =>
    Response.json(describe(settings.brandName, main), {
      headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, no-cache' },
    }),
  );
}

function describe(brandName: string, lang: Language) {
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
  return {
    id: '/agentchat',
    name: say('{brandName} Agent Dashboard', { brandName }),
    short_name: say('{brandName} desk', { brandName }),
    description: say('Answer the visitors of {brandName}.', { brandName }),
    lang,
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
      shortcut(say('Waiting'), say('Who wrote and has no answer yet'), '/agentchat?view=waiting'),
      shortcut(say('Open'), say('Your open conversations'), '/agentchat'),
      shortcut(say('Snoozed'), say('What comes back by itself'), '/agentchat?view=snoozed'),
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
  };
}
