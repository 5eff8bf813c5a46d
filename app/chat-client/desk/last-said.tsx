import { useSyncExternalStore } from 'react';
import { say } from '../../platform/say.ts';
import { canonicalPath, useServiceCard } from '../../conversation/wire/service-cards.ts';
import { neverChanges } from '../../ui/use-hydrated.ts';

/** What was said last, in a line: for a card the service's title, not the address it is sent as. */
export function LastSaid({ text }: { readonly text: string | null }) {
  // Where the page is made no titles are known either: the address stands there as it was sent.
  const origin = useSyncExternalStore(
    neverChanges,
    () => location.origin,
    () => undefined,
  );
  const address = /https?:\/\/\S+|^\/services\/\S+$/m.exec(text ?? '')?.[0];
  const path =
    address === undefined || origin === undefined ? undefined : canonicalPath(address, origin);
  const card = useServiceCard(path?.startsWith('/services/') ? path : undefined);
  if (text === null) return say('No messages yet');
  return card && address !== undefined ? text.replace(address, () => card.service.title) : text;
}
