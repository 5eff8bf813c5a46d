import type { ServiceContext } from './views.ts';

/**
 * A readable name for a service that a chat was opened from. Made from the slug, because the
 * chat does not know the catalogue.
 */
export function serviceTitle({ slug }: ServiceContext): string {
  return slug
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}
