import type { Catalogue } from './catalogue.ts';
import type { Address } from './service.ts';

/** Where the service that was once found here is found now; the same address for one nobody knows. */
export function presentAddress(catalogue: Catalogue, address: Address): Address {
  return catalogue.findServiceEverAt(address.section, address.slug)?.service ?? address;
}
