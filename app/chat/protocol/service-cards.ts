import { useEffect, useState } from 'react';
import type { PaymentLink } from '../../platform/payment-link.ts';
import { splitPrefix } from '../../platform/local-address.ts';
import { getJson } from '../../platform/api-client.ts';
import type { Translated } from '../../platform/lang-of.ts';

export interface CardOfService extends Translated {
  /** The canonical path without percent-encoding. */
  readonly path: string;
  readonly title: string;
  readonly price: string;
  readonly picture: string;
}

export interface ServiceCards {
  readonly services: readonly CardOfService[];
  readonly paymentLink?: PaymentLink;
}

/** An inbox may stay open for days while prices change. */
const MAX_AGE_MS = 60_000;

let asked: { readonly at: number; readonly cards: Promise<ServiceCards> } | undefined;

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

export function useServiceCard(path: string | undefined) {
  const [cards, setCards] = useState<ServiceCards | null>(null);
  useEffect(() => {
    if (path === undefined) return;
    // If loading fails, the message shows the plain address.
    readServiceCards().then(setCards, () => {});
  }, [path]);
  const service = cards?.services.find((one) => one.path === path);
  return service && cards ? { service, paymentLink: cards.paymentLink } : undefined;
}

/**
 * Returns the path of a service address in a message, without the prefix of a language. Returns undefined for
 * another site, because a stranger's page must not look like one of ours.
 */
export function canonicalPath(address: string, origin: string): string | undefined {
  const url = URL.parse(address, origin);
  if (url?.origin !== origin) return undefined;
  try {
    const path = decodeURIComponent(url.pathname);
    return splitPrefix(path)?.path ?? path;
  } catch {
    return undefined;
  }
}

/** Returns an absolute address, which also works in an email. */
export function addressOfService(path: string, origin: string): string {
  // Many programs treat brackets at the end of an address as part of the sentence.
  return origin + path.replaceAll('(', '%28').replaceAll(')', '%29');
}
