import { picturePath } from './pictures/picture-path.ts';
import { SERVICES } from './catalogue.ts';
import { formatAmount, formatPriceNote } from './price.ts';

/** A service as a chat shows it: where it lives, what it is called, what it costs. */
export const SERVICE_CARDS = SERVICES.map((service) => ({
  path: service.path,
  title: service.title,
  price: [formatAmount(service.price), formatPriceNote(service.price)].filter(Boolean).join(' | '),
  picture: picturePath(service.section, service.slug, 'scene'),
}));
