import type { Catalogue } from './catalogue.ts';
import type { Address } from './service.ts';

/** What a service that was once found here is called, and where it is found; undefined while it is hidden. */
export function nameService(
  catalogue: Catalogue,
  { section, slug }: Address,
): { readonly title: string; readonly path: string | undefined } {
  const found = catalogue.findServiceEverAt(section, slug);
  return {
    title: found?.service.title ?? slug,
    path: found?.isShown ? found.service.path : undefined,
  };
}
