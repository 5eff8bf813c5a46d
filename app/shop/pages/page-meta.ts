import type { MetaDescriptor } from 'react-router';
import { addressOf, alternates, type Site } from './page-address.ts';
import { previewPicture } from '../../catalogue/pages/preview-picture.ts';

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
