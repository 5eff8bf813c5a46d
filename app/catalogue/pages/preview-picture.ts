import type { MetaDescriptor } from 'react-router';
import { photoPreviewPath } from '../protocol/photo.ts';
import { HOME_PREVIEW_PATH, PREVIEW_SIZE } from '../../shop/pictures/picture-path.ts';
import { say } from '../../platform/say.ts';
import type { Site } from '../../shop/pages/page-address.ts';

interface Previewed {
  readonly title: string;
  readonly preview?: string;
  readonly previewAlt?: string;
}

/** The picture is the page's own, the shop's logo, or that of the home page. */
export function previewPicture(site: Site, page: Previewed): MetaDescriptor[] {
  const { logo, brandName, origin } = site;
  const path = page.preview ?? (logo ? photoPreviewPath(logo) : HOME_PREVIEW_PATH);
  const seen = page.preview
    ? say('{title}, with its illustration', { title: page.title })
    : logo
      ? brandName
      : say('A fleet of seven sails');
  return [
    { property: 'og:image', content: new URL(path, origin).href },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(PREVIEW_SIZE.width) },
    { property: 'og:image:height', content: String(PREVIEW_SIZE.height) },
    { property: 'og:image:alt', content: page.previewAlt ?? seen },
  ];
}
