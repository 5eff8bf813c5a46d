import { SECTIONS } from '../app/marketplace/sections.ts';
import type { SectionId } from '../app/marketplace/sections.ts';
import { slugOf } from '../app/marketplace/service.ts';
import { drawPicture } from './draw-picture.ts';
import type { View } from '../app/marketplace/pictures/picture-path.ts';
import { PICTURES } from './services/find-picture.ts';

const STYLE = `
  body { margin: 24px; font: 14px/1.4 system-ui, sans-serif; color: #12172b; background: #faf9f5; }
  section { display: grid; grid-template-columns: repeat(5, 1fr); gap: 16px; }
  figure { margin: 0; }
  figure svg { display: block; width: 100%; height: auto; border-radius: 13px; }
  figcaption { margin-top: 6px; }
`;

export interface SheetOptions {
  readonly sections?: readonly SectionId[];
  readonly views?: readonly View[];
}

function figures(section: SectionId, views: readonly View[]): string {
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
  const shown = SECTIONS.filter(({ id }) => sections === undefined || sections.includes(id));
  const body = shown
    .map(
      ({ id, title }) =>
        `<h2>${title.replaceAll('&', '&amp;')}</h2><section>${figures(id, views)}</section>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>${STYLE}</style>${body}</html>`;
}
