import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFirstCatalogue } from '../../catalogue/server/first-catalogue.server.ts';
import { findClipTitles } from './clip-titles.server.ts';
import { clipPaths, findClips } from './clips.ts';
import {
  boatPath,
  categoryCardPath,
  LIGHTHOUSE_PATH,
  NIGHT_SKY_PATH,
  seaPath,
} from './home-pictures.ts';
import { LOOKS } from './looks.ts';
import {
  HOME_PREVIEW_PATH,
  loginPicturePath,
  picturePath,
  PREVIEW_SIZE,
  sectionDrawingPath,
  sectionHeaderPath,
  sectionPreviewPath,
  servicePreviewPath,
  swatchPath,
  VIEWS,
} from './picture-path.ts';

const PUBLIC_FOLDER = join(import.meta.dirname, '../../../public');
const ARTS = readFirstCatalogue().services.flatMap(({ art }) => art ?? []);
const THEMES = ['light', 'dark'] as const;
function filesIn(folder: string): string[] {
  return readdirSync(join(PUBLIC_FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .map((name) => `/${folder}/${name.replaceAll('\\', '/')}`)
    .toSorted();
}

/** Reads the size from the frame header of a JPEG file. */
function sizeOf(path: string): { width: number; height: number } {
  const jpeg = readFileSync(join(PUBLIC_FOLDER, path));
  let at = 2;
  // Each segment has a marker of two bytes, followed by its length.
  while ((jpeg.readUInt16BE(at) & 0xfffc) !== 0xffc0) at += 2 + jpeg.readUInt16BE(at + 2);
  return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) };
}

test('public/art has the drawings that pages ask for, and no others', () => {
  const pages = [
    LIGHTHOUSE_PATH,
    swatchPath('all'),
    ...[...LOOKS, 'concept-to-video' as const].map(categoryCardPath),
    ...THEMES.map(loginPicturePath),
    NIGHT_SKY_PATH,
    ...(['desktop', 'phone'] as const).flatMap((screen) =>
      THEMES.map((theme) => seaPath(screen, theme)),
    ),
    ...LOOKS.flatMap((look) => [
      boatPath(look),
      sectionDrawingPath(look),
      sectionHeaderPath(look),
      swatchPath(look),
    ]),
  ];
  // Video services show clips in place of a gallery.
  const services = ARTS.flatMap((art) =>
    findClips(art) === undefined
      ? VIEWS.map((view) => picturePath(art, view))
      : [picturePath(art, 'scene')],
  );
  expect(ARTS).toHaveLength(125);
  expect(filesIn('art')).toEqual([...new Set([...pages, ...services])].toSorted());
});

test('public/previews has a picture in the announced size for the home page, each section and each service', () => {
  const previews = [
    HOME_PREVIEW_PATH,
    ...LOOKS.map(sectionPreviewPath),
    ...ARTS.map(servicePreviewPath),
  ];
  expect(filesIn('previews')).toEqual(previews.toSorted());
  for (const path of previews) expect({ path, ...sizeOf(path) }).toEqual({ path, ...PREVIEW_SIZE });
});

test('a drawn video service has three sample videos with their titles, and no other service has any', () => {
  for (const art of ARTS) {
    const name = findClips(art) ?? '';
    const titles = findClipTitles(name, 'en');
    expect(titles, art).toHaveLength(art.startsWith('video/') ? 3 : 0);
    for (const number of titles.keys())
      for (const path of Object.values(clipPaths(name, number + 1)))
        expect(existsSync(join(PUBLIC_FOLDER, path)), path).toBe(true);
  }
  expect(findClips(null)).toBeUndefined();
  expect(findClips('video/zeppelin')).toBeUndefined();
});
