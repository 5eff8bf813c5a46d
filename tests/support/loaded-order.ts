import { randomUUID } from 'node:crypto';
import type { Milestones } from './order-plans.ts';
import type { SentFile } from './sent-file.ts';

/** What the load knows of an order, where no fault of a server can reach it. */
export interface LoadedOrder {
  readonly number: number;
  readonly email: string;
  readonly conversationId: string;
  readonly amount: number;
  /** Of it, out of credit. */
  readonly spent: number;
  /** Its events, as far as they were acknowledged … */
  readonly events: string[];
  /** … and those that were sent and not answered. */
  underWay: readonly string[];
  /** What went with those that were acknowledged. */
  readonly files: SentFile[];
  /** One payment of the whole order, or one for each paid milestone. */
  readonly payments: { readonly way: 'link' | 'stripe' | 'paypal'; readonly amount: number }[];
  refunded: number;
  /** What the provider, or somebody by hand, was to send back. */
  readonly back: { method: number; credit: number };
  path: string;
}

/** The last milestone costs this, in cents. */
export const LAST_MILESTONE = 2000;

/** One logo at this price, whole or in two milestones. */
export function draftOf(amount: number, milestones: Milestones | undefined) {
  const asText = (cents: number) => (cents / 100).toFixed(2);
  const plan = milestones && {
    isAllAtOnce: milestones === 'all at once',
    milestones: [
      { title: 'Sketches', amount: asText(amount - LAST_MILESTONE), days: 3 },
      { title: 'Final files', amount: asText(LAST_MILESTONE), days: 2 },
    ],
  };
  return {
    clientId: randomUUID(),
    lines: [{ title: 'Logo Design', path: null, quantity: 1, price: asText(amount) }],
    currency: 'USD',
    deliveryDays: 5,
    revisions: 2,
    validDay: new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10),
    questions: 'The name of your company',
    note: '',
    ...(plan ? { plan } : {}),
  };
}

export function asJson(body: object) {
  return {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  };
}

export function asForm(fields: Readonly<Record<string, string>>, files: readonly SentFile[] = []) {
  const body = new URLSearchParams(fields);
  for (const { id } of files) body.append('file', id);
  return {
    body: body.toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  };
}
