import type { MetaDescriptor } from 'react-router';
import { photoPreviewPath } from '../../catalogue/protocol/photo.ts';
import { HOME_PREVIEW_PATH, PREVIEW_SIZE } from '../pictures/picture-path.ts';
import { t, languageNow } from '../../i18n/translate.ts';
import { prefixOf, putPrefix, type ShopLanguages } from '../../platform/address-language.ts';
import type { Language } from '../../platform/languages.ts';

export interface Site {
  readonly brandName: string;
  readonly origin: string;
  /** A shop with the default logo has none. */
  readonly logo?: { readonly id: string };
  readonly languages?: ShopLanguages;
}

interface Alternate {
  readonly hrefLang: string;
  readonly href: string;
}

interface Previewed {
  readonly title: string;
  readonly preview?: string;
  readonly previewAlt?: string;
}

interface PageMeta {
  /** The brand name is appended. */
  readonly title: string;
  readonly description: string;
  /** Query parameters do not make another page, so the path has none. */
  readonly path: string;
  /** The home page's picture is the default of link previews. */
  readonly preview?: string;
  readonly previewAlt?: string;
}

export function pageMeta(site: Site | undefined, page: PageMeta): MetaDescriptor[] {
  const title = titleOf(page.title, site);
  if (!site) return [{ title }];
  const url = addressOf(site, page.path);
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...alternates(site, page.path),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.brandName },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    ...previewPicture(site, page),
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

export function titleOf(title: string, site: Site | undefined): string {
  return site ? `${title} · ${site.brandName}` : title;
}

/** The last step is the page itself. */
export function breadcrumbList(
  site: Site,
  steps: readonly (readonly [name: string, path: string])[],
): MetaDescriptor[] {
  return structuredData({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: addressOf(site, path),
    })),
  });
}

/**
 * Structured data is rendered on the server only. On client navigation, React would have to create script elements
 * from text, which the content security policy forbids.
 */
export function structuredData(...entries: readonly object[]): MetaDescriptor[] {
  return import.meta.env.SSR ? entries.map((entry) => ({ 'script:ld+json': entry })) : [];
}

/** The picture is the page's own, the shop's logo, or that of the home page. */
function previewPicture(site: Site, page: Previewed): MetaDescriptor[] {
  const { logo, brandName, origin } = site;
  const path = page.preview ?? (logo ? photoPreviewPath(logo) : HOME_PREVIEW_PATH);
  const seen = page.preview
    ? t('{title}, with its illustration', { title: page.title })
    : logo
      ? brandName
      : t('A fleet of seven sails');
  return [
    { property: 'og:image', content: new URL(path, origin).href },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(PREVIEW_SIZE.width) },
    { property: 'og:image:height', content: String(PREVIEW_SIZE.height) },
    { property: 'og:image:alt', content: page.previewAlt ?? seen },
  ];
}

/** The language is the current one. */
function addressOf({ origin, languages }: Site, path: string): string {
  const prefix = languages ? prefixOf(languages, languageNow()) : '';
  return new URL(putPrefix(prefix, path), origin).href;
}

/**
 * The page's head and the sitemap list these URLs. Readers of other languages get the main language. The list is
 * empty for a shop with a single language.
 */
export function alternatesOf({ origin, languages }: Site, path: string): Alternate[] {
  if (!languages || languages.offered.length < 2) return [];
  const inLanguage = (language: Language, hrefLang: string = language) => ({
    hrefLang,
    href: new URL(putPrefix(prefixOf(languages, language), path), origin).href,
  });
  return [
    ...languages.offered.map((language) => inLanguage(language)),
    inLanguage(languages.main, 'x-default'),
  ];
}

function alternates(site: Site, path: string): MetaDescriptor[] {
  return alternatesOf(site, path).map((each) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    ...each,
  }));
}
