import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Log } from '../../platform/log.server.ts';
import { post, type Post } from '../../platform/outgoing/post.server.ts';
import type { TargetPolicy } from '../../platform/outgoing/target.server.ts';
import {
  claimDeliveries,
  findDueEndpoints,
  headersOf,
  releaseDelivery,
  settleDelivery,
  type Delivery,
  type Endpoint,
} from './deliver.server.ts';

export interface SenderOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: TargetPolicy;
  readonly timeoutMs?: number;
}

/** Many messages at once are looked for together. */
const NUDGE_DELAY_MS = 50;

/**
 * Sends what the outbox holds. Each endpoint has a line of its own with a few places, so that a
 * slow receiver holds up nobody but itself and takes a bounded part of the memory.
 */
export class WebhookSender {
  readonly #options: SenderOptions;
  readonly #lines = new Map<string, Promise<void>>();
  /** Lines for which more came while they were at it, perhaps after their last look. */
  readonly #again = new Set<string>();
  readonly #ending = new AbortController();
  #nudged: NodeJS.Timeout | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Something was just committed: do not wait for the next round. */
  nudge(): void {
    if (this.#nudged || this.#ending.signal.aborted) return;
    this.#nudged = setTimeout(() => {
      this.#nudged = undefined;
      this.sendDue().catch((error: unknown) =>
        this.#options.log.error({ err: error }, 'Webhooks could not be looked for'),
      );
    }, NUDGE_DELAY_MS);
  }

  /** Starts a line for every endpoint that has something due and no line yet. */
  async sendDue(): Promise<void> {
    const { db, clock, log } = this.#options;
    for (const endpointId of await findDueEndpoints(db, clock.now())) {
      if (this.#ending.signal.aborted) return;
      if (this.#lines.has(endpointId)) {
        this.#again.add(endpointId);
        continue;
      }
      const line = this.#work(endpointId)
        .catch((error: unknown) => log.error({ err: error, endpointId }, 'Webhooks failed'))
        .finally(() => this.#lines.delete(endpointId));
      this.#lines.set(endpointId, line);
    }
  }

  /** Resolves when no line is left. */
  async settled(): Promise<void> {
    await Promise.all(this.#lines.values());
  }

  /** Calls off what is under way; it is given back and sent after the next start. */
  async close(): Promise<void> {
    clearTimeout(this.#nudged);
    this.#ending.abort();
    await this.settled();
  }

  async #work(endpointId: string): Promise<void> {
    const { db, clock } = this.#options;
    while (!this.#ending.signal.aborted) {
      const claimed = await claimDeliveries(db, clock.now(), endpointId);
      if (!claimed) {
        if (this.#again.delete(endpointId)) continue;
        return;
      }
      await Promise.all(
        claimed.deliveries.map((delivery) => this.#deliver(claimed.endpoint, delivery)),
      );
    }
  }

  async #deliver(endpoint: Endpoint, delivery: Delivery): Promise<void> {
    const { db, clock, policy, timeoutMs } = this.#options;
    const { signal } = this.#ending;
    const body = JSON.stringify(delivery.event);
    const started = performance.now();
    const request: Post = {
      url: endpoint.url,
      headers: headersOf(endpoint, delivery.eventId, body, clock.now()),
      body,
      policy,
      signal,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    const result = await post(request);
    if ('error' in result && signal.aborted) {
      return releaseDelivery(db, clock.now(), delivery);
    }
    const durationMs = Math.round(performance.now() - started);
    return settleDelivery(db, clock, endpoint, delivery, { ...result, durationMs });
  }
}
