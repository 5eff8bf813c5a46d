import type { Database } from '../platform/db/database.server.ts';
import { Catalogue, NO_CATALOGUE } from './catalogue.ts';
import { readCatalogueContent, readRevision } from './read-catalogue.server.ts';

/** What a room needs of the host to know what is sold. */
export interface KnownCatalogue {
  /** What is published at this moment: taken once for each answer, never kept. */
  readonly catalogue: Catalogue;
}

/** The published catalogue in the memory of this process: no page asks the database for it. */
export class LiveCatalogue {
  #current = NO_CATALOGUE;

  get current(): Catalogue {
    return this.#current;
  }

  /** Takes over what was published since; whether that was anything. */
  async reload(db: Database): Promise<boolean> {
    if ((await readRevision(db)) <= this.#current.revision) return false;
    const next = new Catalogue(await readCatalogueContent(db));
    // Of two readings at once the one that saw less may come back last.
    if (next.revision <= this.#current.revision) return false;
    this.#current = next;
    return true;
  }
}
