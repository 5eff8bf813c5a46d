import { and, eq, lt, lte, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { PostResult } from '../../platform/outgoing/post.server.ts';
import { recordAudit } from '../../platform/change/audit.server.ts';
import {
  AT_ONCE,
  GIVE_UP_AFTER_MS,
  JITTER,
  KEEP_MS,
  LEASE_MS,
  MAX_ATTEMPTS,
  RETRY_AFTER_MS,
} from './rules.ts';
import { sign } from './sign.server.ts';
import { webhookDeliveries, webhookEndpoints } from './tables.server.ts';

export type Endpoint = typeof webhookEndpoints.$inferSelect;
export type Delivery = typeof webhookDeliveries.$inferSelect;

/** The endpoints for which something is due. */
export async function findDueEndpoints(db: Database, now: Date): Promise<string[]> {
  const due = db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookEndpoints.id),
        eq(webhookDeliveries.state, 'pending'),
        lte(webhookDeliveries.nextAttemptAt, now),
      ),
    );
  const rows = await db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.state, 'active'), sql`exists ${due}`));
  return rows.map(({ id }) => id);
}

/**
 * Takes what is due for an endpoint, so that no other process sends it. The lease counts as a try:
 * whatever kills the process while it sends does not get more tries than anything else.
 */
export async function claimDeliveries(
  db: Database,
  now: Date,
  endpointId: string,
): Promise<{ readonly endpoint: Endpoint; readonly deliveries: readonly Delivery[] } | undefined> {
  return db.transaction(async (tx) => {
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.state, 'active')));
    if (!endpoint) return undefined;
    const due = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.endpointId, endpointId),
          eq(webhookDeliveries.state, 'pending'),
          lte(webhookDeliveries.nextAttemptAt, now),
        ),
      )
      .orderBy(webhookDeliveries.nextAttemptAt, webhookDeliveries.id)
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    if (due.length === 0) return undefined;
    const deliveries = await tx
      .update(webhookDeliveries)
      .set({
        attempts: sql`${webhookDeliveries.attempts} + 1`,
        lastAttemptAt: now,
        nextAttemptAt: new Date(now.getTime() + LEASE_MS),
      })
      .where(
        sql`${webhookDeliveries.id} in (${sql.join(
          due.map(({ id }) => sql`${id}`),
          sql`, `,
        )})`,
      )
      .returning();
    return { endpoint, deliveries };
  });
}

/** The headers of one try, signed for this moment with every secret that counts in it. */
export function headersOf(
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

/**
 * Writes down what came of a try. A try that was overtaken, because its lease ran out, changes
 * nothing. Too long without a success, or 410, disables the endpoint.
 */
export async function settleDelivery(
  db: Database,
  clock: Clock,
  endpoint: Pick<Endpoint, 'id' | 'url'>,
  delivery: Pick<Delivery, 'id' | 'attempts'>,
  result: PostResult & { readonly durationMs: number },
  random: () => number = Math.random,
): Promise<void> {
  const now = clock.now();
  const status = 'status' in result ? result.status : null;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const isLast = delivery.attempts >= MAX_ATTEMPTS || status === 410;
  await db.transaction(async (tx) => {
    const settled = await tx
      .update(webhookDeliveries)
      .set({
        state: isDelivered ? 'delivered' : isLast ? 'failed' : 'pending',
        ...(isDelivered ? { deliveredAt: now } : {}),
        ...(isDelivered || isLast
          ? {}
          : { nextAttemptAt: new Date(now.getTime() + waitAfter(delivery.attempts, random)) }),
        lastStatus: status,
        lastError: 'error' in result ? result.error : explainStatus(result.status),
        lastDurationMs: result.durationMs,
      })
      .where(
        and(
          eq(webhookDeliveries.id, delivery.id),
          eq(webhookDeliveries.attempts, delivery.attempts),
          eq(webhookDeliveries.state, 'pending'),
        ),
      )
      .returning({ id: webhookDeliveries.id });
    if (settled.length === 0) return;
    if (isDelivered) await noteSuccess(tx, endpoint.id);
    else await noteFailure(tx, clock, endpoint, status === 410);
  });
}

/** Gives a delivery back whose try was called off, as if it had not been taken. */
export async function releaseDelivery(
  db: Database,
  now: Date,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ attempts: attempts - 1, nextAttemptAt: now })
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.attempts, attempts),
        eq(webhookDeliveries.state, 'pending'),
      ),
    );
}

/** Forgets deliveries that are over and old. */
export async function forgetDeliveries(db: Database, now: Date): Promise<void> {
  await db
    .delete(webhookDeliveries)
    .where(
      and(
        lt(webhookDeliveries.createdAt, new Date(now.getTime() - KEEP_MS)),
        sql`${webhookDeliveries.state} <> 'pending'`,
      ),
    );
}

function waitAfter(attempts: number, random: () => number): number {
  const wait = RETRY_AFTER_MS[attempts - 1] ?? 0;
  return wait * (1 + JITTER * (2 * random() - 1));
}

function explainStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'Redirects are not followed.';
  return status === 410 ? 'The receiver wants no more.' : null;
}

/** Written only where it changes something: every success would otherwise wait for this row. */
async function noteSuccess(tx: Database, endpointId: string): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(
      and(eq(webhookEndpoints.id, endpointId), sql`${webhookEndpoints.failingSince} is not null`),
    );
}

async function noteFailure(
  tx: Database,
  clock: Clock,
  { id, url }: Pick<Endpoint, 'id' | 'url'>,
  isGone: boolean,
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
  if (endpoint?.state !== 'active' || !(isGone || isHopeless)) return;
  await tx.update(webhookEndpoints).set({ state: 'disabled' }).where(eq(webhookEndpoints.id, id));
  await recordAudit(
    tx,
    clock,
    { member: { id: 'server', email: 'the server' }, requestId: 'webhooks' },
    {
      action: 'webhook-disabled',
      subjectId: id,
      subject: url,
      detail: isGone ? 'it answered 410 Gone' : 'nothing was received for three days',
    },
  );
}
