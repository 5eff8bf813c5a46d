import type { Look } from './looks.ts';
import { tag } from './carriers/trade.ts';
import type { EmblemName } from './emblems.ts';
import { composeScene } from './scene.ts';
import { lifted } from './services/service-picture.ts';

const SIGNS: Readonly<Record<Look, EmblemName>> = {
  graphics: 'palette',
  business: 'briefcase',
  digital: 'megaphone-simple',
  music: 'music-notes',
  programming: 'code',
  video: 'film-slate',
  writing: 'pen-nib',
};

/**
 * A complete SVG that stands for whatever of a section nobody has drawn: a price label with the
 * section's sign, on its ground. So nothing that an operator adds is without a picture.
 */
export function drawSectionDrawing(look: Look): string {
  const picture = lifted('', tag, SIGNS[look]);
  const content = composeScene({ section: look, seed: `section|${look}`, picture, field: 1 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300">${content}</svg>`;
}
