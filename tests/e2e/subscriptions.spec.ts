import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';

// One browser places its order after the code of an email, which takes a while to arrive.
test.slow();

const ORDER_FORM = '/services/programming/website-maintenance/order';
const EMAIL = 'monthly.buyer@harbourmail.example';

test(
  'a buyer subscribes to a service, cancels and keeps it, and the team announces a price and a pause',
  { tag: '@journey' },
  async ({ server, signIn, visit }) => {
    const page = await visit(ORDER_FORM);
    await untilHydrated(page);
    await page.getByLabel('How you order').selectOption('subscribe');
    await expect(page.getByText(/^Then \$[\d.,]+ per month$/)).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
    await page.getByLabel('Email address').fill(EMAIL);
    await expectAccessible(page, 'main');
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.getByLabel('Code from the email').fill((await mailedCode(server, EMAIL)) ?? '');
    await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
    const heading = await page.getByRole('heading', { name: /^Order E-\d+$/ }).innerText();

    const ines = await signIn('ines', `/team/orders/${heading.slice('Order '.length)}`);
    await untilHydrated(ines);
    await ines.getByLabel(/reference/i).fill('PP-1');
    await ines.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(ines.getByText('The order is paid.')).toBeVisible();

    await page.reload();
    await page.getByRole('link', { name: /S-\d+/ }).first().click();
    await expect(page).toHaveURL(/\/subscription\/[\w-]{43}$/);
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expectAccessible(page, 'main');
    const subscription = page.url();
    await expect(page.getByText('0 of 4 requests used in this period')).toBeVisible();
    await page.getByRole('button', { name: 'New request' }).click();
    await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
    await expect(page.getByText(/^Request 1 in period 1 of subscription S-\d+$/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What we need to start' })).toBeVisible();
    await expectAccessible(page, 'main');
    await page.goto(subscription);
    await expect(page.getByText('1 of 4 requests used in this period')).toBeVisible();
    await page
      .getByRole('link', { name: /^Order E-\d+$/ })
      .first()
      .click();
    await untilHydrated(page);
    await page.getByRole('button', { name: 'Cancel request' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await page.goto(subscription);
    await expect(page.getByText('0 of 4 requests used in this period')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel subscription' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Ending', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Keep subscription' }).click();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();

    await ines.goto('/team/subscriptions');
    await untilHydrated(ines);
    await expectAccessible(ines, 'main');
    await ines
      .getByRole('link', { name: /^S-\d+$/ })
      .first()
      .click();
    await expect(ines.getByRole('heading', { name: /^Subscription S-\d+$/ })).toBeVisible();
    await ines.getByLabel('New price of one unit').fill('many');
    await ines.getByRole('button', { name: 'Announce the price' }).click();
    await expect(ines.getByLabel('New price of one unit')).toHaveValue('many');
    await ines.getByLabel('New price of one unit').fill('150');
    await ines.getByRole('button', { name: 'Announce the price' }).click();
    await expect(ines.getByText('New price', { exact: true })).toBeVisible();
    await ines.getByRole('button', { name: 'Pause', exact: true }).first().click();
    await ines.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(ines.getByRole('button', { name: 'Do not pause' })).toBeVisible();
    await expectAccessible(ines, 'main');
    await page.reload();
    await expect(page.getByText('The subscription is paused.')).toBeVisible();
  },
);
