import { photoSources, plainPhotoPath, type ServicePhoto } from './photos/photo.ts';
import { picturePath, sectionDrawingPath, type View } from './pictures/picture-path.ts';
import type { LightboxPicture } from '../ui/lightbox.tsx';
import { describeDrawing, describePicture } from './picture-descriptions.ts';
import type { Service } from './service.ts';

/** The main picture first, then the three further ones. */
const GALLERY: readonly View[] = ['scene', 'close-up', 'series', 'plan'];

/** Its photos; without any its drawings, or those of its section where nobody has drawn it. */
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

/** What an old browser shows, on a screen of any size. */
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
