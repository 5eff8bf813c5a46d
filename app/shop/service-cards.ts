import type { Catalogue } from './catalogue.ts';
import { mainPicturePath } from './pictures/picture-path.ts';
import { formatAmount, formatPriceNote } from './price.ts';

export function toServiceCards({ services }: Catalogue) {
  return services.map((service) => ({
    path: service.path,
    title: service.title,
    price: [formatAmount(service.price), formatPriceNote(service.price)].filter(Boolean).join(' '),
    picture: mainPicturePath(service),
  }));
}
