import type { ServiceContext } from '../protocol/views.ts';

const EVENT = 'embarka:open-chat';

/** Opens the chat from anywhere on the page, optionally about a service (rule 95). */
export function openChat(service: ServiceContext | null): void {
  window.dispatchEvent(new CustomEvent<ServiceContext | null>(EVENT, { detail: service }));
}

/** Returns a function that removes the listener. */
export function onOpenChat(listener: (service: ServiceContext | null) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<ServiceContext | null>).detail);
  window.addEventListener(EVENT, handle);
  return () => window.removeEventListener(EVENT, handle);
}
