import type { Catalogue } from '../marketplace/catalogue.ts';
import { isCurrency } from '../platform/currencies.ts';
import { toDecimal } from './wire/money.ts';

/** A service as an offer begins with it. This file alone asks the catalogue. */
export interface OfferedService {
  readonly title: string;
  /** Where it is found now. */
  readonly path: string;
  /** Hidden ones are sold no more; what was ordered of them is finished and reviewed. */
  readonly isShown: boolean;
  /** As the form has it; for one unit of what the price counts. */
  readonly price: string;
  readonly currency: string;
  readonly deliveryDays: number | null;
  readonly revisions: number | null;
  /** What is needed from the buyer, one a line; '' where the catalogue says nothing. */
  readonly questions: string;
}

/** The service that is, or once was, at this path, as it is now; undefined where none ever was. */
export function findOfferedService(
  catalogue: Pick<Catalogue, 'findServiceEverAt'>,
  path: string,
): OfferedService | undefined {
  const [, , section = '', slug = ''] = path.split('/');
  const found = catalogue.findServiceEverAt(section, slug);
  if (!found) return undefined;
  const { title, price, deliveryDays, revisions, needs } = found.service;
  const { amount, currency } = price;
  return {
    title,
    path: found.service.path,
    isShown: found.isShown,
    price: isCurrency(currency) ? toDecimal(amount, currency) : '',
    currency,
    deliveryDays,
    revisions,
    questions: needs,
  };
}
