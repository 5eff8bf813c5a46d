import type { MetaDescriptor } from 'react-router';

interface Site {
  readonly brandName: string;
  readonly origin: string;
}

interface PageMeta {
  /** Without the brand, which is put behind it. */
  readonly title: string;
  readonly description: string;
  /** The page's own address; what a query adds to it is not a page of its own. */
  readonly path: string;
}

/** Title, description, canonical address and what other sites show when the page is shared. */
export function pageMeta(site: Site | undefined, page: PageMeta): MetaDescriptor[] {
  const title = site ? `${page.title} · ${site.brandName}` : page.title;
  if (!site) return [{ title }];
  const url = new URL(page.path, site.origin).href;
  return [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.brandName },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary' },
  ];
}
