import type { Database } from '../../platform/db/database.server.ts';
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
  readonly #found = new Map<string, string>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** As `findBrowser`. */
  async find(cookies: string | undefined): Promise<string | undefined> {
    const secretHash = readSecretHash(cookies);
    if (secretHash === undefined) return undefined;
    const known = this.#found.get(secretHash);
    const browserId = known ?? (await findBrowserBySecret(this.#db, secretHash));
    if (browserId === undefined) return undefined;
    // Deleting first moves it to the end, so that the oldest is dropped when it is full.
    this.#found.delete(secretHash);
    this.#found.set(secretHash, browserId);
    if (this.#found.size > MAX_BROWSERS) {
      const oldest = this.#found.keys().next();
      if (!oldest.done) this.#found.delete(oldest.value);
    }
    return browserId;
  }
}
