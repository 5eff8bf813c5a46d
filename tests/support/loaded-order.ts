import { randomUUID } from 'node:crypto';
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
  isPaid: boolean;
  refunded: number;
  /** What the provider, or somebody by hand, was to send back. */
  readonly back: { method: number; credit: number };
  way: 'link' | 'stripe' | 'paypal' | undefined;
  path: string;
}

/** One logo at this price. */
export function draftOf(amount: number) {
  return {
    clientId: randomUUID(),
    lines: [{ title: 'Logo Design', path: null, quantity: 1, price: (amount / 100).toFixed(2) }],
    currency: 'USD',
    deliveryDays: 5,
    revisions: 2,
    validDay: new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10),
    questions: 'The name of your company',
    note: '',
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
