import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { DisputeView, MoneyBackView, OrderView } from '../protocol/order-view.ts';
import { MoneyBack } from './money-back.tsx';

const REFUND: MoneyBackView = {
  id: 'r',
  amount: 36_000,
  way: 'stripe',
  state: 'done',
  source: 'chargeback',
  problem: null,
  at: '2026-06-12T10:00:00.000Z',
};
const DISPUTE: DisputeView = { reference: 'du', amount: 36_000, currency: 'USD', state: 'lost' };

function said(
  reader: 'buyer' | 'team',
  refunds: readonly MoneyBackView[],
  disputes: readonly DisputeView[],
): string[] {
  const order = { currency: 'USD', refunds, disputes } as unknown as OrderView;
  const element = <MoneyBack order={order} reader={reader} />;
  const router = createMemoryRouter([{ path: '/', element }]);
  const page = renderToStaticMarkup(<RouterProvider router={router} />);
  return [...page.matchAll(/<(?:h2|p)[^>]*>([^<]+)</g)].map(([, text = '']) => text);
}

test('a lost dispute is one sentence for each reader', () => {
  expect(said('buyer', [REFUND], [DISPUTE])).toEqual([
    'Money back',
    '$360.00 went back to you, because the dispute was decided in your favor.',
  ]);
  expect(said('team', [REFUND], [DISPUTE])).toEqual([
    'Money back',
    '$360.00 went back to the buyer, because the dispute was decided for them.',
  ]);
});

test('a dispute without a refund promises no money', () => {
  expect(said('buyer', [], [{ ...DISPUTE, state: 'open' }])).toEqual([
    'Dispute',
    'The payment of $360.00 is disputed. The bank or payment service decides about it.',
  ]);
  expect(said('buyer', [], [DISPUTE])[1]).toBe(
    'The dispute about $360.00 was decided in your favor.',
  );
});

test('a dispute that the shop wins in the end is no failed refund', () => {
  const back = { ...REFUND, state: 'cancelled' } as const;
  expect(said('team', [back], [{ ...DISPUTE, state: 'won' }])).toEqual([
    'Dispute',
    'The dispute about $360.00 was decided for the shop.',
  ]);
});
