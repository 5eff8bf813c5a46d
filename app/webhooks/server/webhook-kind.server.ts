import { say } from '../../platform/say.ts';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { After } from '../../platform/change/change.server.ts';
import { releaseLane } from '../../platform/change/claim.server.ts';
import type { Outcome, OutboxKind } from '../../platform/change/kind.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import { post, type PostResult } from '../../platform/outgoing/post.server.ts';
import type { TargetPolicy } from '../../platform/outgoing/target.server.ts';
import { outbox } from '../../platform/tables.server.ts';
import { complete } from './contents.server.ts';
import { WEBHOOK_KIND } from './record-event.server.ts';
import {
  AT_ONCE,
  GIVE_UP_AFTER_MS,
  JITTER,
  KEEP_MS,
  LEASE_MS,
  MAX_ENDPOINTS,
  RETRY_AFTER_MS,
} from './rules.ts';
import { sign } from './sign.server.ts';
import { webhookDeliveries, webhookEndpoints } from './tables.server.ts';

export interface WebhookServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly policy: TargetPolicy;
  readonly timeoutMs?: number;
}

type Endpoint = typeof webhookEndpoints.$inferSelect;

/** Signs and sends events. Events for a paused or disabled endpoint are held. */
export function webhookKind({ db, clock, policy, timeoutMs }: WebhookServices): OutboxKind {
  return {
    name: WEBHOOK_KIND,
    retryAfterMs: RETRY_AFTER_MS,
    jitter: JITTER,
    leaseMs: LEASE_MS,
    lanes: MAX_ENDPOINTS,
    atOnce: AT_ONCE,
    keepDoneMs: 0,
    keepFailedMs: KEEP_MS,
    async deliver({ key, attempts }, signal) {
      const [found] = await db
        .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints })
        .from(webhookDeliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
        .where(eq(webhookDeliveries.id, key));
      // The endpoint was removed, and its deliveries with it.
      if (!found) return { result: 'done' };
      const { delivery, endpoint } = found;
      if (endpoint.state !== 'active') {
        return { result: 'held', settle: (tx) => releaseIfResumed(tx, endpoint.id) };
      }
      const body = JSON.stringify(await complete(db, delivery.event, endpoint.withContents));
      const startedAt = clock.now();
      const started = performance.now();
      const result = await post({
        url: endpoint.url,
        headers: headersOf(endpoint, delivery.eventId, body, startedAt),
        body,
        policy,
        signal,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      if ('error' in result) signal.throwIfAborted();
      const lastDurationMs = Math.round(performance.now() - started);
      const outcome = toOutcome(result);
      return {
        ...outcome,
        async settle(tx, after) {
          const isDelivered = outcome.result === 'done';
          await tx
            .update(webhookDeliveries)
            .set({
              attempts,
              lastAttemptAt: startedAt,
              lastStatus: 'status' in result ? result.status : null,
              lastError: 'error' in result ? result.error : explainStatus(result.status),
              lastDurationMs,
              ...(isDelivered ? { deliveredAt: clock.now() } : {}),
            })
            .where(eq(webhookDeliveries.id, key));
          if (isDelivered) await noteSuccess(tx, endpoint.id);
          else await noteFailure(tx, after, clock, endpoint, isGone(result));
        },
      };
    },
  };
}

export async function forgetDeliveries(tx: Database, now: Date): Promise<void> {
  await tx.delete(webhookDeliveries).where(
    and(
      lt(webhookDeliveries.createdAt, new Date(now.getTime() - KEEP_MS)),
      sql`not exists (
          select 1 from ${outbox}
          where ${outbox.kind} = ${WEBHOOK_KIND} and ${outbox.key} = ${webhookDeliveries.id}::text
            and ${outbox.state} in ('open', 'held'))`,
    ),
  );
}

/** Signs for the current time, with every valid secret. */
function headersOf(
  endpoint: Endpoint,
  eventId: string,
  body: string,
  now: Date,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const { secret, formerSecret, formerSecretUntil } = endpoint;
  const isFormerValid =
    formerSecret !== null && formerSecretUntil !== null && formerSecretUntil > now;
  const secrets = isFormerValid ? [secret, formerSecret] : [secret];
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Embarka-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((one) => sign(one, eventId, seconds, body)).join(' '),
  };
}

const isGone = (result: PostResult) => 'status' in result && result.status === 410;

function toOutcome(result: PostResult): Outcome {
  if ('error' in result) return { result: 'retry', error: result.error };
  const { status } = result;
  if (status >= 200 && status < 300) return { result: 'done' };
  const error = explainStatus(status) ?? say('It answered with {status}.', { status });
  return { result: isGone(result) ? 'failed' : 'retry', error };
}

function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return say('Redirects are not followed.');
  return status === 410 ? say('The receiver wants no more.') : null;
}

/** A resume at this moment does not see the held job. The row lock makes one wait for the other. */
async function releaseIfResumed(tx: Database, endpointId: string): Promise<void> {
  const [endpoint] = await tx
    .select({ state: webhookEndpoints.state })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpointId))
    .for('share');
  if (endpoint?.state === 'active') await releaseLane(tx, WEBHOOK_KIND, endpointId);
}

/** Writes only if something changes, because every success would otherwise wait for this row's lock. */
async function noteSuccess(tx: Database, endpointId: string): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(
      and(eq(webhookEndpoints.id, endpointId), sql`${webhookEndpoints.failingSince} is not null`),
    );
}

/** Disables the endpoint after a long time without a success, or on status 410. */
async function noteFailure(
  tx: Database,
  after: After,
  clock: Clock,
  { id, url }: Pick<Endpoint, 'id' | 'url'>,
  hasGone: boolean,
): Promise<void> {
  const now = clock.now();
  const [endpoint] = await tx
    .update(webhookEndpoints)
    .set({ failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${now.toISOString()})` })
    .where(eq(webhookEndpoints.id, id))
    .returning({ state: webhookEndpoints.state, failingSince: webhookEndpoints.failingSince });
  const isHopeless =
    endpoint?.failingSince != null &&
    now.getTime() - endpoint.failingSince.getTime() >= GIVE_UP_AFTER_MS;
  if (endpoint?.state !== 'active' || !(hasGone || isHopeless)) return;
  await tx.update(webhookEndpoints).set({ state: 'disabled' }).where(eq(webhookEndpoints.id, id));
  after.audit('webhook-disabled', {
    subjectId: id,
    subject: url,
    detail: hasGone ? 'it answered 410 Gone' : 'nothing was received for three days',
  });
}
