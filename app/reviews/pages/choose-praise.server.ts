import { marksOf } from '../../platform/lang-of.ts';
import type { Catalogue } from '../../shop/catalogue.ts';
import type { Praise } from '../server/read-rating-summaries.server.ts';
import type { ShownPraise } from '../ui/praise-strip.tsx';

const SHOWN = 3;

/**
 * Services that the page shows anyway are excluded. Returns none when there are fewer than three, because a shorter
 * list would look as if the shop had no more reviews.
 */
export function choosePraise(catalogue: Catalogue, praise: readonly Praise[]): ShownPraise[] {
  const seen = new Set(catalogue.popular.map(({ id }) => id));
  const chosen: ShownPraise[] = [];
  for (const { id, name, rating, text, section, slug } of praise) {
    const found = catalogue.findServiceEverAt(section, slug);
    if (!found?.isShown || seen.has(found.service.id)) continue;
    seen.add(found.service.id);
    const { path, title } = found.service;
    chosen.push({
      id,
      name,
      rating,
      text,
      service: { path, title, ...marksOf(found.service, 'title') },
    });
    if (chosen.length === SHOWN) return chosen;
  }
  return [];
}
