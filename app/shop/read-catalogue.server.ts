import { and, eq, gt, inArray, max } from 'drizzle-orm';
import type { Database } from '../platform/db/database.server.ts';
import type { AddressEntry, CatalogueContent, ServiceEntry } from './catalogue.ts';
import type { TextEntry } from '../catalogue/protocol/content.ts';
import {
  catalogueChanges,
  catalogueGroups,
  cataloguePublications,
  catalogueSections,
  catalogueTexts,
  serviceAddresses,
  services,
} from '../catalogue/server/tables.server.ts';

/** Publications are made by hand, so two retries are coincidence and ten are a bug. */
const MAX_TRIES = 10;

/** Returns 0 before the first publication. */
export async function readRevision(db: Database): Promise<number> {
  const [row] = await db
    .select({ revision: max(cataloguePublications.revision) })
    .from(cataloguePublications);
  return row?.revision ?? 0;
}

/**
 * Reads the published catalogue. Only publications change it, each in one transaction, so reading is retried until
 * the revision is the same before and after. Unchanged services are taken from `known`, because reading thousands
 * of rows would block the event loop.
 */
export async function readCatalogueContent(
  db: Database,
  known?: CatalogueContent,
): Promise<CatalogueContent> {
  let revision = await readRevision(db);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const content = {
      sections: await db.select().from(catalogueSections),
      groups: await db.select().from(catalogueGroups),
      texts: await readTexts(db),
      ...(known && known.revision > 0
        ? await readServicesSince(db, known)
        : await readServices(db)),
    };
    const now = await readRevision(db);
    if (now === revision) return { revision, ...content };
    revision = now;
  }
  throw new Error('The catalogue is published faster than it can be read');
}

/** The result includes hidden content blocks. */
export async function readTexts(db: Database): Promise<TextEntry[]> {
  return (await db.select().from(catalogueTexts)).map(({ id, fields }) => ({ ...fields, id }));
}

type Services = Pick<CatalogueContent, 'services' | 'addresses'>;

/** The queries are batched, because parsing a result of thousands of rows would block the event loop. */
const AT_ONCE = 500;

async function readServices(db: Database): Promise<Services> {
  const read: ServiceEntry[] = [];
  for (let after: string | undefined; ; after = read.at(-1)?.id) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const rows = await db
      .select()
      .from(services)
      .where(after === undefined ? undefined : gt(services.id, after))
      .orderBy(services.id)
      .limit(AT_ONCE);
    read.push(...rows);
    if (rows.length < AT_ONCE) break;
  }
  return { services: read, addresses: await db.select().from(serviceAddresses) };
}

async function readServicesSince(db: Database, known: CatalogueContent): Promise<Services> {
  const changes = await db
    .selectDistinct({ id: catalogueChanges.entryId })
    .from(catalogueChanges)
    .where(
      and(eq(catalogueChanges.kind, 'service'), gt(catalogueChanges.revision, known.revision)),
    );
  if (changes.length === 0) return { services: known.services, addresses: known.addresses };
  if (changes.length * 2 > known.services.length) return readServices(db);
  const read = new Map<string, ServiceEntry>();
  const addresses: AddressEntry[] = [];
  for (let from = 0; from < changes.length; from += AT_ONCE) {
    const ids = changes.slice(from, from + AT_ONCE).map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const rows = await db.select().from(services).where(inArray(services.id, ids));
    for (const row of rows) read.set(row.id, row);
    addresses.push(
      // oxlint-disable-next-line no-await-in-loop -- one connection
      ...(await db.select().from(serviceAddresses).where(inArray(serviceAddresses.serviceId, ids))),
    );
  }
  return {
    services: [...known.services.filter(({ id }) => !read.has(id)), ...read.values()],
    addresses: [...known.addresses.filter(({ serviceId }) => !read.has(serviceId)), ...addresses],
  };
}

/** Another process may have published while this one still shows an earlier revision. */
export async function hasServiceChangedSince(
  db: Database,
  serviceId: string,
  revision: number,
): Promise<boolean> {
  const [row] = await db
    .select({ revision: catalogueChanges.revision })
    .from(catalogueChanges)
    .where(
      and(
        eq(catalogueChanges.kind, 'service'),
        eq(catalogueChanges.entryId, serviceId),
        gt(catalogueChanges.revision, revision),
      ),
    )
    .limit(1);
  return row !== undefined;
}
