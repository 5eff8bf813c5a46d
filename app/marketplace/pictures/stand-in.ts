import type { Catalogue } from '../catalogue.ts';
import { drawingPath, picturePath } from './picture-path.ts';

const SCENE = /^\/art\/([a-z][a-z0-9-]*)\/[a-z0-9-]+-scene\.svg$/;

/**
 * The picture of the service that a drawing's path names by an address, present or former: a chat
 * knows of a service where it is found, and not under which name it was drawn.
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
