import { expectAccessible } from '../support/axe.ts';
import { expect, test as base } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';
import { PayPalPeer } from '../support/paypal-peer.ts';

const test = base.extend<object, { readonly paypal: PayPalPeer }>({
  paypal: [
    async ({}, use) => {
      const paypal = await PayPalPeer.start();
      await use(paypal);
      await paypal.close();
    },
    { scope: 'worker' },
  ],
  environment: [async ({ paypal }, use) => use({ ...paypal.env }), { scope: 'worker' }],
});

// The code of an email takes a while to arrive.
test.slow();

const EMAIL = 'paypal.buyer@harbourmail.example';

test('a buyer subscribes at PayPal, whose next payment fails and then succeeds', async ({
  paypal,
  server,
  visit,
}) => {
  const page = await visit('/services/programming/website-maintenance/order');
  await untilHydrated(page);
  await page.getByLabel('How you order').selectOption('subscribe');
  await page.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await page.getByLabel('Email address').fill(EMAIL);
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByLabel('Code from the email').fill((await mailedCode(server, EMAIL)) ?? '');
  await expect(page.getByRole('heading', { name: 'PayPal' })).toBeVisible();
  await page.getByRole('button', { name: 'Agree and pay' }).click();
  await expect(page).toHaveURL(/\/order\/[\w-]{43}/);
  await page.getByRole('link', { name: /S-\d+/ }).first().click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('PayPal', { exact: true })).toBeVisible();

  const { id } = paypal.billing.newest();
  const receive = async (event: string) => {
    const response = await fetch(`${server.origin}/webhooks/paypal`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...Object.fromEntries(paypal.sign(event)) },
      body: event,
    });
    expect(response.status).toBe(200);
  };
  await receive(paypal.billing.renewalFailed(id));
  await page.reload();
  await expect(page.getByText('Past due', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('link', { name: 'Check your payment method at PayPal' }),
  ).toHaveAttribute('href', /\/myaccount\/autopay\/$/);
  await expectAccessible(page, 'main');
  await receive(paypal.billing.renewed(id));
  await page.reload();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('Period 2', { exact: false }).first()).toBeVisible();
});
