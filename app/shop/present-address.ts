import type { Catalogue } from './catalogue.ts';
import type { Address } from './service.ts';

/** An unknown address is returned unchanged. */
export function presentAddress(catalogue: Catalogue, address: Address): Address {
  return catalogue.findServiceEverAt(address.section, address.slug)?.service ?? address;
}
