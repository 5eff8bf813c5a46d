import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { openThread } from '../support/chat.ts';
import { expect, test as base } from '../support/e2e.ts';
import {
  acceptOffer,
  contactAgent,
  makeOffer,
  openOrder,
  PHONE,
  readBooks,
  write,
} from '../support/journey.ts';
import { PayPalPeer } from '../support/paypal-peer.ts';
import { StripePeer } from '../support/stripe-peer.ts';

interface Peers {
  readonly stripe: StripePeer;
  readonly paypal: PayPalPeer;
}

const test = base.extend<object, { readonly peers: Peers }>({
  peers: [
    async ({}, use) => {
      const [stripe, paypal] = await Promise.all([StripePeer.start(), PayPalPeer.start()]);
      await use({ stripe, paypal });
      await Promise.all([stripe.close(), paypal.close()]);
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ peers: { stripe, paypal } }, use) => use({ ...stripe.env, ...paypal.env }),
    { scope: 'worker' },
  ],
});

// Two people and a payment service.
test.slow();

test(
  'by card: the line is cut, the payment is told of late and twice, and the page says so by itself',
  { tag: '@journey' },
  async ({ peers: { stripe }, server, signIn, visit }) => {
    const maya = await signIn('maya');
    const priya = await visit('/services/graphics/book-design', PHONE);
    await contactAgent(priya, VISITORS.priya);
    await write(priya, 'I would like that one');
    await openThread(maya, VISITORS.priya);
    await makeOffer(maya, { 'Price each': '1500' });
    await acceptOffer(priya, server, VISITORS.priya);
    const number = await openOrder(priya);
    await expect(priya.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible();
    await expectAccessible(priya);

    await priya.context().setOffline(true);
    await priya.getByRole('button', { name: 'Pay by card' }).tap();
    await expect(priya.getByText('No answer came back').first()).toBeVisible();
    await priya.context().setOffline(false);
    await priya.getByRole('button', { name: 'Pay by card' }).tap();
    await expect(priya.getByRole('heading', { name: 'Stripe' })).toBeVisible();
    // She goes back, looks, and presses again: it is the same page.
    await priya.goBack();
    await priya.getByRole('button', { name: 'Pay by card' }).tap();
    await expect(priya.getByRole('heading', { name: 'Stripe' })).toBeVisible();
    expect(stripe.sessions.size).toBe(1);
    stripe.onPay = (id) => {
      const { success_url: back } = stripe.pay(id);
      stripe.isAway = true;
      return Promise.resolve(back);
    };
    await priya.getByRole('button', { name: 'Pay now' }).tap();

    // Back before Stripe has told or answered anything: nothing is booked by coming back.
    await expect(priya.getByText('You do not need to pay again.')).toBeVisible();
    await expect(priya.getByText('Awaiting payment')).toBeVisible();
    await expectAccessible(priya);
    stripe.isAway = false;
    const [session] = stripe.sessions.values();
    const body = stripe.event(session ?? {});
    const postWebhook = () =>
      fetch(`${server.origin}/webhooks/stripe`, {
        method: 'POST',
        body,
        headers: stripe.sign(body),
      });
    const told = await Promise.all([postWebhook(), postWebhook()]);
    expect(told.map(({ status }) => status)).toEqual([200, 200]);
    await expect(priya.getByText('In progress').first()).toBeVisible({ timeout: 20_000 });
    await expectAccessible(priya);

    await maya.goto(`/team/orders/${number}`);
    await maya.getByLabel('Delivery').fill('All files are in the folder we shared.');
    await maya.getByRole('button', { name: 'Deliver' }).click();
    await priya.getByRole('button', { name: 'Accept delivery' }).tap({ timeout: 20_000 });
    await expect(priya.getByText('Thank you. The order is completed.')).toBeVisible();
    expect(await readBooks(server)).toEqual({
      'orders USD': 150_000,
      'received:stripe USD': -150_000,
    });
  },
);

test('by PayPal: told of before the buyer is back, fetched once, and given back in full', async ({
  peers: { paypal },
  server,
  signIn,
  visit,
}) => {
  const before = await readBooks(server);
  const postWebhook = (body: string) =>
    fetch(`${server.origin}/webhooks/paypal`, { method: 'POST', body, headers: paypal.sign(body) });
  const maya = await signIn('maya');
  const noor = await visit('/services/graphics/book-design', PHONE);
  await contactAgent(noor, VISITORS.noor);
  await write(noor, 'I would like that one');
  await openThread(maya, VISITORS.noor);
  await makeOffer(maya, { 'Price each': '900' });
  await acceptOffer(noor, server, VISITORS.noor);
  const number = await openOrder(noor);
  const path = new URL(noor.url()).pathname;
  paypal.onPay = async (id) => {
    const body = paypal.approve(id);
    await Promise.all([postWebhook(body), postWebhook(body)]);
    await postWebhook(paypal.captured(id));
    return `${server.origin}${path}?paid=1`;
  };
  await noor.getByRole('button', { name: 'Pay with PayPal' }).tap();
  await noor.getByRole('button', { name: 'Agree and pay' }).tap();
  await expect(noor.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await expect(noor.getByText('In progress').first()).toBeVisible();
  expect(paypal.captureCount).toBe(1);

  await noor.getByText('Request Refund').first().tap();
  await noor.getByLabel('What went wrong?').selectOption({ index: 1 });
  await noor.getByLabel('Please explain').fill('I was told two days.');
  await noor.getByRole('button', { name: 'Request Refund' }).tap();
  await expect(noor.getByText(/^We decide about your refund by/)).toBeVisible();
  await expectAccessible(noor);
  const ines = await signIn('ines', `/team/orders/${number}`);
  await ines.getByLabel('Decision').selectOption('full');
  await ines.getByRole('button', { name: 'Decide' }).click();
  await expect(ines.getByText('The buyer is told what was decided.')).toBeVisible();
  await expect(noor.getByText('Refunded').first()).toBeVisible({ timeout: 20_000 });
  await expectAccessible(noor);
  await expect.poll(() => paypal.refunds).toHaveLength(1);
  expect(await readBooks(server)).toEqual({
    ...before,
    'orders USD': before['orders USD'] ?? 0,
    'received:paypal USD': 0,
  });
});

test('by card: a decline says what to do next, and a refund that fails is shown to both sides', async ({
  peers: { stripe },
  server,
  signIn,
  visit,
}) => {
  const postWebhook = async (body: string) => {
    const sent = { method: 'POST', body, headers: stripe.sign(body) };
    expect((await fetch(`${server.origin}/webhooks/stripe`, sent)).status).toBe(200);
  };
  const maya = await signIn('maya');
  const walter = await visit('/services/graphics/book-design', PHONE);
  await contactAgent(walter, VISITORS.walter);
  await write(walter, 'I would like that one');
  await openThread(maya, VISITORS.walter);
  await makeOffer(maya, { 'Price each': '700' });
  await acceptOffer(walter, server, VISITORS.walter);
  const number = await openOrder(walter);
  const ines = await signIn('ines', `/team/orders/${number}`);

  stripe.onPay = (id) => {
    stripe.declined(id);
    return Promise.resolve(stripe.sessions.get(id)?.cancel_url ?? '');
  };
  await walter.getByRole('button', { name: 'Pay by card' }).tap();
  await walter.getByRole('button', { name: 'Pay now' }).tap();
  await expect(
    walter.getByText('Your bank declined the payment. Nothing was charged.'),
  ).toBeVisible();
  await expectAccessible(walter);
  await ines.reload();
  await expect(
    ines.getByText('The bank declined the last payment by card (Stripe).'),
  ).toBeVisible();

  // By a method of which the bank says days later what became of it.
  let page = '';
  stripe.onPay = (id) => {
    page = id;
    stripe.paidSlowly(id);
    return Promise.resolve(stripe.sessions.get(id)?.success_url ?? '');
  };
  await walter.getByRole('button', { name: 'Pay by card' }).tap();
  await walter.getByRole('button', { name: 'Pay now' }).tap();
  await expect(walter.getByText('Your payment is being processed')).toBeVisible();
  await expect(walter.getByRole('button', { name: 'Pay by card' })).toHaveCount(0);
  await expectAccessible(walter);
  await postWebhook(stripe.arrived(page));
  await expect(walter.getByText('In progress').first()).toBeVisible({ timeout: 20_000 });

  stripe.nextRefund = 'pending';
  await ines.reload();
  await ines.getByText('Refund this order').click();
  await ines.getByRole('button', { name: 'Decide' }).click();
  await expect(ines.getByText('Refund in progress').first()).toBeVisible();
  await expect(walter.getByText('Refund in progress').first()).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => stripe.refunds.at(-1)?.amount).toBe(70_000);
  await expect(walter.getByText('Banks can take up to ten days.')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(walter);
  await postWebhook(stripe.refundTurnsOut(stripe.refunds.at(-1)?.payment ?? '', 'failed'));
  await expect(walter.getByText('A refund of $700.00 failed.')).toBeVisible({ timeout: 20_000 });
  await ines.goto('/team/orders');
  const failed = ines.getByRole('region', { name: 'Refunds that failed' });
  await expect(failed.getByRole('listitem')).toHaveText([new RegExp(number)]);
  await expectAccessible(ines);
  stripe.nextRefund = 'done';
  await failed.getByRole('button', { name: /^Send again/ }).click();
  await expect(ines.getByText('The refund is sent again now.')).toBeVisible();
  await expect(failed).toHaveCount(0);
  await expect(ines.locator(':focus')).toHaveText('The refund is sent again now.');
  await expect(walter.getByText('$700.00 was refunded.')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(walter);
});

test('money that fits no order is held, shown to managers, and goes back at a button', async ({
  peers: { stripe },
  server,
  signIn,
}) => {
  const before = stripe.refunds.length;
  const body = stripe.paidToLostPage(new URL(server.origin).host);
  const told = { method: 'POST', body, headers: stripe.sign(body) };
  expect((await fetch(`${server.origin}/webhooks/stripe`, told)).status).toBe(200);
  const maya = await signIn('maya');
  await maya.goto('/team/orders');
  await expect(maya.getByRole('region', { name: 'Payment held' })).toHaveCount(0);
  const ines = await signIn('ines');
  await ines.goto('/team/orders');
  const held = ines.getByRole('region', { name: 'Payment held' });
  await expect(held.getByRole('listitem')).toHaveText([/\$9\.00.*It names no order of ours\./]);
  await expectAccessible(ines);
  await held.getByRole('button', { name: /^Refund \$9\.00/ }).click();
  await ines.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await expect(ines.getByText('The payment goes back to where it came from.')).toBeVisible();
  await expect(held).toHaveCount(0);
  await expect.poll(() => stripe.refunds.slice(before)).toMatchObject([{ amount: 900 }]);
});
