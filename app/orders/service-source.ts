import { findService } from '../marketplace/catalogue.ts';
import { isCurrency, toDecimal } from './wire/money.ts';

/** A service as an offer begins with it. This file alone asks the catalogue. */
export interface OfferedService {
  readonly title: string;
  readonly path: string;
  /** As the form has it; for one unit of what the price counts. */
  readonly price: string;
  readonly currency: string;
  /** What is needed from the buyer, one a line; '' where the catalogue says nothing. */
  readonly questions: string;
}

/** The service at this path, as it is now; undefined where there is none. */
export function findOfferedService(path: string): OfferedService | undefined {
  const [, , section = '', slug = ''] = path.split('/');
  const service = findService(section, slug);
  if (!service || service.path !== path) return undefined;
  const { amount, currency } = service.price;
  return {
    title: service.title,
    path,
    price: isCurrency(currency) ? toDecimal(amount, currency) : '',
    currency,
    questions: '',
  };
}
