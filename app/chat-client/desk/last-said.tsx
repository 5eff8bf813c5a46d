import { say } from '../../platform/say.ts';
import { canonicalPath, useServiceCard } from '../../conversation/wire/service-cards.ts';

/** What was said last, in a line: for a card the service's title, not the address it is sent as. */
export function LastSaid({ text }: { readonly text: string | null }) {
  const address = /https?:\/\/\S+/.exec(text ?? '')?.[0];
  const path = address === undefined ? undefined : canonicalPath(address, location.origin);
  const card = useServiceCard(path?.startsWith('/services/') ? path : undefined);
  if (text === null) return say('No messages yet');
  return card && address !== undefined ? text.replace(address, () => card.service.title) : text;
}
