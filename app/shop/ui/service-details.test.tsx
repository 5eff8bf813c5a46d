import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ServiceDetails } from './service-details.tsx';

test('the delivery time and the revisions of a package are told apart', () => {
  const service = {
    title: 'Sails',
    needs: '',
    delivers: '',
    options: [],
    questions: [],
    price: { amount: 60_000, currency: 'EUR', unit: 'flat', note: '' },
    packages: [{ name: 'basic', amount: 60_000, deliveryDays: 7, revisions: 1, contents: 'Sail' }],
  } as unknown as Parameters<typeof ServiceDetails>[0]['service'];
  expect(renderToStaticMarkup(<ServiceDetails service={service} />)).toContain(
    'Delivered in 7 days · 1 revision included',
  );
});
