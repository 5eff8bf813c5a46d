import { labelOfLink } from '../../orders/protocol/choices.ts';
import { toServiceCards } from '../service-cards.ts';
import { hostContext } from '../../host.ts';
import { json } from '../../http/answer.server.ts';
import type { Route } from './+types/service-cards.ts';

/** The chat shows the cards in place of links to services, and requests them when the first link appears. */
export function loader({ context }: Route.LoaderArgs) {
  const { catalogue, settings } = context.get(hostContext);
  const { paymentUrl } = settings;
  return json(
    { services: toServiceCards(catalogue), paymentUrl, payLabel: labelOfLink(paymentUrl) },
    { 'Cache-Control': 'public, no-cache' },
  );
}
