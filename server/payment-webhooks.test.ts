import { expect, test, vi } from 'vitest';
import {
  webhookPathOf,
  PAYMENT_PROVIDERS,
} from '../app/orders/server/payment/payment-providers.ts';
import { openServer } from '../tests/support/open-app.ts';

// Adds a payment method, to prove that registering one needs no other change.
vi.mock('../app/orders/server/payment/payment-providers.ts', async (importOriginal) => {
  const original =
    await importOriginal<typeof import('../app/orders/server/payment/payment-providers.ts')>();
  return { ...original, PAYMENT_PROVIDERS: [...original.PAYMENT_PROVIDERS, 'a-new-service'] };
});

test('every registered payment service may post its webhook without an Origin, and nobody else', async () => {
  const take = () => Promise.resolve({ remaining: 1, fullAfterSeconds: 1 });
  const { ask } = openServer({ appContext: { limits: { take } } });
  const statusOf = async (path: string) => (await ask(path, { method: 'POST', body: '{}' })).status;
  expect(PAYMENT_PROVIDERS.length).toBeGreaterThan(2);
  for (const paymentMethod of PAYMENT_PROVIDERS) {
    // No service is configured here.
    expect([paymentMethod, await statusOf(webhookPathOf(paymentMethod))]).toEqual([
      paymentMethod,
      404,
    ]);
  }
  for (const path of ['/webhooks/link', '/webhooks/other', '/webhooks/stripe/more', '/webhooks/']) {
    expect([path, await statusOf(path)]).toEqual([path, 403]);
  }
});
