import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import { slugOf } from './service.ts';

/** Rule 50 names these slugs. */
const NAMED: Record<string, string> = {
  graphics:
    'industrial-&-product-design graphics-for-streamers trade-booth-design image-editing presentation-design infographic-design resume-design flyer-design brochure-design poster-design menu-design invitation-design packaging-&-label-design book-design book-covers album-cover-design social-media-design thumbnails-design email-design web-banners signage-design',
  business:
    'market-research business-plans business-consulting hr-consulting project-management product-management sales customer-experience-management-(cxm) lead-generation call-center-&-calling customer-care copyright-registration',
  digital:
    'video-marketing e-commerce-marketing email-marketing email-automations marketing-strategy brand-strategy-(seo) digital-marketing-strategy-(seo) marketing-concepts-&-ideation conscious-branding-&-marketing-(seo) marketing-advice music-promotion podcast-marketing mobile-app-marketing book-&-ebook-marketing self-publish-your-book community-boosting',
  music: 'voice-over podcast-production audiobook-production audio-ads-production',
  programming:
    'website-development website-maintenance wordpress custom-websites portfolio web-applications desktop-applications software-development scripting plugins-development mobile-app-development cross-platform-apps mobile-app-maintenance support-&-it cloud-computing convert-files',
  video: 'video-editing video-art subtitles-&-captions',
  writing:
    'articles-&-blog-posts proofreading-&-editing blurb republication translation transcription product-descriptions',
};

const { services, sections, popular } = CATALOGUE;

describe('the catalogue that an installation begins with', () => {
  test('holds 125 services', () => {
    expect(services).toHaveLength(125);
  });

  test.each([
    ['graphics', 21],
    ['business', 12],
    ['digital', 16],
    ['music', 4],
    ['programming', 16],
    ['video', 25],
    ['writing', 31],
  ] as const)('has in %s %i of them', (section, count) => {
    expect(CATALOGUE.servicesOf(section)).toHaveLength(count);
  });

  test('gives each section and slug to one service', () => {
    expect(new Set(services.map(({ path }) => path)).size).toBe(services.length);
  });

  test('makes slugs by the rule: lower case, spaces to hyphens, the rest kept', () => {
    expect(slugOf('Customer Experience Management (CXM)')).toBe(
      'customer-experience-management-(cxm)',
    );
    for (const { title, slug, section, path } of services) {
      expect(slug).toBe(title.toLowerCase().split(' ').join('-'));
      expect(slug).toMatch(/^[a-z0-9&()-]+$/);
      expect(path).toBe(`/services/${section}/${slug}`);
    }
  });

  test.each(Object.entries(NAMED))('has every slug that is named for %s', (section, slugs) => {
    for (const slug of slugs.split(' '))
      expect(CATALOGUE.findService(section, slug)?.slug).toBe(slug);
  });

  test('puts every service into an area of its section, and something into every area', () => {
    for (const section of sections) {
      const used = new Set(CATALOGUE.servicesOf(section.id).map(({ area }) => area));
      expect([...used].sort()).toEqual(section.areas.map(({ id }) => id).sort());
    }
  });

  test('keeps summaries short enough for a card', () => {
    for (const { summary } of services) expect(summary.length).toBeLessThanOrEqual(90);
  });

  test('names nine popular services, in order', () => {
    expect(popular.map(({ title }) => title)).toEqual([
      'Website Development',
      'Video Editing',
      'Articles & Blog Posts',
      'Book Design',
      'Voice Over',
      'Proofreading & Editing',
      'Email Design',
      'Signage Design',
      'Subtitles & Captions',
    ]);
  });

  test('does not find a service under another section or spelling', () => {
    expect(CATALOGUE.findService('video', 'book-design')).toBeUndefined();
    expect(CATALOGUE.findService('graphics', 'Book-Design')).toBeUndefined();
  });
});
