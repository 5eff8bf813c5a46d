import { LIST_QUERY_NAMES } from '../list-query.ts';
import { REVIEW_QUERY_NAMES } from '../../reviews/review-query.ts';

/**
 * The keys are route patterns. All other parameters, such as those of campaigns, are ignored and do not create
 * entries in the page cache.
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

/** These public resources are served from the cache and read no parameter. */
export const RESOURCE_QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/sitemap.xml': [],
  '/robots.txt': [],
  '/manifest': [],
  '/brand/:colour': [],
  '/search-index': [],
  '/service-cards': [],
  '/chat/file-limits': [],
};
