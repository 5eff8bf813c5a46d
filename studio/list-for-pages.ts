import { CATEGORY_CARD_PICTURES } from './draw-category-card.ts';
import { SAMPLE_CLIPS } from './clips/sample-clips.ts';

/** Where the list lies; pages read it there, because nothing in app may know how pictures are drawn. */
export const LIST_FILE = new URL('../app/marketplace/pictures/drawn.json', import.meta.url);

/** What pages say and show beside the pictures: colours of cards, titles of sample videos. */
export function listForPages(): string {
  const cards = Object.entries(CATEGORY_CARD_PICTURES).map(([id, { background, ink }]) => [
    id,
    { background, ink },
  ]);
  const clips = Object.entries(SAMPLE_CLIPS)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([slug, list]) => [slug, list.map(({ title }) => title)]);
  const list = { cards: Object.fromEntries(cards), clipTitles: Object.fromEntries(clips) };
  return `${JSON.stringify(list, null, 2)}\n`;
}
