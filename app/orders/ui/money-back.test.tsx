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
    'Refunds',
    '$360.00 was returned to you because you won the dispute.',
  ]);
  expect(said('team', [REFUND], [DISPUTE])).toEqual([
    'Refunds',
    '$360.00 was returned to the buyer because they won the dispute.',
  ]);
});

test('a dispute without a refund promises no money', () => {
  expect(said('buyer', [], [{ ...DISPUTE, state: 'open' }])).toEqual([
    'Dispute',
    'The payment of $360.00 is disputed. The bank or payment service will decide.',
  ]);
  expect(said('buyer', [], [DISPUTE])[1]).toBe('You won the dispute over $360.00.');
});

test('a dispute that the shop wins in the end is no failed refund', () => {
  const back = { ...REFUND, state: 'cancelled' } as const;
  expect(said('team', [back], [{ ...DISPUTE, state: 'won' }])).toEqual([
    'Dispute',
    'The shop won the dispute over $360.00.',
  ]);
});
