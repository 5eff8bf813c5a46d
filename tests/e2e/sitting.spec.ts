import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { messagesOf, openThread, panelOf } from '../support/chat.ts';
import { expect, test as base } from '../support/e2e.ts';
import {
  acceptOffer,
  contactAgent,
  makeOffer,
  openOrder,
  PHONE,
  readBooks,
  reconcileBooks,
  write,
} from '../support/journey.ts';
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

// Everything that a sale is, with two people.
test.describe.configure({ timeout: 300_000 });

test('in one sitting a stranger with a telephone asks, orders, pays, is delivered and says how it was, though the line is cut', async ({
  server,
  signIn,
  stripe,
  visit,
}) => {
  const maya = await signIn('maya');
  const elena = await visit('/services/graphics/book-design', PHONE);
  await expectAccessible(elena);
  await contactAgent(elena, VISITORS.elena);
  await expectAccessible(elena, 'dialog');

  // The first cut, while she types: what is sent waits, what is not sent stays.
  await elena.context().setOffline(true);
  await write(elena, 'Can you design my book?');
  await elena.getByPlaceholder('Write a message').fill('It has 240 pages');
  await expect(messagesOf(elena).last()).toContainText('Can you design my book?');
  await elena.context().setOffline(false);
  await openThread(maya, VISITORS.elena);
  await expect(messagesOf(maya)).toHaveText([/Can you design my book\?/]);
  await expect(elena.getByPlaceholder('Write a message')).toHaveValue('It has 240 pages');
  await elena.getByRole('button', { name: 'Send message' }).tap();
  await expect(messagesOf(maya)).toHaveText([/Can you design my book\?/, /It has 240 pages/]);

  // The second, in the middle of a file: the rest of it follows, and the message goes once.
  let pieces = 0;
  await elena.route('**/files/*', async (route) => {
    if (route.request().method() !== 'PATCH' || ++pieces !== 2) return route.fallback();
    await elena.context().setOffline(true);
    return route.abort('internetdisconnected');
  });
  await elena.locator('input[type=file][aria-label="Add files"]').setInputFiles({
    name: 'manuscript.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(3_500_000, 'All of it, word by word. '),
  });
  await write(elena, 'This is all of it');
  await expect.poll(() => pieces).toBe(2);
  await expect(messagesOf(elena).last()).toContainText('manuscript.txt');
  await elena.context().setOffline(false);
  const manuscript = messagesOf(maya).filter({ hasText: 'This is all of it' });
  await expect(
    manuscript.getByRole('link', { name: /^Download manuscript\.txt\s*3\.3 MB$/ }),
  ).toHaveCount(1, { timeout: 60_000 });
  await expect(messagesOf(maya)).toHaveCount(3);

  await makeOffer(maya, {
    'Unit price': '1500',
    'What you need from the buyer': 'The title of your book',
  });
  await expect(panelOf(elena).getByTestId('offer')).toContainText('$1,500.00');
  await expectAccessible(elena, 'dialog');
  await acceptOffer(elena, server, VISITORS.elena);
  await expectAccessible(elena, 'dialog');
  const number = await openOrder(elena);
  await expectAccessible(elena);

  // The third, while she pays: the server is gone when Stripe tells of it, and when she comes back.
  const path = new URL(elena.url()).pathname;
  let told = '';
  const postWebhook = () =>
    fetch(`${server.origin}/webhooks/stripe`, {
      method: 'POST',
      body: told,
      headers: stripe.sign(told),
    }).then(
      ({ status }) => status,
      () => 'no answer',
    );
  stripe.onPay = async (pageId) => {
    told = stripe.paid(pageId);
    await server.kill();
    expect(await postWebhook()).toBe('no answer');
    return `${server.origin}${path}?paid=1`;
  };
  await elena.getByRole('button', { name: 'Pay by card' }).tap();
  await elena.getByRole('button', { name: 'Pay now' }).tap();
  await expect.poll(() => server.isRunning).toBe(false);
  await server.restart();
  await elena.goto(`${path}?paid=1`);
  // The page has asked Stripe itself; what Stripe tells afterwards is known.
  expect(await Promise.all([postWebhook(), postWebhook()])).toEqual([200, 200]);

  // Her page says so by itself.
  const brief = elena.getByLabel('The title of your book');
  await expect(brief).toBeVisible({ timeout: 20_000 });
  await expectAccessible(elena);
  await brief.fill('Harbour lights');
  await elena.context().setOffline(true);
  await elena.getByRole('button', { name: 'Send and start' }).tap();
  await expect(elena.getByText('No response from the server.').first()).toBeVisible();
  await elena.context().setOffline(false);
  await expect(brief).toHaveValue('Harbour lights');
  await elena.getByRole('button', { name: 'Send and start' }).tap();
  await expect(elena.getByText("Thank you. We're starting work.")).toBeVisible();
  await expectAccessible(elena);

  // And the agent's, over what they have written.
  await maya.goto(`/team/orders/${number}`);
  await maya.getByLabel('Delivery').fill('All files are in the folder we shared.');
  await maya.context().setOffline(true);
  await maya.getByRole('button', { name: 'Deliver' }).click();
  await expect(maya.getByText('No response from the server.').first()).toBeVisible();
  await maya.context().setOffline(false);
  await expect(maya.getByLabel('Delivery')).toHaveValue('All files are in the folder we shared.');
  await maya.getByRole('button', { name: 'Deliver' }).click();
  await expect(maya.getByText('Delivered. The buyer is notified by email.')).toBeVisible();

  const wish = elena.getByLabel('What should we change?');
  await elena.locator('summary', { hasText: 'Request a revision' }).tap({ timeout: 20_000 });
  await wish.fill('A larger title');
  await expectAccessible(elena);
  // Longer than the page waits before it looks again: what she types stays.
  await elena.waitForResponse((response) => response.url().includes('/order/'));
  await expect(wish).toHaveValue('A larger title');
  await elena.getByRole('button', { name: 'Request a revision' }).tap();
  await expect(elena.getByText("We've received your request.")).toBeVisible();

  await maya.reload();
  await maya.getByLabel('Delivery').fill('With a larger title.');
  await maya.getByRole('button', { name: 'Deliver' }).click();
  await expect(maya.getByText('Delivered. The buyer is notified by email.')).toBeVisible();
  await elena.getByRole('button', { name: 'Accept delivery' }).tap({ timeout: 20_000 });
  await expect(elena.getByText('Thank you. The order is completed.')).toBeVisible();
  await expectAccessible(elena);

  await elena.getByLabel('Rating').selectOption('5');
  await elena.getByLabel('Review', { exact: true }).fill('Just what my book wanted.');
  await elena.getByLabel('Name shown with your review').fill('Elena Ruiz');
  await elena.getByRole('button', { name: 'Post review' }).tap();
  await expect(elena.getByText("Your review is on the service's page.")).toBeVisible();
  await elena.getByRole('link', { name: 'Printable receipt' }).tap();
  await expect(elena.getByRole('heading', { name: `Receipt for order ${number}` })).toBeVisible();
  await expectAccessible(elena);
  await elena.goto('/services/graphics/book-design');
  const review = elena.getByRole('listitem').filter({ hasText: 'Just what my book wanted.' });
  await expect(review).toContainText('Verified purchase');
  await expectAccessible(elena);

  // Everything once, in its order, in the chat of both.
  await elena.getByRole('button', { name: 'Open chat' }).tap();
  await expect(messagesOf(elena).last()).toContainText('The order is completed.');
  await maya.goto('/agentchat');
  await openThread(maya, VISITORS.elena);
  await expect(messagesOf(maya)).toHaveCount(await messagesOf(elena).count());
  expect(await readBooks(server)).toEqual({
    'orders USD': 150_000,
    'received:stripe USD': -150_000,
  });
  expect(await reconcileBooks(server, stripe)).toEqual([]);
});
