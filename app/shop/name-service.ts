import { marksOf, type Translated } from '../platform/lang-of.ts';
import type { Catalogue } from './catalogue.ts';
import type { Address } from './service.ts';

interface NamedService extends Translated {
  readonly title: string;
  readonly path: string | undefined;
}

/** The address may be a former one. The path is undefined while the service is hidden. */
export function nameService(catalogue: Catalogue, { section, slug }: Address): NamedService {
  const found = catalogue.findServiceEverAt(section, slug);
  return {
    title: found?.service.title ?? slug,
    path: found?.isShown ? found.service.path : undefined,
    ...marksOf(found?.service ?? {}, 'title'),
  };
}
