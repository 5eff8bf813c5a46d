import { brandStyle, whyUnreadable } from '../../marketplace/content/brand-colour.ts';
import { HEX_COLOUR } from '../../platform/contrast.ts';
import type { Route } from './+types/brand-style.ts';

/**
 * The shop's colour, of the colour in the address alone: a process that has not heard of a publication
 * yet answers for the pages of one that has, and what a browser keeps is right for ever.
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
