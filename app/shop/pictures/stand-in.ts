import type { Catalogue } from '../catalogue.ts';
import { drawingPath, picturePath } from './picture-path.ts';

const SCENE = /^\/art\/([a-z][a-z0-9-]*)\/[a-z0-9-]+-scene\.svg$/;

/**
 * The path of a missing drawing contains a present or former address of its service. The chat knows the address of
 * a service, but not the name under which it was drawn.
 */
export function findStandIn(catalogue: Catalogue, path: string): string | undefined {
  const section = SCENE.exec(path)?.[1];
  if (section === undefined) return undefined;
  const named = catalogue.content.addresses.find(
    (address) =>
      address.section === section && picturePath(`${section}/${address.slug}`, 'scene') === path,
  );
  const found = named && catalogue.findServiceById(named.serviceId);
  return found && drawingPath(found.service);
}
