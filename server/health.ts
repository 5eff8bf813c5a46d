import type pg from 'pg';
import { isMigrated } from '../app/platform/db/migrate.server.ts';

/** A database that answers later than this does not answer. */
const DATABASE_BOUND_MS = 2_000;
/** One look serves everybody who asks within this time: strangers may ask, too. */
const LOOK_COUNTS_FOR_MS = 1_000;
/** Who asks while the next look is under way hears of the last one: a database that is busy keeps no balancer waiting. */
const FOUND_COUNTS_FOR_MS = 2_000;

type Part = 'ok' | 'failing' | 'behind' | 'draining';

/** What /health/ready says: which part, and never why in detail, since anybody may read it. */
export interface Readiness {
  readonly isReady: boolean;
  readonly parts: {
    readonly database: Part;
    readonly migrations: Part;
    readonly accepting: Part;
  };
}

/** Whether this process should be sent requests. */
export class Health {
  readonly #pool: pg.Pool;
  readonly #boundMs: number;
  #isDraining = false;
  #lookedAt = -Infinity;
  #look: Promise<DatabaseParts> | undefined;
  /** What the newest look that is over found, and when it began: a look may end after one that began later. */
  #found: { readonly at: number; readonly parts: DatabaseParts } | undefined;

  constructor(pool: pg.Pool, boundMs = DATABASE_BOUND_MS) {
    this.#pool = pool;
    this.#boundMs = boundMs;
  }

  /** From now on this process asks to be left alone. */
  drain(): void {
    this.#isDraining = true;
  }

  async readiness(): Promise<Readiness> {
    const { database, migrations } = await this.#lookAtDatabase();
    const accepting = this.#isDraining ? 'draining' : 'ok';
    const isReady = database === 'ok' && migrations === 'ok' && accepting === 'ok';
    return { isReady, parts: { database, migrations, accepting } };
  }

  async #lookAtDatabase(): Promise<DatabaseParts> {
    const now = performance.now();
    if (!this.#look || now - this.#lookedAt > LOOK_COUNTS_FOR_MS) {
      this.#lookedAt = now;
      this.#look = this.#lookAnew(now);
    }
    const found = this.#found;
    return found && now - found.at <= FOUND_COUNTS_FOR_MS ? found.parts : this.#look;
  }

  async #lookAnew(at: number): Promise<DatabaseParts> {
    const parts = await withinBound(isMigrated(this.#pool), this.#boundMs);
    if (!this.#found || this.#found.at < at) this.#found = { at, parts };
    return parts;
  }
}

interface DatabaseParts {
  readonly database: Part;
  readonly migrations: Part;
}

async function withinBound(question: Promise<boolean>, boundMs: number): Promise<DatabaseParts> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, boundMs, undefined);
  });
  const answer = await Promise.race([question.catch(() => undefined), tooLate]);
  clearTimeout(timer);
  if (answer === undefined) return { database: 'failing', migrations: 'failing' };
  return { database: 'ok', migrations: answer ? 'ok' : 'behind' };
}
