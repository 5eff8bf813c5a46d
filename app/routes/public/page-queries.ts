import { LIST_QUERY_NAMES } from '../../marketplace/list-query.ts';
import { REVIEW_QUERY_NAMES } from '../../reviews/review-query.ts';

/**
 * What each public page reads from its address's query, by the pattern of its route. Whatever else
 * an address has, the campaigns and counters of other sites, means nothing here: nothing is
 * rendered or kept for it.
 */
export const PAGE_QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/contact': [],
  '/payment': [],
  '/privacy-policy': [],
  '/terms': [],
  '/refunds': [],
  '/api': [],
  '/services': ['q'],
  '/services/:section': LIST_QUERY_NAMES,
  '/services/video/:slug': REVIEW_QUERY_NAMES,
  '/services/:section/:slug': REVIEW_QUERY_NAMES,
  '/reviews/:id/report': [],
  '/preview/:theme/:id': [],
  '/preview/:theme/content/:id': [],
  '/order/:secret': ['paid'],
  '/confirm-review': ['token'],
  '/moderation-log': ['page'],
  '/chat/confirm': ['token'],
  '/chat/resume': ['token'],
  '/chat/stop-mails': ['token'],
};

/** The same for what everybody is given that is no page and lies ready: none of it reads anything. */
export const RESOURCE_QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/sitemap.xml': [],
  '/robots.txt': [],
  '/manifest': [],
  '/brand/:colour': [],
  '/search-index': [],
  '/service-cards': [],
  '/chat/file-limits': [],
};
