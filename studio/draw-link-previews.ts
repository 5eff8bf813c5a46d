import { createHash } from 'node:crypto';
import { drawPicture } from './draw-picture.ts';
import { drawSectionHeader } from './draw-section-header.ts';
import { drawMark, drawRegatta, MARK_COLOURS } from './fleet.ts';
import { PALETTES } from './palettes.ts';
import { readSections, type Section } from './product.ts';
import { DRAWN_SERVICES, type DrawnService } from './services/drawn-services.ts';
import {
  HOME_PREVIEW_PATH,
  PREVIEW_SIZE,
  sectionPreviewPath,
  servicePreviewPath,
} from './picture-path.ts';

/** The previews do not follow what an operator changes later. */
const SECTIONS = readSections();

/**
 * The picture other sites show beside a link. It holds what does not change with an installation:
 * neither a price nor the brand's name, which are settings.
 */
export interface LinkPreview {
  /** Where it is served from. */
  readonly path: string;
  /** A page of the picture's size; the fonts are the renderer's to give. */
  readonly html: string;
  /** Changes whenever the drawing does. */
  readonly stamp: string;
}

/** One for the home page, each section and each service. */
export function drawLinkPreviews(): readonly LinkPreview[] {
  return [
    preview(HOME_PREVIEW_PATH, drawHome()),
    ...SECTIONS.map((section) => preview(sectionPreviewPath(section.id), drawSection(section))),
    ...DRAWN_SERVICES.map((service) =>
      preview(servicePreviewPath(service.art), drawService(service)),
    ),
  ];
}

function preview(path: string, body: string): LinkPreview {
  const html = `<style>${STYLE}</style>${body}`;
  return { path, html, stamp: createHash('sha256').update(html).digest('hex').slice(0, 16) };
}

const STYLE = `
* { box-sizing: border-box; margin: 0 }
body { position: relative; width: ${PREVIEW_SIZE.width}px; height: ${PREVIEW_SIZE.height}px; overflow: hidden;
  background: #faf9f5; color: #12172b; font: 500 30px/1.4 'Instrument Sans' }
h1 { font: 700 76px/1.02 'Bricolage Grotesque'; letter-spacing: -0.04em; text-wrap: balance }
.mark { position: absolute; left: 64px; top: 60px; width: 76px; height: 76px }
.words { position: absolute; left: 64px; bottom: 60px; width: 488px }
.words p { margin-top: 20px; color: #444b62 }
.chip { display: inline-block; margin-bottom: 22px; padding: 7px 18px 8px; border-radius: 12px; font-size: 26px; font-weight: 650 }
.art { position: absolute; inset: 32px 32px 32px 576px; overflow: hidden; border-radius: 28px 128px 28px 28px }
.art svg { width: 100%; height: 100% }
.sky { position: absolute; inset: 0; background: #dce7ff }
.sky svg:not(.mark) { position: absolute; left: 0; bottom: 0; width: 100%; height: auto }
.sky .mark { top: 48px }
.sky h1 { position: absolute; left: 64px; top: 138px; font-size: 84px }
`;

function drawHome(): string {
  const fleet = drawRegatta({ id: 'p', composition: 'desktop', theme: 'light' });
  return `<div class="sky">${fleet}${mark()}<h1>Your Digital Journey<br>Begins with Us.</h1></div>`;
}

function drawSection({ id, title, tagline }: Section): string {
  // The part of the banner that is not kept clear for its title.
  const art = drawSectionHeader(id)
    .replace(/viewBox="[^"]*"/, 'viewBox="520 -66 456 360"')
    .replace(/preserveAspectRatio="[^"]*"/, 'preserveAspectRatio="xMidYMid slice"');
  const words = `<h1 style="${sizeOf(title)}">${escapeText(title)}</h1><p>${escapeText(tagline)}</p>`;
  return frame(art, words, PALETTES[id].fields[0].base);
}

function drawService({ look, slug, title }: DrawnService): string {
  const { base, text } = PALETTES[look].fields[0];
  const sectionTitle = SECTIONS.find(({ id }) => id === look)?.title ?? '';
  const art = drawPicture(look, slug, 'scene').replace(
    '<svg ',
    '<svg preserveAspectRatio="xMidYMid slice" ',
  );
  const chip = `<span class="chip" style="background:${base};color:${text}">${escapeText(sectionTitle)}</span>`;
  return frame(art, `${chip}<h1 style="${sizeOf(title)}">${escapeText(title)}</h1>`, base);
}

function frame(art: string, words: string, ground: string): string {
  return `${mark()}<div class="words">${words}</div><div class="art" style="background:${ground}">${art}</div>`;
}

function mark(): string {
  return drawMark(MARK_COLOURS.light).replace('<svg ', '<svg class="mark" ');
}

/** Long titles, and those with a long word, are set smaller. */
function sizeOf(title: string): string {
  const longestWord = Math.max(...title.split(/[\s-]/).map((word) => word.length));
  const size = title.length > 34 || longestWord > 13 ? 58 : title.length > 24 ? 66 : 76;
  return `font-size:${size}px`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
