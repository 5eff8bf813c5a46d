import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';

// One browser places its orders after the code of an email, which takes a while to arrive.
test.slow();

const TRANSLATION = '/services/writing/translation';
const EMAIL = 'tax.buyer@harbourmail.example';

const total = (page: Page) => page.getByRole('region', { name: 'Total' });
const rate = (page: Page, number: number) =>
  page.getByRole('group', { name: `Rate ${number}`, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

test('an admin turns tax on, and a business abroad orders with a reverse charge', async ({
  server,
  signIn,
  visit,
}) => {
  const henrik = await signIn('henrik', '/team/settings');
  await untilHydrated(henrik);
  await henrik.getByRole('combobox', { name: 'Tax', exact: true }).selectOption('on');
  await rate(henrik, 1).getByLabel('Country').selectOption('DE');
  await rate(henrik, 1).getByLabel('Percentage').fill('nineteen');
  await rate(henrik, 1).getByLabel('Rate name').fill('VAT');
  await rate(henrik, 2).getByLabel('Country').selectOption('AT');
  await rate(henrik, 2).getByLabel('Percentage').fill('20');
  await rate(henrik, 2).getByLabel('Rate name').fill('USt.');
  await henrik.getByRole('checkbox', { name: 'Austria' }).check();
  await henrik.getByLabel("Seller's name").fill('Quay Ltd');
  await save(henrik);
  // The error is at the field, and what was typed is still there.
  await expect(rate(henrik, 1).getByText('Enter a percentage, such as 19')).toBeVisible();
  await expect(rate(henrik, 2).getByLabel('Rate name')).toHaveValue('USt.');
  await rate(henrik, 1).getByLabel('Percentage').fill('19');
  await save(henrik);
  await expect(henrik.getByText("Enter the seller's country").first()).toBeVisible();
  await henrik.getByLabel("Seller's country").selectOption('DE');
  await save(henrik);
  await expect(henrik.getByRole('status').getByText(/^Saved: Tax, Tax rates/)).toBeVisible();
  await expect(rate(henrik, 2).getByLabel('Percentage')).toHaveValue('20');
  await expect(henrik.getByRole('checkbox', { name: 'Austria' })).toBeChecked();
  await expectAccessible(henrik, 'main');

  const page = await visit('/services/writing');
  await expect(page.getByText('plus VAT').first()).toBeVisible();
  await page.goto(TRANSLATION);
  await expect(page.getByText('plus VAT').first()).toBeVisible();
  await page.goto(`${TRANSLATION}/order`);
  await untilHydrated(page);
  await page.getByLabel('Words').fill('1000');
  await expect(page.getByText('plus VAT 19%')).toBeVisible();
  await expect(total(page)).toContainText('$178.50');
  await page.getByLabel('Country').selectOption('AT');
  await expect(total(page)).toContainText('$180.00');
  await page.getByLabel('Tax number').fill('ATU1');
  await page.getByLabel('Tax number').press('Tab');
  await expect(page.getByText('This is no tax number of this country.')).toBeVisible();
  await page.getByLabel('Tax number').fill('ATU 123 456 78');
  await page.getByLabel('Tax number').press('Tab');
  await expect(page.getByText('Reverse charge: the buyer owes the tax')).toBeVisible();
  await expect(total(page)).toContainText('$150.00');
  await page.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await page.getByLabel('Email address').fill(EMAIL);
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByLabel('Code from the email')).toBeFocused();
  await page.getByLabel('Code from the email').fill((await mailedCode(server, EMAIL)) ?? '');
  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
  await expect(page.getByText('Tax number of the buyer: ATU12345678')).toBeVisible();
  const heading = await page.getByRole('heading', { name: /^Order E-\d+$/ }).innerText();

  const ines = await signIn('ines', `/team/orders/${heading.slice('Order E-'.length)}`);
  await untilHydrated(ines);
  await ines.getByRole('button', { name: 'Mark tax number as verified' }).click();
  await expect(ines.getByText('The tax number is verified.')).toBeVisible();
  await ines.getByLabel(/reference/i).fill('PP-1');
  await ines.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByRole('link', { name: 'Printable receipt' })).toBeVisible();
  await page.getByRole('link', { name: 'Printable receipt' }).click();
  await expect(page.getByText('Reverse charge: the buyer owes the tax')).toBeVisible();
  await expect(page.getByText('Quay Ltd').first()).toBeVisible();
  await expectAccessible(page, 'main');
});
