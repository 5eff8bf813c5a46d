import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { OrderView } from '../protocol/order-view.ts';
import { OrderTerms } from './order-section.tsx';

test('the service and the subscription of an order keep the language of the page', () => {
  const line = { title: 'Sails', path: '/services/graphics/sails', quantity: 1, price: 100 };
  const order = {
    lines: [{ ...line, options: [], taxes: [], discount: 0, tax: 0 }],
    subscription: { path: '/subscription/s', number: 'S-1', period: 1, requests: null },
    coupon: null,
    currency: 'EUR',
    amount: 100,
    creditAmount: 0,
    refundedAmount: 0,
    pendingRefund: 0,
    taxNumber: null,
    note: '',
    milestones: [],
  } as unknown as OrderView;
  const element = <OrderTerms order={order} title="Order" />;
  const router = createMemoryRouter([{ path: '/', element }], {
    basename: '/ar',
    initialEntries: ['/ar/'],
  });
  const page = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(page).toContain('href="/ar/services/graphics/sails"');
  expect(page).toContain('href="/ar/subscription/s"');
});
