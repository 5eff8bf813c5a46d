import { say } from '../../platform/say.ts';
import { eq } from 'drizzle-orm';
import type { OutboxKind } from '../../platform/change/kind.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.server.ts';
import type { Settings } from '../../platform/settings.server.ts';
import { openProvider } from '../payment/open-provider.server.ts';
import { ProviderRefusedError } from '../payment/provider.ts';
import { payments, refunds } from '../tables.server.ts';
import { REFUND_KIND } from './refund-kind-name.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** For a day providers know under which key they were asked. */
const KEY_IS_KNOWN_MS = 20 * HOUR_MS;

/** A provider that is away for an hour is normal, one that is for three days is not. */
const RETRY_AFTER_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  20 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  DAY_MS,
];

export interface RefundServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'stripe' | 'paypal'>;
}

/** Has a provider send money back; tried again it sends nothing twice, because of the key. */
export function refundKind(services: RefundServices): OutboxKind {
  const { db, clock } = services;
  return {
    name: REFUND_KIND,
    retryAfterMs: RETRY_AFTER_MS,
    jitter: 0.1,
    leaseMs: 2 * MINUTE_MS,
    lanes: 2,
    atOnce: 1,
    keepDoneMs: 0,
    keepFailedMs: 90 * DAY_MS,
    async deliver({ key }) {
      const [row] = await db
        .select({ refund: refunds, payment: payments.reference })
        .from(refunds)
        .innerJoin(payments, eq(payments.id, refunds.paymentId))
        .where(eq(refunds.id, key));
      if (!row || row.refund.state === 'done' || row.refund.way === 'credit') {
        return { result: 'done' };
      }
      const { amount, currency, way, createdAt } = row.refund;
      const provider = await openProvider(services.settings, way);
      if (!provider)
        return { result: 'failed', error: say('There is no {way} on this installation.', { way }) };
      try {
        const reference = await provider.refund({
          payment: row.payment,
          key,
          amount,
          currency,
          isLate: clock.now().getTime() - createdAt.getTime() > KEY_IS_KNOWN_MS,
        });
        return {
          result: 'done',
          settle: async (tx) => {
            await tx
              .update(refunds)
              .set({ state: 'done', reference, doneAt: clock.now() })
              .where(eq(refunds.id, key));
          },
        };
      } catch (error) {
        const result = error instanceof ProviderRefusedError ? 'failed' : 'retry';
        return { result, error: String(error) };
      }
    },
  };
}
