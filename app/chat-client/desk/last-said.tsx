import { canonicalPath, useServiceCard } from '../../conversation/wire/service-cards.ts';

/** What was said last, in a line: of a card its title, not the address it is sent as. */
export function LastSaid({ text }: { readonly text: string | null }) {
  const isAddress = text !== null && /^https?:\/\/\S+$/.test(text);
  const path = isAddress ? canonicalPath(text, location.origin) : undefined;
  const card = useServiceCard(path?.startsWith('/services/') ? path : undefined);
  return card ? `Card: ${card.service.title}` : (text ?? 'No messages yet');
}
