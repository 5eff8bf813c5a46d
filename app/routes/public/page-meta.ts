import type { MetaDescriptor } from 'react-router';
import { addressOf, alternates, type Site } from './page-address.ts';
import { previewPicture } from './preview-picture.ts';

interface PageMeta {
  /** Without the brand, which is put behind it. */
  readonly title: string;
  readonly description: string;
  /** The page's own address; what a query adds to it is not a page of its own. */
  readonly path: string;
  /** The picture beside a link to it; the home page's where it has none of its own. */
  readonly preview?: string;
  /** What is seen in it, where somebody wrote that down. */
  readonly previewAlt?: string;
}

/** Title, description, canonical address and what other sites show when the page is shared. */
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

/** A page's title as the browser's tab shows it. */
export function titleOf(title: string, site: Site | undefined): string {
  return site ? `${title} · ${site.brandName}` : title;
}

/** The way from the home page to this one, for search engines; the last step is the page itself. */
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
 * What search engines read in a page. They ask the server for it: a browser that goes on to another
 * page would have to make script elements out of text, which the policy of all pages forbids.
 */
export function structuredData(...entries: readonly object[]): MetaDescriptor[] {
  return import.meta.env.SSR ? entries.map((entry) => ({ 'script:ld+json': entry })) : [];
}
