import business from '../../content/services/business.json' with { type: 'json' };
import digital from '../../content/services/digital.json' with { type: 'json' };
import graphics from '../../content/services/graphics.json' with { type: 'json' };
import music from '../../content/services/music.json' with { type: 'json' };
import programming from '../../content/services/programming.json' with { type: 'json' };
import video from '../../content/services/video.json' with { type: 'json' };
import writing from '../../content/services/writing.json' with { type: 'json' };
import { SECTIONS, type Section, type SectionId } from './sections.ts';
import { slugOf, type Service, type ServiceRecord } from './service.ts';

// tests/unit/content.test.ts holds the files to this type.
const RECORDS = {
  graphics,
  business,
  digital,
  music,
  programming,
  video,
  writing,
} as Record<SectionId, readonly ServiceRecord[]>;

/** All 125 services, in the order of the sections and of the files in `content/services/`. */
export const SERVICES: readonly Service[] = SECTIONS.flatMap((section) =>
  RECORDS[section.id].map((record) => {
    const slug = slugOf(record.title);
    return { ...record, section: section.id, slug, path: `/services/${section.id}/${slug}` };
  }),
);

const BY_PATH = new Map(SERVICES.map((service) => [service.path, service]));

export function findSection(id: string): Section | undefined {
  return SECTIONS.find((section) => section.id === id);
}

/** The service at exactly this section and slug; other spellings are for `findCanonicalPath`. */
export function findService(section: string, slug: string): Service | undefined {
  return BY_PATH.get(`/services/${section}/${slug}`);
}

export function servicesOf(section: SectionId): readonly Service[] {
  return SERVICES.filter((service) => service.section === section);
}

/** The nine of the home page's carousel, in SPEC §2's order. */
export const POPULAR_SERVICES: readonly Service[] = [
  'Website Development',
  'Video Editing',
  'Articles & Blog Posts',
  'Book Design',
  'Voice Over',
  'Proofreading & Editing',
  'Email Design',
  'Signage Design',
  'Subtitles & Captions',
].map((title) => {
  const service = SERVICES.find((candidate) => candidate.title === title);
  if (!service) throw new Error(`The popular service '${title}' is not in the catalogue`);
  return service;
});
