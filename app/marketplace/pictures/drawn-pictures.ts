import * as v from 'valibot';
import list from './drawn.json' with { type: 'json' };

const Colour = v.pipe(v.string(), v.hexColor());
const Card = v.object({ background: Colour, ink: Colour });
const Titles = v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.length(3));

const DRAWN = v.parse(
  v.object({
    cards: v.object({
      digital: Card,
      video: Card,
      programming: Card,
      business: Card,
      writing: Card,
      'concept-to-video': Card,
    }),
    clipTitles: v.record(v.string(), Titles),
  }),
  list,
);

/** The colours that each card of the home page takes from its picture. */
export const CARD_COLOURS = DRAWN.cards;

/** The titles of a video service's three sample videos, in order. Throws when there are none. */
export function findClipTitles(slug: string): readonly string[] {
  const titles = DRAWN.clipTitles[slug];
  if (!titles) throw new Error(`No sample videos for the service '${slug}'`);
  return titles;
}
