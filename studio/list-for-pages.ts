import { CATEGORY_CARD_PICTURES } from './draw-category-card.ts';
import { SAMPLE_CLIPS } from './clips/sample-clips.ts';
import { PALETTES } from './palettes.ts';

/** What pages say and show beside the pictures, by file: titles of sample videos, colours. */
export function listsForPages(): Readonly<Record<string, string>> {
  const clips = Object.entries(SAMPLE_CLIPS)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([slug, list]) => [slug, list.map(({ title }) => title)]);
  const cards = Object.entries(CATEGORY_CARD_PICTURES).map(([id, { background, ink }]) =>
    colour(`.category-card[data-card='${id}']`, background, ink),
  );
  const sections = Object.entries(PALETTES).flatMap(([id, { fields }]) => [
    // A banner goes on where its picture's flat side ends.
    colour(`.section-field[data-section='${id}']`, fields[0].base, fields[0].text),
    colour(`.section-chip[data-section='${id}']`, fields[1].base, fields[1].text),
  ]);
  return {
    'clip-titles.json': `${JSON.stringify(Object.fromEntries(clips), null, 2)}\n`,
    'card-colours.css': cards.join(''),
    'section-colours.css': sections.join(''),
  };
}

function colour(selector: string, background: string, text: string): string {
  return `${selector} { background: ${background}; color: ${text} }\n`.toLowerCase();
}
