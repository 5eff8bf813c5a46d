import { isOrderable } from '../../orders/server/checkout/quote-service.server.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Service } from '../service.ts';

/** The lists are cached, because a section of a large shop has thousands of services and many pages. */
const known = new WeakMap<readonly Service[], readonly Service[]>();

/** Returns the services with the button 'Order now'. */
export function onlyOrderable(
  services: readonly Service[],
  { directOrders }: { readonly directOrders: boolean },
): readonly Service[] {
  if (!directOrders) return [];
  const before = known.get(services);
  if (before) return before;
  const orderable = services.filter((service) => isOrderable(service, true));
  known.set(services, orderable);
  return orderable;
}

const knownPaths = new WeakMap<readonly Service[], ReadonlySet<string>>();

export function onlyOrderablePaths(
  { services }: Pick<Catalogue, 'services'>,
  settings: { readonly directOrders: boolean },
): ReadonlySet<string> {
  const orderable = onlyOrderable(services, settings);
  const before = knownPaths.get(orderable);
  if (before) return before;
  const paths = new Set(orderable.map(({ path }) => path));
  knownPaths.set(orderable, paths);
  return paths;
}
