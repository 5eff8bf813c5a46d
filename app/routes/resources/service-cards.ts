import { labelOfLink } from '../../orders/payment/choices.ts';
import { toServiceCards } from '../../marketplace/service-cards.ts';
import { hostContext } from '../../host.ts';
import { json } from './answer.server.ts';
import type { Route } from './+types/service-cards.ts';

/** What a chat shows in place of a service's address, fetched when the first one is met. */
export function loader({ context }: Route.LoaderArgs) {
  const { catalogue, settings } = context.get(hostContext);
  const { paymentUrl } = settings;
  return json(
    { services: toServiceCards(catalogue), paymentUrl, payLabel: labelOfLink(paymentUrl) },
    { 'Cache-Control': 'public, no-cache' },
  );
}
