import type { MetaDescriptor } from 'react-router';
import { titleOf, type Site } from './page-meta.ts';

/** The head of a page that search engines must not list. */
export function privateMeta(title: string, site: Site | undefined): MetaDescriptor[] {
  return [{ title: titleOf(title, site) }, { name: 'robots', content: 'noindex' }];
}
