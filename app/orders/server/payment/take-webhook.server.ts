import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import type { OrderHost } from '../order-host.server.ts';
import { paymentEvents } from '../tables.server.ts';
import { bookEvent } from './book-event.server.ts';
import { openProvider } from './open-provider.server.ts';
import type { Way } from '../../protocol/ways.ts';

const TRACE = { member: undefined, requestId: 'payments' };

/**
 * Verifies an event, stores it under the provider's id and then books it, so that duplicate and late events
 * need no special handling. Throws {@link RefusedError}: 404 if the payment method is not configured, 400 for a
 * wrong signature.
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
  // A failure is retried by the scheduled job, and by the provider, because the response is not a 200.
  await bookEvent(host, provider, event.id);
}
