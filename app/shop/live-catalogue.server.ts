import type { Language } from '../platform/languages.ts';
import type { Database } from '../platform/db/database.server.ts';
import { inTurns } from '../platform/in-turns.server.ts';
import { Catalogue, NO_CATALOGUE } from './catalogue.ts';
import { SOURCE_LANGUAGE } from '../catalogue/protocol/translations.ts';
import { prepareSearch } from './search/prepare-search.server.ts';
import { readCatalogueContent, readRevision } from './read-catalogue.server.ts';

export interface KnownCatalogue {
  /** A handler reads the catalogue once per response and must not keep it. */
  readonly catalogue: Catalogue;
}

/** Pages read the published catalogue from the memory of this process, never from the database. */
export class LiveCatalogue {
  #current = NO_CATALOGUE;

  get current(): Catalogue {
    return this.#current;
  }

  async prepare(languages: readonly Language[]): Promise<void> {
    await prepareAll(this.#current, languages);
  }

  /**
   * Loads a newer revision and builds its search indexes before switching over. Returns false when nothing was
   * published since.
   */
  async reload(db: Database, languages: readonly Language[] = [SOURCE_LANGUAGE]): Promise<boolean> {
    if ((await readRevision(db)) <= this.#current.revision) return false;
    const content = await readCatalogueContent(db, this.#current.content);
    const next = await inTurns(Catalogue.of(content));
    await prepareAll(next, languages, this.#current);
    // Two reloads may run at once, and the one with the older revision may finish last.
    if (next.revision <= this.#current.revision) return false;
    this.#current = next;
    return true;
  }
}

async function prepareAll(
  catalogue: Catalogue,
  languages: readonly Language[],
  before?: Catalogue,
): Promise<void> {
  for (const language of languages) {
    // oxlint-disable-next-line no-await-in-loop -- in turns, so that other work goes on
    const read = await inTurns(catalogue.prepareIn(language, languages.length === 1, before));
    // oxlint-disable-next-line no-await-in-loop -- of a catalogue that is there
    read.searches ??= await prepareSearch(read.searchIndex, language);
  }
}
