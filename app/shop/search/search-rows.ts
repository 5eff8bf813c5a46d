import type { Catalogue } from '../catalogue.ts';
import { formatCardPrice } from '../price.ts';
import type { SearchItem } from './search.ts';
import type { CardRating } from '../service.ts';

export function withCosts(
  catalogue: Catalogue,
  items: readonly SearchItem[],
  ratings: ReadonlyMap<string, CardRating>,
): SearchItem[] {
  return items.map((item) => {
    const [, , section = '', slug = ''] = item.path.split('/');
    const service = catalogue.findService(section, slug);
    const rating = ratings.get(`${section}/${slug}`)?.average;
    return {
      ...item,
      ...(service && { cost: formatCardPrice(service.price) }),
      ...(rating !== undefined && { rating }),
    };
  });
}
