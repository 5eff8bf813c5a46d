import { change } from '../../platform/change/change.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { OrderHost } from '../order-host.server.ts';
import { paymentEvents } from '../tables.server.ts';
import { bookEvent } from './book-event.server.ts';
import { openProvider } from './open-provider.server.ts';
import type { Way } from './ways.ts';

const TRACE = { member: undefined, requestId: 'payments' };

/**
 * What a provider tells: verified, kept as it came under the provider's id, then booked in one change. So
 * twice, late, and before the buyer is back are one case. Throws {@link RefusedError}: 404 where this way is
 * not offered, 400 for what the provider did not sign.
 */
export async function takeWebhook(
  host: OrderHost,
  way: Exclude<Way, 'link'>,
  body: string,
  headers: Headers,
): Promise<void> {
  const provider = await openProvider(host.settings, way);
  if (!provider) throw new RefusedError(404, 'There is nothing here.');
  const event = await provider.verify(body, headers);
  if (!event) throw new RefusedError(400, 'The signature does not fit.');
  await change(host, TRACE, (tx) =>
    tx
      .insert(paymentEvents)
      .values({
        way,
        eventId: event.id,
        type: event.type,
        body,
        receivedAt: host.clock.now(),
      })
      .onConflictDoNothing(),
  );
  // What fails here is tried again by the clock, and by the provider, which gets no 200.
  await bookEvent(host, provider, event.id);
}
