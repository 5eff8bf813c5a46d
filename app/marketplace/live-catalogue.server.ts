import type { Language } from '../platform/languages.ts';
import type { Database } from '../platform/db/database.server.ts';
import { inTurns } from '../platform/in-turns.server.ts';
import { Catalogue, NO_CATALOGUE } from './catalogue.ts';
import { SOURCE_LANGUAGE } from './entries/translations.ts';
import { prepareSearch } from './prepare-search.server.ts';
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

  /** Has what is searched in these languages ready, too. */
  async prepare(languages: readonly Language[]): Promise<void> {
    await prepareAll(this.#current, languages);
  }

  /** Takes over what was published since, once it can be searched in these languages; whether that was anything. */
  async reload(db: Database, languages: readonly Language[] = [SOURCE_LANGUAGE]): Promise<boolean> {
    if ((await readRevision(db)) <= this.#current.revision) return false;
    const content = await readCatalogueContent(db, this.#current.content);
    const next = await inTurns(Catalogue.of(content));
    await prepareAll(next, languages, this.#current);
    // Of two readings at once the one that saw less may come back last.
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
