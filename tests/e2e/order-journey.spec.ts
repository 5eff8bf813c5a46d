import type { Page, Route } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { messagesOf, openThread } from '../support/chat.ts';
import { expect, test as base } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { PHONE, readBooks, reconcileBooks } from '../support/journey.ts';
import { mailedCode } from '../support/mailed-links.ts';
import { StripePeer } from '../support/stripe-peer.ts';

const test = base.extend<object, { readonly stripe: StripePeer }>({
  stripe: [
    async ({}, use) => {
      const stripe = await StripePeer.start();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  environment: [async ({ stripe }, use) => use(stripe.env), { scope: 'worker' }],
});

// Two people, and a buyer who types as fast as people do.
test.describe.configure({ timeout: 300_000 });

const SERVICE = '/services/video/logo-animation';
const BUYER = 'olga.sand@harbourmail.example';
const KEY_MS = 120;
/** From the service page to 'paid'. */
const MOST_SECONDS = 120;

/** Typed key by key, so that the measured time includes the typing. */
async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.tap();
  await field.fill('');
  await field.pressSequentially(text, { delay: KEY_MS });
}

/** Drops the connection once for a request that fits; returns how often it was dropped. */
async function dropOnce(
  page: Page,
  url: string,
  drop: (route: Route) => Promise<boolean>,
): Promise<() => number> {
  let dropped = 0;
  await page.route(url, async (route) => {
    if (dropped > 0 || !(await drop(route))) return route.fallback();
    dropped += 1;
    return route.abort('connectionreset');
  });
  return () => dropped;
}

test('a stranger with a telephone orders, pays and accepts in one sitting without writing a message, though the connection drops twice', async ({
  server,
  signIn,
  stripe,
  visit,
}) => {
  const ines = await signIn('ines', '/team/coupons/new');
  await ines.getByLabel('Code', { exact: true }).fill('FIRST-10');
  await ines.getByLabel('Percent', { exact: true }).fill('10');
  await ines.getByRole('button', { name: 'Save coupon' }).click();
  await expect(ines.getByRole('status').filter({ hasText: /saved/ })).toBeVisible();
  const maya = await signIn('maya');
  const olga = await visit(SERVICE, PHONE);

  // The server places the order, and the answer is lost on its way to the telephone.
  const lostAnswers = await dropOnce(olga, '**/logo-animation/order.data*', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || !/(^|&)code=\d{6}(&|$)/.test(request.postData() ?? '')) {
      return false;
    }
    await route.fetch({ maxRedirects: 0 });
    return true;
  });

  const start = Date.now();
  await olga.getByRole('link', { name: 'Order now' }).last().tap();
  await expect(olga).toHaveURL(`${SERVICE}/order`);
  await untilHydrated(olga);
  await type(olga, 'Quantity', '2');
  await olga.getByRole('checkbox', { name: /Express delivery/ }).tap();
  await type(olga, /Subtitles in one language/, '3');
  await type(olga, 'What should the result achieve?', 'Open our harbour concerts');
  await type(olga, 'Link to your material', 'https://harbour.example/logo');
  await type(olga, 'How many seconds should it last?', '8');
  await type(olga, 'Name', 'Olga Sand');
  await type(olga, 'Email address', BUYER);
  await type(olga, 'Coupon code', 'first-10');
  await olga.getByRole('button', { name: 'Apply coupon' }).tap();
  // A press while the coupon is being checked is not lost.
  const place = olga.getByRole('button', { name: 'Place order' });
  await place.tap();
  const code = olga.getByLabel('Code from the email');
  await expect(code).toBeFocused({ timeout: 30_000 });
  await expect(olga.locator('main dl')).toContainText('FIRST-10');
  const total = await olga.getByRole('region', { name: 'Total' }).innerText();
  await code.pressSequentially(await mailedCode(server, BUYER), { delay: KEY_MS });
  await expect(olga.getByText(/^No response from the server/)).toBeVisible();
  expect(lostAnswers()).toBe(1);
  await place.tap();

  await expect(olga.getByRole('heading', { name: 'Stripe' })).toBeVisible();
  await olga.goBack();
  await expect(olga.getByText('Awaiting payment')).toBeVisible();
  await olga.getByRole('button', { name: 'Pay by card' }).tap();
  await expect(olga.getByRole('heading', { name: 'Stripe' })).toBeVisible();
  const lostPages = await dropOnce(olga, '**/order/*?paid=1', (route) =>
    Promise.resolve(route.request().isNavigationRequest()),
  );
  // Routes do not see redirected requests, so Stripe's page leads back with a script.
  await olga.route('**/pay/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const { location } = (await route.fetch({ maxRedirects: 0 })).headers();
    return route.fulfill({
      contentType: 'text/html',
      body: `<script>location.replace(${JSON.stringify(location)})</script>`,
    });
  });
  const isLost = olga.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
  await olga.getByRole('button', { name: 'Pay now' }).tap({ noWaitAfter: true });
  const orderUrl = (await isLost).url();
  expect(lostPages()).toBe(1);
  // The browser's own page for lost connections must stand before it is reloaded.
  await olga.waitForURL('chrome-error://**');
  await olga.goto(orderUrl);
  const paid = olga.getByText('In progress').first();
  await expect(paid).toBeVisible();
  const seconds = (Date.now() - start) / 1000;
  console.log(`From the service page to 'paid': ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(MOST_SECONDS);
  await expectAccessible(olga);
  const heading = await olga.getByRole('heading', { name: /^Order E-\d+$/ }).innerText();
  const number = heading.replace('Order ', '');

  // The agent has everything that was chosen in the inbox, and the answers one press away.
  await openThread(maya, BUYER);
  const card = messagesOf(maya).first();
  await expect(card).toContainText(total.split('\n').at(-1) ?? '');
  await expect(card).toContainText('2 × Logo Animation');
  await expect(card).toContainText('Express delivery');
  await expect(card).toContainText('3 × Subtitles in one language');
  await expect(card).toContainText('FIRST-10');
  await maya
    .getByRole('link', { name: `Open order ${number}` })
    .first()
    .click();
  const brief = maya.getByRole('region', { name: 'Brief' });
  await expect(brief).toContainText('Open our harbour concerts');
  await expect(brief).toContainText('https://harbour.example/logo');
  await expect(brief).toContainText('8');
  await maya.getByLabel('Delivery').fill('Both versions are in the folder we shared.');
  await maya.getByRole('button', { name: 'Deliver' }).click();
  await expect(maya.getByText('Delivered. The buyer is notified by email.')).toBeVisible();

  await olga.getByRole('button', { name: 'Accept delivery' }).tap({ timeout: 20_000 });
  await expect(olga.getByText('Thank you. The order is completed.')).toBeVisible();
  await expectAccessible(olga);

  // One order, one payment page and one payment, whatever was lost.
  await ines.goto('/team/orders?show=all');
  const orders = ines.locator('main a[href^="/team/orders/E-"]');
  await expect(orders).toHaveCount(1);
  expect(stripe.sessions.size).toBe(1);
  const [session] = stripe.sessions.values();
  expect(await readBooks(server)).toEqual({
    'orders USD': session?.amount_total,
    'received:stripe USD': -(session?.amount_total ?? 0),
  });
  expect(await reconcileBooks(server, stripe)).toEqual([]);
});
