import { brandStyle, whyUnreadable } from '../../catalogue/server/content/brand-colour.ts';
import { HEX_COLOUR } from '../../platform/contrast.ts';
import type { Route } from './+types/brand-style.ts';

/**
 * The style depends only on the colour in the address. A process that does not know the latest publication yet can
 * still serve its style, and browsers may cache the response permanently.
 */
export function loader({ params }: Route.LoaderArgs) {
  const colour = `#${params.colour}`;
  if (!HEX_COLOUR.test(colour) || whyUnreadable(colour)) throw new Response(null, { status: 404 });
  return new Response(brandStyle(colour), {
    headers: {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  });
}
