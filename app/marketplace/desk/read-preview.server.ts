import type { Database } from '../../platform/db/database.server.ts';
import { toService } from '../catalogue.ts';
import type { KnownCatalogue } from '../live-catalogue.server.ts';
import type { Service } from '../service.ts';
import { readWorking } from './read-working.server.ts';

/** A service as it will be once its draft is published; undefined where there is none. */
export async function readPreview(
  host: KnownCatalogue & { readonly db: Database },
  id: string,
): Promise<Service | undefined> {
  const { services, sections } = await readWorking(host);
  const found = services.find(({ entry }) => entry.id === id);
  if (!found) return undefined;
  const section = sections.find(({ entry }) => entry.id === found.entry.section);
  const addresses = host.catalogue.findServiceById(id)?.service.addresses ?? [];
  return toService(found.entry, section?.entry.look ?? 'graphics', addresses);
}
