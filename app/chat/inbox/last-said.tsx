import { useSyncExternalStore } from 'react';
import { say } from '../../platform/say.ts';
import { canonicalPath, useServiceCard } from '../protocol/service-cards.ts';
import { neverChanges } from '../../ui/use-hydrated.ts';

/** Shows a service card by its title instead of its address. */
export function LastSaid({ text }: { readonly text: string | null }) {
  // Server rendering knows no titles, so the address is shown as sent.
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
