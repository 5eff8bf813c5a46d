import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LOOKS, type Look } from './looks.ts';
import { VIEWS } from './picture-path.ts';
import { drawPicture } from './draw-picture.ts';
import { PALETTES } from './palettes.ts';
import { readServiceTitles } from './product.ts';
import { paint } from './render.ts';
import { drawObject } from './scene.ts';
import { DRAWN_SERVICES } from './services/drawn-services.ts';
import { findPicture, fieldAt, PICTURES } from './services/find-picture.ts';
import { idsOf, looseReferences, wellFormed } from './svg.check.ts';

const scenes = new Map(
  DRAWN_SERVICES.map(({ look, slug, art }) => [art, drawPicture(look, slug, 'scene')]),
);

const pictures = DRAWN_SERVICES.flatMap(({ look, slug, art }) =>
  VIEWS.map((view) => ({
    name: `${art}/${view}`,
    svg: drawPicture(look, slug, view),
  })),
);

function namesOf(fails: (picture: { name: string; svg: string }) => boolean): string[] {
  return pictures.filter(fails).map(({ name }) => name);
}

/** The drawing without the names of its patterns and masks. */
function content(svg: string): string {
  return idsOf(svg).reduce((text, id) => text.replaceAll(id, 'id'), svg);
}

test('every service of the catalogue has its picture, in catalogue order', () => {
  for (const look of LOOKS) {
    const drawn = DRAWN_SERVICES.filter((service) => service.look === look);
    expect(drawn.map(({ title }) => title)).toEqual(readServiceTitles(look));
  }
  expect(scenes.size).toBe(125);
});

test('the 125 pictures differ in what they show', () => {
  expect(new Set([...scenes.values()].map(content)).size).toBe(125);
});

test('no two services share a carrier and an emblem', () => {
  const pairs = Object.values(PICTURES)
    .flat()
    .map(({ carrier, emblem = 'none' }) => `${carrier.name}+${emblem}`);
  expect(pairs.filter((pair, index) => pairs.indexOf(pair) !== index)).toEqual([]);
});

test('no object is drawn in the colour of its field, on any field', () => {
  const lost = Object.entries(PICTURES).flatMap(([id, list]) =>
    list.flatMap((picture) =>
      ([0, 1, 2] as const)
        .filter((field) => {
          const section = id as Look;
          const { base } = PALETTES[section].fields[field];
          return paint(drawObject(section, field, picture)).includes(base);
        })
        .map((field) => `${picture.title} ${field}`),
    ),
  );
  expect(lost).toEqual([]);
});

test('pictures differ from the one before and from the one above in rows of three', () => {
  for (let position = 0; position < 31; position += 1) {
    expect(fieldAt(position)).not.toBe(fieldAt(position + 1));
    expect(fieldAt(position)).not.toBe(fieldAt(position + 3));
  }
});

test('a picture is drawn the same way every time', () => {
  for (const { look, slug } of DRAWN_SERVICES.slice(0, 20)) {
    for (const view of VIEWS) {
      expect(drawPicture(look, slug, view)).toBe(drawPicture(look, slug, view));
    }
  }
});

test('an unknown service has no picture', () => {
  expect(() => drawPicture('music', 'zeppelin', 'scene')).toThrow("'music/zeppelin'");
  expect(() => findPicture('music', 'menu-design')).toThrow("'music/menu-design'");
});

test('pictures are small', () => {
  expect(namesOf(({ svg }) => gzipSync(svg).length > 4096)).toEqual([]);
});

test('pictures are well-formed and know every id they use', () => {
  expect(namesOf(({ svg }) => !wellFormed(svg))).toEqual([]);
  expect(namesOf(({ svg }) => looseReferences(svg).length > 0)).toEqual([]);
});

test('ids are unique across all pictures', () => {
  const ids = pictures.flatMap(({ svg }) => idsOf(svg));
  expect(new Set(ids).size).toBe(ids.length);
});

test('pictures hold no broken numbers, no text, no script and no style', () => {
  const broken = /NaN|undefined|Infinity|null|\[object|<text|font|<script|style=| on[a-z]+=/;
  expect(namesOf(({ svg }) => broken.test(svg))).toEqual([]);
});

test('coordinates are given to a tenth', () => {
  // Pictograms come as they are; opacity and scale are no coordinates, the dot is the pattern's.
  const exempt =
    /<path transform="[^"]*" d="[^"]*"|opacity="[^"]*"|(?:scale|matrix)\([^)]*\)|r="1\.15"/g;
  expect(namesOf(({ svg }) => /\.\d\d/.test(svg.replaceAll(exempt, '')))).toEqual([]);
});
