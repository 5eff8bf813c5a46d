import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';
import { plain, readMails } from '../support/mails.ts';

// One browser places its orders after the code of an email, which takes a while to arrive.
test.slow();

const ORDER_FORM = '/services/writing/translation/order';
const EMAIL = 'invoice.buyer@harbourmail.example';

const rate = (page: Page, number: number) =>
  page.getByRole('group', { name: `Rate ${number}`, exact: true });

test(
  'a buyer gets an invoice for a payment, and a manager voids it and issues another one',
  { tag: '@journey' },
  async ({ server, signIn, visit }) => {
    const henrik = await signIn('henrik', '/team/settings');
    await untilHydrated(henrik);
    await henrik.getByRole('combobox', { name: 'Tax', exact: true }).selectOption('on');
    await rate(henrik, 1).getByLabel('Country').selectOption('DE');
    await rate(henrik, 1).getByLabel('Percentage').fill('19');
    await rate(henrik, 1).getByLabel('Rate name').fill('VAT');
    await henrik.getByLabel("Seller's name").fill('Quay Ltd');
    await henrik.getByLabel("Seller's country").selectOption('DE');
    await henrik.getByLabel('Payment reminders').fill('20, 3');
    await henrik.getByRole('button', { name: 'Save changes' }).click();
    await expect(henrik.getByText(/growing numbers of days/).first()).toBeVisible();
    await henrik.getByLabel('Payment reminders').fill('3, 20');
    await henrik.getByRole('button', { name: 'Save changes' }).click();
    await expect(henrik.getByRole('status').getByText(/^Saved: Tax, Tax rates/)).toBeVisible();

    const ines = await signIn('ines', '/team/invoices');
    await untilHydrated(ines);
    await ines.getByText('Continue the numbers of another program').click();
    await ines.getByLabel('Next invoice number').fill('118');
    await ines.getByRole('button', { name: 'Save number' }).first().click();
    await expect(ines.getByText('The next number is INV-2026-0118.')).toBeVisible();

    const page = await visit(ORDER_FORM);
    await untilHydrated(page);
    await page.getByLabel('Words').fill('1000');
    await page.getByLabel('Country').selectOption('DE');
    await page.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
    await page.getByLabel('Email address').fill(EMAIL);
    await page.getByText('Billing details for the invoice').click();
    await page.getByLabel('Name or company').fill('Northfold Ltd');
    await page.getByLabel('Billing address').fill('Quay 4\n1100-148 Lisbon');
    await expect(page.getByText('plus VAT 19%')).toBeVisible();
    await expectAccessible(page, 'main');
    await page.getByRole('button', { name: 'Place order' }).click();
    await page.getByLabel('Code from the email').fill((await mailedCode(server, EMAIL)) ?? '');
    await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
    const heading = await page.getByRole('heading', { name: /^Order E-\d+$/ }).innerText();
    const number = heading.slice('Order '.length);

    // The team issues the invoice before the payment, and the buyer can no longer change the details.
    await page.getByText('Billing details', { exact: true }).click();
    await expect(page.getByLabel('Name or company')).toHaveValue('Northfold Ltd');
    await ines.goto(`/team/orders/${number}`);
    await untilHydrated(ines);
    await ines.getByLabel('Days until it is due').fill('91');
    await ines.getByRole('button', { name: 'Issue invoice' }).click();
    await expect(ines.getByText('Enter a term from 0 to 90 days.')).toBeVisible();
    await ines.getByLabel('Days until it is due').fill('14');
    await ines.getByRole('button', { name: 'Issue invoice' }).click();
    await expect(ines.getByText('The invoice is issued.')).toBeVisible();
    await page.getByLabel('Name or company').fill('Other Ltd');
    await page.getByRole('button', { name: 'Save billing details' }).click();
    await expect(page.getByText(/INV-2026-0118 was issued/)).toBeVisible();
    await expect
      .poll(async () => (await readMails(server)).map(plain).join('\n'))
      .toContain('Invoice INV-2026-0118');

    // The list marks it as paid.
    await ines.goto('/team/invoices?show=open');
    await untilHydrated(ines);
    const open = ines.locator('tbody');
    await open.getByRole('button', { name: 'Mark as paid: INV-2026-0118' }).click();
    await open.getByLabel('Reference of the payment').fill('PP-1');
    await ines.getByRole('button', { name: 'Save payment' }).click();
    await expect(ines.getByText('The order is paid.')).toBeVisible();
    await ines.goto('/team/invoices');
    await untilHydrated(ines);
    await expect(ines.getByText(/^Paid on .+: \$178\.50$/)).toBeVisible();
    await ines.getByRole('button', { name: 'Send again: INV-2026-0118' }).click();
    await expect(ines.getByText('The document is sent to the buyer again.')).toBeVisible();
    await expectAccessible(ines, 'main');

    await page.reload();
    await expect(page.getByText(/^Paid on .+: \$178\.50$/)).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /INV-2026-0118/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('INV-2026-0118.pdf');
    const pdf = await readFile(await download.path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

    await ines.goto(`/team/orders/${number}`);
    await untilHydrated(ines);
    await ines.getByText('Issue credit note').first().click();
    await ines.getByLabel('Amount including tax (USD)').fill('1000');
    await ines.getByLabel('Reason for the credit note').fill('Wrong number of words');
    await ines.getByRole('button', { name: 'Issue credit note' }).click();
    await expect(ines.getByText('Enter an amount up to $178.50.')).toBeVisible();
    await expect(ines.getByLabel('Reason for the credit note')).toHaveValue(
      'Wrong number of words',
    );
    await ines.getByLabel('Amount including tax (USD)').fill('11.90');
    await ines.getByRole('button', { name: 'Issue credit note' }).click();
    await expect(ines.getByText('The credit note is issued.')).toBeVisible();
    await ines.getByRole('button', { name: 'Void', exact: true }).first().click();
    await ines.getByRole('dialog').getByRole('button', { name: 'Void', exact: true }).click();
    await expect(ines.getByText('The invoice is void')).toBeVisible();
    await ines.getByRole('button', { name: 'Issue invoice' }).click();
    await expect(ines.getByText('The invoice is issued.')).toBeVisible();
    await expectAccessible(ines, 'main');

    await ines.goto('/team/invoices');
    await untilHydrated(ines);
    const [csv] = await Promise.all([
      ines.waitForEvent('download'),
      ines.getByRole('button', { name: 'Export taxes as CSV' }).click(),
    ]);
    const [, ...rows] = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n');
    expect(rows.map((row) => row.split(',')[0])).toEqual([
      'INV-2026-0118',
      'CN-2026-0001',
      'CN-2026-0002',
      'INV-2026-0119',
    ]);
  },
);
