import { picturePath } from './pictures/picture-path.ts';
import { SERVICES } from './catalogue.ts';
import type { SearchItem } from './search.ts';
import { SECTIONS } from './sections.ts';

/** The whole catalogue as search sees it, for the browser. */
export const SEARCH_INDEX: readonly SearchItem[] = SERVICES.map((service) => ({
  title: service.title,
  category: SECTIONS.find((section) => section.id === service.section)?.title ?? '',
  description: service.summary,
  path: service.path,
  picture: picturePath(service.section, service.slug, 'scene'),
}));
