import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { messagesOf, openThread, panelOf, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { mailedCode, mailedLink } from '../support/mailed-links.ts';

// Two people, and many steps.
test.slow();

/** The agent's offer, as far as it differs from what it begins with. */
async function makeOffer(agent: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  await agent.getByRole('button', { name: 'Make an offer' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Make an offer' });
  await expect(dialog.getByLabel('Delivery in days')).toBeVisible();
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await expect(dialog).toHaveCount(0);
}

async function confirmAddress(page: Page, code: () => Promise<string>): Promise<void> {
  await page.getByRole('button', { name: 'Confirm your address' }).first().click();
  const field = page.getByLabel('Six-digit code').first();
  await expect(field).toBeFocused();
  await field.fill(await code());
  await field.press('Enter');
}

test(
  'a stranger goes from a chat to a delivered order, and the agent does their half',
  { tag: '@journey' },
  async ({ browser, server, signIn, visit }) => {
    const maya = await signIn('maya');
    const elena = await visit('/services/graphics/book-design');
    await elena.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
    await elena.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
    await elena.getByLabel('Your email').fill(VISITORS.elena);
    await elena.getByRole('button', { name: 'Continue' }).click();
    await sendText(elena, 'Can you design my book?');
    await openThread(maya, VISITORS.elena);

    // What the visitor asks about stands in the form; what is wrong is said at its field.
    await maya.getByRole('button', { name: 'Make an offer' }).click();
    const dialog = maya.getByRole('dialog', { name: 'Make an offer' });
    await expect(dialog.getByLabel('Service')).toHaveValue('Book Design');
    await expect(dialog.getByLabel('Unit price')).toHaveValue('1750.00');
    await dialog.getByLabel('Unit price').fill('fifteen');
    await dialog.getByRole('button', { name: 'Send offer' }).click();
    await expect(dialog.getByText('Enter a price in USD').first()).toBeVisible();
    await expectAccessible(maya, 'dialog');
    await maya.screenshot({ path: 'test-results/offer-dialog.png' });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    // What was typed is there again.
    await maya.getByPlaceholder('Write a reply').fill('/offer');
    await maya.getByPlaceholder('Write a reply').press('Escape');
    await maya.getByPlaceholder('Write a reply').press('Enter');
    await expect(maya.getByPlaceholder('Write a reply')).toHaveValue('');
    await expect(dialog.getByLabel('Unit price')).toHaveValue('fifteen');
    await dialog.getByLabel('Unit price').fill('1500');
    await dialog.getByLabel('What you need from the buyer').fill('The title of your book');
    await dialog.getByRole('button', { name: 'Send offer' }).click();
    await expect(dialog).toHaveCount(0);

    const offer = panelOf(elena).getByTestId('offer');
    await expect(offer).toContainText('$1,500.00');
    await expect(maya.getByTestId('offer')).toContainText('$1,500.00');
    await expectAccessible(elena, 'dialog');
    await elena.screenshot({ path: 'test-results/offer-card.png' });

    // Accepting asks for the address first, and goes on by itself then.
    await offer.getByRole('button', { name: 'Accept offer' }).click();
    await expect(offer).toContainText('so confirm it first');
    await offer.getByRole('button', { name: 'Confirm your address' }).click();
    const field = offer.getByLabel('Six-digit code');
    await field.fill(await mailedCode(server, VISITORS.elena));
    await field.press('Enter');
    await expect(offer).toContainText('You accepted this offer.');
    await expect(maya.getByTestId('offer')).toContainText('Accepted.');

    // The order's page, from the chat.
    await offer.getByRole('link', { name: 'Open order E-1001' }).click();
    await expect(elena).toHaveURL(/\/order\/[\w-]{43}$/);
    const path = new URL(elena.url()).pathname;
    await expect(elena.getByRole('heading', { name: 'Order E-1001' })).toBeVisible();
    await expect(elena.getByText('Awaiting payment')).toBeVisible();
    await expect(elena.getByRole('link', { name: /Pay with PayPal/ })).toBeVisible();
    await expect(elena.getByText('with the reference E-1001')).toBeVisible();
    expect(await elena.content()).not.toContain(VISITORS.elena);
    await expectAccessible(elena, 'main');
    await elena.screenshot({ path: 'test-results/order-unpaid.png', fullPage: true });

    // The agent has seen the payment arrive.
    await maya.getByRole('link', { name: 'Open order E-1001' }).first().click();
    await expect(maya.getByRole('heading', { name: 'Order E-1001' })).toBeVisible();
    await maya.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(maya.getByText('Enter the reference of the payment')).toBeVisible();
    await maya.getByLabel('Payment reference').fill('PAY-77');
    await maya.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(maya.getByText('The order is paid.')).toBeVisible();
    await expectAccessible(maya, 'main');
    await maya.screenshot({ path: 'test-results/team-order.png', fullPage: true });

    // The rest of the buyer's half without scripts, from the link of a mail.
    const link = await mailedLink(server, VISITORS.elena, /Order E-1001: .*received/);
    expect(link).toBe(path);
    const plain = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
    const buyer = await plain.newPage();
    const response = await buyer.goto(link);
    expect(response?.headers()['referrer-policy']).toBe('no-referrer');
    expect(response?.headers()['cache-control']).toBe('no-store');
    await expect(buyer.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await buyer.getByRole('button', { name: 'Send and start' }).click();
    await expect(buyer.getByText('Answer this so that we can start work.')).toBeVisible();
    await buyer.getByLabel('The title of your book').fill('Harbour lights');
    await buyer.getByRole('button', { name: 'Send and start' }).click();
    await expect(buyer.getByText("Thank you. We're starting work.")).toBeVisible();
    await expect(buyer.getByText('Harbour lights')).toBeVisible();

    await maya.reload();
    await maya.getByLabel('Delivery').fill('All files are in the folder we shared.');
    await maya.getByRole('button', { name: 'Deliver' }).click();
    await expect(maya.getByText('Delivered. The buyer is notified by email.')).toBeVisible();

    await buyer.reload();
    await buyer.getByText('Request a revision').first().click();
    await buyer.getByLabel('What should we change?').fill('A larger title');
    await buyer.getByRole('button', { name: 'Request a revision' }).click();
    await expect(buyer.getByText("We've received your request.")).toBeVisible();
    await maya.reload();
    await maya.getByLabel('Delivery').fill('With a larger title.');
    await maya.getByRole('button', { name: 'Deliver' }).click();
    await expect(maya.getByText('Delivered. The buyer is notified by email.')).toBeVisible();
    await buyer.goto(link);
    const accept = buyer.getByRole('button', { name: 'Accept delivery' });
    // What is accepted is seen first.
    const delivered = await buyer.getByRole('region', { name: 'Delivered' }).boundingBox();
    const below = await accept.boundingBox();
    expect((delivered?.y ?? 0) + (delivered?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await accept.click();
    await expect(buyer.getByText('Thank you. The order is completed.')).toBeVisible();
    await buyer.getByRole('link', { name: 'Printable receipt' }).click();
    await expect(buyer.getByRole('heading', { name: 'Receipt for order E-1001' })).toBeVisible();
    await plain.close();
    await elena.goto(link);
    await expectAccessible(elena, 'main');
    await elena.setViewportSize({ width: 390, height: 844 });
    await elena.screenshot({ path: 'test-results/order-completed.png', fullPage: true });
    await elena.setViewportSize({ width: 1440, height: 900 });
    await elena.getByRole('link', { name: 'Printable receipt' }).click();
    await expectAccessible(elena, 'main');
    await elena.screenshot({ path: 'test-results/receipt.png' });

    // Both see it in the thread, the buyer in the chat's list as well.
    await elena.goto('/');
    await elena.getByRole('button', { name: 'Open chat' }).click();
    await expect(messagesOf(elena).last()).toContainText('The order is completed.');
    await elena.getByRole('button', { name: 'Your orders' }).click();
    await expect(panelOf(elena).getByRole('link', { name: 'E-1001 · Book Design' })).toBeVisible();
    await expectAccessible(elena, 'dialog');
    await elena.screenshot({ path: 'test-results/your-orders.png' });

    await maya.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await expect(maya.getByText('No open orders')).toBeVisible();
    await maya.getByLabel('Show').selectOption('all');
    await expect(maya.getByRole('link', { name: 'E-1001' })).toBeVisible();
    await expectAccessible(maya, 'main');
    await maya.screenshot({ path: 'test-results/team-orders.png' });
  },
);

test('an order is nobody else’s, a refund is asked for and decided, and both see the clock', async ({
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const ines = await signIn('ines');
  const priya = await visit();
  await startChat(priya, VISITORS.priya);
  await sendText(priya, 'I need a poem');
  await confirmAddress(priya, () => mailedCode(server, VISITORS.priya));
  await openThread(maya, VISITORS.priya);
  await makeOffer(maya, { Service: 'A poem', 'Unit price': '80' });
  const offer = panelOf(priya).getByTestId('offer');
  await maya.getByRole('button', { name: 'Withdraw' }).click();
  await expect(offer).toContainText('This offer was withdrawn.');
  await makeOffer(maya, { Service: 'A poem', 'Unit price': '95' });
  await panelOf(priya).getByRole('button', { name: 'Decline' }).click();
  await expect(panelOf(priya).getByTestId('offer').last()).toContainText('You declined');
  await makeOffer(maya, { Service: 'A poem', 'Unit price': '90' });
  await panelOf(priya).getByRole('button', { name: 'Accept offer' }).click();
  await expect(panelOf(priya).getByTestId('offer').last()).toContainText('You accepted');
  const name = /E-\d+/.exec((await panelOf(priya).textContent()) ?? '')?.[0] ?? '';
  await panelOf(priya)
    .getByRole('link', { name: `Open order ${name}` })
    .first()
    .click();
  const path = new URL(priya.url()).pathname;

  // A stranger who guesses, and one who knows the number.
  const stranger = await visit();
  const guess = await stranger.goto(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`);
  expect(guess?.status()).toBe(404);
  expect((await stranger.goto(`/order/${name}`))?.status()).toBe(404);

  await maya.goto(`/team/orders/${name}`);
  await maya.getByLabel('Payment reference').fill('PAY-78');
  await maya.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(maya.getByText('The order is paid.')).toBeVisible();
  await maya.getByLabel('Delivery', { exact: true }).fill('Half of the poem is here.');
  // The answer to another form of the page has nothing to do with it.
  const saved = maya.waitForResponse((response) => response.request().method() === 'POST');
  await maya.getByRole('button', { name: 'Save owner' }).click();
  await saved;
  await priya.reload();
  await priya.getByText('Request Refund').first().click();
  await priya.getByRole('button', { name: 'Request Refund' }).click();
  await expect(priya.getByText('Select what went wrong.')).toBeVisible();
  await priya.getByLabel('What went wrong?').selectOption({ index: 1 });
  await priya.getByLabel('Explanation').fill('I was told two days.');
  await priya.getByRole('button', { name: 'Request Refund' }).click();
  await expect(priya.getByText(/^We'll decide on your refund by/)).toBeVisible();
  await expectAccessible(priya, 'main');
  // The form in which Maya was writing is gone, her text is not.
  const unsent = maya.getByLabel('The order has changed in the meantime');
  await expect(unsent).toHaveValue('Half of the poem is here.');
  await expectAccessible(maya, 'main');
  await maya.getByRole('button', { name: 'Discard the text' }).click();
  await expect(unsent).toHaveCount(0);

  await ines.goto(`/team/orders/${name}`);
  await expect(ines.getByText('Refund decision due by')).toBeVisible();
  await expectAccessible(ines, 'main');
  await ines.screenshot({ path: 'test-results/refund.png', fullPage: true });
  await ines.getByLabel('Decision').selectOption('part');
  await ines.getByLabel('Amount in USD').fill('20');
  await ines.getByLabel('Refund to').selectOption('credit');
  await ines.getByLabel('Reply to the buyer').fill('For the wait.');
  await ines.getByRole('button', { name: 'Confirm decision' }).click();
  await expect(ines.getByText('The buyer is notified of the decision.')).toBeVisible();
  await priya.reload();
  await expect(priya.getByText('For the wait.').first()).toBeVisible();
  await expect(priya.getByText('In progress')).toBeVisible();

  // Once more, and this time it is refused: the order goes on where it was.
  await priya.getByText('Request Refund').first().click();
  await priya.getByLabel('What went wrong?').selectOption({ index: 1 });
  await priya.getByLabel('Explanation').fill('I have changed my mind.');
  await priya.getByRole('button', { name: 'Request Refund' }).click();
  await expect(priya.getByText(/^We'll decide on your refund by/)).toBeVisible();
  await ines.reload();
  await ines.getByLabel('Decision').selectOption('refuse');
  await ines.getByLabel('Reply to the buyer').fill('The poem is written.');
  await ines.getByRole('button', { name: 'Confirm decision' }).click();
  await expect(ines.getByText('The buyer is notified of the decision.')).toBeVisible();
  await priya.reload();
  await expect(priya.getByText('refund refused')).toBeVisible();
  await expect(priya.getByText('In progress')).toBeVisible();
});
