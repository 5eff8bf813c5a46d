import { picturePath } from './pictures/picture-path.ts';
import type { LightboxPicture } from '../ui/lightbox.tsx';
import { describePicture, type View } from './picture-descriptions.ts';
import type { Service } from './service.ts';

/** The main picture first, then the three further ones. */
const GALLERY: readonly View[] = ['scene', 'close-up', 'series', 'plan'];

export function galleryPictures({
  section,
  slug,
  title,
}: Pick<Service, 'section' | 'slug' | 'title'>): LightboxPicture[] {
  return GALLERY.map((view) => ({
    src: picturePath(section, slug, view),
    description: describePicture(title, view),
    width: 800,
    height: 600,
  }));
}
