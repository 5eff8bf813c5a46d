import type { Database } from '../../platform/db/database.server.ts';
import { RecentlyUsed } from '../../platform/recently-used.ts';
import { findBrowserBySecret, readSecretHash } from './visitor-browser.server.ts';

/** Above this many those asked for longest ago are forgotten. */
const MAX_BROWSERS = 10_000;

/**
 * Browsers that were found a moment ago, so that somebody who writes is not looked up at every
 * message. It says only which browser a secret belongs to, which never changes: whether the browser
 * is still there, and what it may do, is asked of the database each time.
 */
export class KnownBrowsers {
  readonly #db: Database;
  readonly #found = new RecentlyUsed<string, string>(MAX_BROWSERS);

  constructor(db: Database) {
    this.#db = db;
  }

  /** As `findBrowser`. */
  async find(cookies: string | undefined): Promise<string | undefined> {
    const secretHash = readSecretHash(cookies);
    if (secretHash === undefined) return undefined;
    const known = this.#found.find(secretHash);
    const browserId = known ?? (await findBrowserBySecret(this.#db, secretHash));
    if (browserId !== undefined) this.#found.put(secretHash, browserId);
    return browserId;
  }
}
