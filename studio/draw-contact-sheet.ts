import { LOOKS, type Look } from './looks.ts';
import { drawPicture } from './draw-picture.ts';
import type { View } from './picture-path.ts';
import { PICTURES } from './services/find-picture.ts';
import { slugOf } from './services/service-picture.ts';

const STYLE = `
  body { margin: 24px; font: 14px/1.4 system-ui, sans-serif; color: #12172b; background: #faf9f5; }
  section { display: grid; grid-template-columns: repeat(5, 1fr); gap: 16px; }
  figure { margin: 0; }
  figure svg { display: block; width: 100%; height: auto; border-radius: 13px; }
  figcaption { margin-top: 6px; }
`;

export interface SheetOptions {
  readonly sections?: readonly Look[];
  readonly views?: readonly View[];
}

function figures(section: Look, views: readonly View[]): string {
  return PICTURES[section]
    .flatMap(({ title }) =>
      views.map((view) => {
        const caption = views.length > 1 ? `${title}: ${view}` : title;
        const text = caption.replaceAll('&', '&amp;');
        return `<figure>${drawPicture(section, slugOf(title), view)}<figcaption>${text}</figcaption></figure>`;
      }),
    )
    .join('');
}

/** One page with the pictures of the services, to be looked at by a person. */
export function drawContactSheet({ sections, views = ['scene'] }: SheetOptions = {}): string {
  const shown = LOOKS.filter((look) => sections === undefined || sections.includes(look));
  const body = shown
    .map((look) => `<h2>${look}</h2><section>${figures(look, views)}</section>`)
    .join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>${STYLE}</style>${body}</html>`;
}
