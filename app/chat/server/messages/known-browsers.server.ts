import type { Database } from '../../../platform/db/database.server.ts';
import { RecentlyUsed } from '../../../platform/recently-used.ts';
import { findBrowserBySecret, readSecretHash } from './visitor-browser.server.ts';

const MAX_BROWSERS = 10_000;

/**
 * Caches the browser of a secret, so that sending a message needs no lookup. This relation never changes.
 * The database is asked each time if the browser still exists and what it may do.
 */
export class KnownBrowsers {
  readonly #db: Database;
  readonly #found = new RecentlyUsed<string, string>(MAX_BROWSERS);

  constructor(db: Database) {
    this.#db = db;
  }

  async find(cookies: string | undefined): Promise<string | undefined> {
    const secretHash = readSecretHash(cookies);
    if (secretHash === undefined) return undefined;
    const known = this.#found.find(secretHash);
    const browserId = known ?? (await findBrowserBySecret(this.#db, secretHash));
    if (browserId !== undefined) this.#found.put(secretHash, browserId);
    return browserId;
  }
}
