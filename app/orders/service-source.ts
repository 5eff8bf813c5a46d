import type { Catalogue } from '../shop/catalogue.ts';
import type { Service } from '../shop/service.ts';
import { isCurrency } from '../platform/currencies.ts';
import { toTypedAmount } from '../platform/read-amount.ts';
import { toDecimal } from './protocol/money.ts';

/** A service as prefilled in an offer. Only this file reads the catalogue for offers. */
export interface OfferedService {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly path: string;
  /** Hidden services are no longer sold, but their existing orders can be completed and reviewed. */
  readonly isShown: boolean;
  /** The price of one unit, formatted for the form. */
  readonly price: string;
  readonly currency: string;
  readonly deliveryDays: number | null;
  readonly revisions: number | null;
  /** Questions to the buyer, separated by line breaks. Empty if the catalogue has none. */
  readonly questions: string;
  /** Null for a hidden service, whose packages and options are no longer sold. */
  readonly sold: Service | null;
  readonly taxRate: string;
}

/** Finds a service by its current path or a former one. */
export function findOfferedService(
  catalogue: Pick<Catalogue, 'findServiceEverAt'>,
  path: string,
): OfferedService | undefined {
  const [, , section = '', slug = ''] = path.split('/');
  const found = catalogue.findServiceEverAt(section, slug);
  if (!found) return undefined;
  const {
    id,
    section: currentSection,
    title,
    price,
    deliveryDays,
    revisions,
    needs,
    taxRate,
  } = found.service;
  const { amount, currency } = price;
  return {
    id,
    section: currentSection,
    title,
    path: found.service.path,
    isShown: found.isShown,
    price: isCurrency(currency) ? toTypedAmount(toDecimal(amount, currency)) : '',
    currency,
    deliveryDays,
    revisions,
    questions: needs,
    sold: found.isShown ? found.service : null,
    taxRate,
  };
}
