import { expect, test, vi } from 'vitest';
import { PROVIDER_WAYS, webhookPathOf } from '../app/orders/protocol/ways.ts';
import { openServer } from '../tests/support/open-app.ts';

// Adds a payment method, to prove that registering one needs no other change.
vi.mock('../app/orders/protocol/ways.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../app/orders/protocol/ways.ts')>();
  return { ...original, PROVIDER_WAYS: [...original.PROVIDER_WAYS, 'a-new-service'] };
});

test('every registered payment service may post its webhook without an Origin, and nobody else', async () => {
  const { ask } = openServer({ handlePage: () => Promise.resolve(new Response('taken')) });
  const statusOf = async (path: string) => (await ask(path, { method: 'POST', body: '{}' })).status;
  expect(PROVIDER_WAYS.length).toBeGreaterThan(2);
  for (const way of PROVIDER_WAYS) {
    expect([way, await statusOf(webhookPathOf(way))]).toEqual([way, 200]);
  }
  for (const path of ['/webhooks/link', '/webhooks/other', '/webhooks/stripe/more', '/webhooks/']) {
    expect([path, await statusOf(path)]).toEqual([path, 403]);
  }
});
