import { picturePath, sectionDrawingPath, type View } from './pictures/picture-path.ts';
import type { LightboxPicture } from '../ui/lightbox.tsx';
import { describeDrawing, describePicture } from './picture-descriptions.ts';
import type { Service } from './service.ts';

/** The main picture first, then the three further ones. */
const GALLERY: readonly View[] = ['scene', 'close-up', 'series', 'plan'];

/** A service that nobody has drawn has the drawing of its section. */
export function galleryPictures({
  art,
  look,
  title,
}: Pick<Service, 'art' | 'look' | 'title'>): LightboxPicture[] {
  const size = { width: 800, height: 600 };
  if (art === null) {
    return [{ src: sectionDrawingPath(look), description: describeDrawing(title), ...size }];
  }
  return GALLERY.map((view) => ({
    src: picturePath(art, view),
    description: describePicture(title, view),
    ...size,
  }));
}
