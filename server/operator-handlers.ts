import { hash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Settings } from '../app/platform/settings.server.ts';
import { isLoopback } from './client-address.ts';
import type { Metrics } from './metrics.ts';
import type pg from 'pg';
import { isMigrated } from '../app/platform/db/migrate.server.ts';

const DATABASE_BOUND_MS = 2_000;

/** One check serves all requests within this time, because anybody may call the endpoint. */
const LOOK_COUNTS_FOR_MS = 1_000;

/**
 * During a check, requests get the previous result for this time, so that a busy database does not
 * delay load balancers.
 */
const FOUND_COUNTS_FOR_MS = 2_000;

type Part = 'ok' | 'failing' | 'behind' | 'draining';

/**
 * The answer of /health/ready. The endpoint is public, so it names the failing part but no details.
 */
interface Readiness {
  readonly isReady: boolean;
  readonly parts: {
    readonly database: Part;
    readonly migrations: Part;
    readonly accepting: Part;
  };
}

export class Health {
  readonly #pool: pg.Pool;
  readonly #boundMs: number;
  #isDraining = false;
  #lookedAt = -Infinity;
  #look: Promise<DatabaseParts> | undefined;
  /** The latest finished check with its starting time: checks may finish out of order. */
  #found: { readonly at: number; readonly parts: DatabaseParts } | undefined;

  constructor(pool: pg.Pool, boundMs = DATABASE_BOUND_MS) {
    this.#pool = pool;
    this.#boundMs = boundMs;
  }

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

/** Headers that proxies add. A request with one of them is not local. */
const FORWARDED = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via'];
const NOT_STORED = { 'Cache-Control': 'no-store' };

interface Doors {
  readonly settings: Pick<Settings, 'metricsToken' | 'publicOrigin'>;
  readonly health: Health;
  readonly metrics: Metrics;
}

/** Health and metrics endpoints. They come first, so that they stay cheap. */
export function createOperatorDoors({ settings, health, metrics }: Doors) {
  const doors = new Hono<{ Bindings: HttpBindings }>();

  doors.get('/health/live', (c) => c.json({ status: 'live' }, 200, NOT_STORED));

  doors.get('/health/ready', async (c) => {
    const { isReady, parts } = await health.readiness();
    const status = isReady ? 'ready' : 'not ready';
    return c.json({ status, ...parts }, isReady ? 200 : 503, NOT_STORED);
  });

  doors.get('/metrics', async (c, next) => {
    const isAllowed = settings.metricsToken
      ? isBearer(c.req.header('Authorization'), settings.metricsToken)
      : !settings.publicOrigin &&
        isLoopback(c.env.incoming.socket.remoteAddress ?? '') &&
        !FORWARDED.some((name) => c.req.header(name) !== undefined);
    // For everybody else the page does not exist.
    if (!isAllowed) return next();
    const text = await metrics.collect();
    return c.body(text, 200, { ...NOT_STORED, 'Content-Type': metrics.contentType });
  });

  return doors;
}

/** Compares hashes in constant time, so that neither length nor timing leaks the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const hashOf = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(hashOf(header ?? ''), hashOf(`Bearer ${token}`));
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
