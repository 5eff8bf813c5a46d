import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { openThread, panelOf, sendText } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';

/** Nobody who has credit. */
const BUYER = 'deposit.buyer@harbourmail.example';

// Two people, and many steps.
test.slow();

async function fillMilestone(
  dialog: ReturnType<Page['getByRole']>,
  number: number,
  typed: string[],
) {
  const group = dialog.getByRole('group', { name: `Milestone ${number}`, exact: true });
  const [title = '', amount = '', days = ''] = typed;
  await group.getByLabel('Milestone', { exact: true }).fill(title);
  await group.getByLabel('Amount').fill(amount);
  await group.getByLabel('Days').fill(days);
}

test('an offer is split into milestones, each of which is paid, delivered and accepted', async ({
  browser,
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const elena = await visit('/services/graphics/book-design');
  await elena.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
  await elena.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await elena.getByLabel('Your email').fill(VISITORS.elena);
  await elena.getByRole('button', { name: 'Continue' }).click();
  await sendText(elena, 'Can you design three books?');
  await openThread(maya, VISITORS.elena);

  await maya.getByRole('button', { name: 'Make an offer' }).click();
  const dialog = maya.getByRole('dialog', { name: 'Make an offer' });
  await dialog.getByLabel('Unit price').fill('3000');
  await dialog.getByLabel('Split into milestones').check();
  await expect(dialog.getByLabel('Delivery in days')).toHaveCount(0);
  await fillMilestone(dialog, 1, ['Sketches', '1000', '5']);
  await fillMilestone(dialog, 2, ['Final files', '1500', '10']);
  await expect(dialog.getByText('$500.00 of $3,000.00 left to split')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await expect(
    dialog.getByText('The milestones add up to $2,500.00, but the offer totals $3,000.00.').first(),
  ).toBeVisible();
  await expectAccessible(maya, 'dialog');
  await dialog.getByRole('button', { name: 'Add milestone' }).click();
  const titleOf = (number: number) =>
    dialog
      .getByRole('group', { name: `Milestone ${number}`, exact: true })
      .getByLabel('Milestone', { exact: true });
  await expect(titleOf(3)).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove milestone 3' }).click();
  await expect(titleOf(2)).toBeFocused();
  await dialog.getByRole('button', { name: 'Add milestone' }).click();
  await fillMilestone(dialog, 3, ['Print', '', '2']);
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await expect(dialog.getByText('Enter a price in USD').first()).toBeVisible();
  await expect(
    dialog.getByRole('group', { name: 'Milestone 3', exact: true }).getByLabel('Amount'),
  ).toBeFocused();
  await fillMilestone(dialog, 3, ['Print', '500', '2']);
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await expect(dialog).toHaveCount(0);

  const offer = panelOf(elena).getByTestId('offer');
  await expect(offer).toContainText('1. Sketches');
  await expect(offer).toContainText('$1,000.00');
  await expect(offer).toContainText('Each milestone is paid when the previous one is accepted.');
  await expectAccessible(elena, 'dialog');
  await offer.getByRole('button', { name: 'Accept offer' }).click();
  await offer.getByRole('button', { name: 'Confirm your address' }).click();
  const code = offer.getByLabel('Six-digit code');
  await code.fill(await mailedCode(server, VISITORS.elena));
  await code.press('Enter');
  await offer.getByRole('link', { name: 'Open order E-1001' }).click();
  await expect(elena.getByRole('heading', { name: 'Pay $1,000.00 for “Sketches”' })).toBeVisible();
  const list = elena.getByRole('region', { name: 'Milestones' });
  await expect(list).toContainText('0 of 3 accepted, $0.00 of $3,000.00 paid.');
  await expectAccessible(elena, 'main');

  await maya.getByRole('link', { name: 'Open order E-1001' }).first().click();
  await expect(maya.getByText('Payment for “Sketches”')).toBeVisible();
  await maya.getByLabel('Payment reference').fill('PAY-1');
  await maya.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(maya.getByText('The milestone is paid.')).toBeVisible();
  await expectAccessible(maya, 'main');
  await maya.getByLabel('Delivery').fill('Three sketches.');
  await maya.getByRole('button', { name: 'Deliver' }).click();
  await expect(maya.getByText('Delivered. The buyer is notified by email.')).toBeVisible();

  // The buyer accepts without scripts.
  const plain = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
  const buyer = await plain.newPage();
  await buyer.goto(new URL(elena.url()).pathname);
  await expect(buyer.getByRole('region', { name: 'Delivered' })).toContainText(
    'Milestone: Sketches',
  );
  await buyer.getByRole('button', { name: 'Accept delivery' }).click();
  await expect(buyer.getByText('Thank you. The milestone is accepted.')).toBeVisible();
  await expect(
    buyer.getByRole('heading', { name: 'Pay $1,500.00 for “Final files”' }),
  ).toBeVisible();
  await expect(buyer.getByRole('region', { name: 'Milestones' })).toContainText(
    '1 of 3 accepted, $1,000.00 of $3,000.00 paid.',
  );

  // A request for a refund names its milestone, and the team decides about that one.
  await buyer.getByText('Request Refund').first().click();
  await buyer.getByLabel('What went wrong?').selectOption({ index: 1 });
  await buyer.getByLabel('Explanation').fill('Two sketches are missing.');
  await buyer.getByRole('button', { name: 'Request Refund' }).click();
  await expect(buyer.getByText("We've received your refund request.")).toBeVisible();
  const henrik = await signIn('henrik');
  await henrik.goto('/team/orders/E-1001');
  await expect(henrik.getByRole('region', { name: 'Refund' })).toContainText('Milestone: Sketches');
  await henrik.getByLabel('Decision').selectOption('part');
  await henrik.getByLabel('Amount in USD').fill('250');
  await henrik.getByLabel('Refund to').selectOption('credit');
  await henrik.getByLabel('Reply to the buyer').fill('You are right.');
  await expectAccessible(henrik, 'main');
  await henrik.getByRole('button', { name: 'Confirm decision' }).click();
  await expect(henrik.getByText('The buyer is notified of the decision.')).toBeVisible();
  await buyer.goto(new URL(elena.url()).pathname);
  await expect(buyer.getByRole('region', { name: 'Milestones' })).toContainText('$250.00 refunded');
  await expect(
    buyer.getByRole('heading', { name: 'Pay $1,500.00 for “Final files”' }),
  ).toBeVisible();
  await buyer.getByRole('link', { name: 'Printable receipt' }).click();
  await expect(buyer.getByText('Paid for “Sketches”')).toBeVisible();
  await plain.close();
});

test('a service takes a deposit, and the order form says what is paid when', async ({
  server,
  signIn,
  visit,
}) => {
  const ines = await signIn('ines', '/team/catalogue?q=Menu');
  await ines.getByRole('link', { name: 'Menu Design' }).click();
  const deposit = ines.getByLabel('Deposit in percent');
  await deposit.fill('100');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Enter a whole number from 1 to 99').first()).toBeVisible();
  await expect(deposit).toHaveValue('100');
  await deposit.fill('30');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText(/saved/i).first()).toBeVisible();
  await ines.goto('/team/catalogue/publish');
  await expect(ines.getByText('Deposit in percent')).toBeVisible();
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByRole('status').getByText(/Publication \d+ is live/)).toBeVisible();

  const elena = await visit('/services/graphics/menu-design/order');
  await untilHydrated(elena);
  await expect(elena.getByText(/^Deposit 30 %: \$[\d,.]+\. You pay the balance of/)).toBeVisible();
  await elena.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await elena.getByLabel('Email address').fill(BUYER);
  await expectAccessible(elena, 'main');
  await elena.getByRole('button', { name: 'Place order' }).click();
  await elena.getByLabel('Code from the email').fill((await mailedCode(server, BUYER)) ?? '');
  await expect(elena).toHaveURL(/\/order\/[\w-]{43}$/);
  await expect(elena.getByRole('heading', { name: /for “Deposit 30 %”$/ })).toBeVisible();
  await expect(elena.getByRole('region', { name: 'Milestones' })).toContainText('Balance');
});
