import { hostContext } from '../../host.ts';
import type { ShopLogo } from '../../catalogue/protocol/content.ts';
import { logoPath } from '../../catalogue/protocol/photo.ts';
import type { Route } from './+types/site-manifest.ts';

const icon = (src: string, sizes: string, type: string, purpose = 'any') => ({
  src,
  sizes,
  type,
  purpose,
});

/** The icons are not maskable, because a logo may extend to its edges. */
const iconsOf = (logo: ShopLogo) => [
  icon(logoPath(logo, 'icon192.png'), '192x192', 'image/png'),
  icon(logoPath(logo, 'icon512.png'), '512x512', 'image/png'),
];

export function loader({ context }: Route.LoaderArgs) {
  const { settings, catalogue } = context.get(hostContext);
  const { brandName } = settings;
  const logo = catalogue.words.logo();
  return Response.json(
    {
      name: brandName,
      short_name: brandName,
      start_url: '/',
      display: 'browser',
      background_color: '#faf9f5',
      theme_color: '#faf9f5',
      icons: logo
        ? iconsOf(logo)
        : [
            icon('/favicon.svg', 'any', 'image/svg+xml'),
            icon('/icon-192.png', '192x192', 'image/png'),
            icon('/icon-512.png', '512x512', 'image/png'),
            icon('/icon-maskable-512.png', '512x512', 'image/png', 'maskable'),
          ],
    },
    {
      headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, no-cache' },
    },
  );
}
