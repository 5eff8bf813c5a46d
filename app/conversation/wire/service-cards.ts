import { useEffect, useState } from 'react';
import { getJson } from '../../platform/api-client.ts';

/** A service as the chat shows it. */
export interface CardOfService {
  /** Canonical, not percent-encoded. */
  readonly path: string;
  readonly title: string;
  readonly price: string;
  readonly picture: string;
}

export interface ServiceCards {
  readonly services: readonly CardOfService[];
  readonly paymentUrl: string;
  /** What the way to pay says. */
  readonly payLabel: string;
}

/** A dashboard stays open for days, and prices change. */
const MAX_AGE_MS = 60_000;

let asked: { readonly at: number; readonly cards: Promise<ServiceCards> } | undefined;

/** The catalogue's cards: fetched when the first is needed, and anew after a while. */
export function readServiceCards(): Promise<ServiceCards> {
  const now = performance.now();
  if (asked && now - asked.at < MAX_AGE_MS) return asked.cards;
  const cards = getJson<ServiceCards>('/service-cards').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  asked = { at: now, cards };
  return cards;
}

/** The card of a service's path; undefined until it is known, and for what is no service. */
export function useServiceCard(path: string | undefined) {
  const [cards, setCards] = useState<ServiceCards | null>(null);
  useEffect(() => {
    if (path === undefined) return;
    // Without it the address stays an address.
    readServiceCards().then(setCards, () => {});
  }, [path]);
  const service = cards?.services.find((one) => one.path === path);
  return service && cards
    ? { service, paymentUrl: cards.paymentUrl, payLabel: cards.payLabel }
    : undefined;
}

/**
 * The path of a service's address as it stands in a message, or undefined when it names another
 * site: a stranger's page must not look like ours.
 */
export function canonicalPath(address: string, origin: string): string | undefined {
  const url = URL.parse(address, origin);
  if (url?.origin !== origin) return undefined;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
}

/** How a service is written into a message: an address that also works in a mail. */
export function addressOfService(path: string, origin: string): string {
  // Brackets at the end of an address are taken for the sentence's by many programs.
  return origin + path.replaceAll('(', '%28').replaceAll(')', '%29');
}
