import { change } from '../../../platform/change/change.server.ts';
import type { OrderHost } from '../order-host.server.ts';
import { bookNews } from './book-event.server.ts';
import { openProvider, providersOf } from './open-provider.server.ts';

const TRACE = { member: undefined, requestId: 'payments' };
const DAY_MS = 24 * 60 * 60 * 1000;
/** The look-back period covers a provider outage of several days. */
const LOOKS_BACK_MS = 7 * DAY_MS;

/**
 * Polls each provider for refunds, disputes and reversals, because events can be lost or no webhook may be set
 * up.
 */
export async function learnReturns(host: OrderHost): Promise<void> {
  const until = host.clock.now();
  const since = new Date(until.getTime() - LOOKS_BACK_MS);
  for (const way of providersOf(host.settings)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one provider after the other
      const provider = await openProvider(host.settings, way);
      // oxlint-disable-next-line no-await-in-loop -- as above
      for (const news of (await provider?.listReturns(since, until)) ?? []) {
        // oxlint-disable-next-line no-await-in-loop -- each is a change of its own
        await change(host, TRACE, (tx, after) => bookNews(tx, after, host, way, news));
      }
    } catch (error) {
      host.log.error({ err: error, way }, 'Refunds and disputes could not be asked for');
    }
  }
}
