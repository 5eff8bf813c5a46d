import type { MetaDescriptor } from 'react-router';

interface PageFacts {
  readonly title: string;
  readonly description: string;
  /** Canonical path of the page, not percent-encoded. */
  readonly path: string;
}

interface SiteFacts {
  readonly brandName: string;
  readonly origin: string;
}

/** Title, description, canonical address and what link previews read. */
export function pageMeta(
  site: SiteFacts | undefined,
  { title, description, path }: PageFacts,
): MetaDescriptor[] {
  const brandName = site?.brandName ?? '';
  const url = (site?.origin ?? '') + encodeURI(path);
  return [
    { title: `${title} | ${brandName}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: brandName },
    { name: 'twitter:card', content: 'summary' },
  ];
}
