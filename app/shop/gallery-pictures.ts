import { photoSources, plainPhotoPath, type ServicePhoto } from '../catalogue/protocol/photo.ts';
import { picturePath, sectionDrawingPath, type View } from './pictures/picture-path.ts';
import type { LightboxPicture } from '../ui/lightbox.tsx';
import { describeDrawing, describePicture } from './picture-descriptions.ts';
import type { Service } from './service.ts';

const GALLERY: readonly View[] = ['scene', 'close-up', 'series', 'plan'];

/**
 * Returns the service's photos. Without photos it returns the service's drawings, and without drawings the drawing
 * of its section.
 */
export function galleryPictures({
  art,
  look,
  title,
  photos,
}: Pick<Service, 'art' | 'look' | 'title' | 'photos'>): LightboxPicture[] {
  if (photos.length > 0) return photos.map(pictureOf);
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

/** Browsers without `srcset` get this width, a compromise between all screen sizes. */
const PLAIN_WIDTH = 960;

function pictureOf(photo: ServicePhoto): LightboxPicture {
  const { alt, width, height } = photo;
  return {
    src: plainPhotoPath(photo, PLAIN_WIDTH),
    sources: photoSources(photo),
    description: alt,
    width,
    height,
  };
}
