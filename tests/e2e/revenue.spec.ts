import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/axe.ts';
import { CAST } from '../support/cast.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';

// Orders are placed with the code of an email, which takes a while to arrive.
test.slow();

const BUYER = 'revenue.buyer@harbourmail.example';

test(
  'a paid order is in the revenue report of the managers, which works with and without scripts',
  { tag: '@journey' },
  async ({ browser, server, signIn, visit }) => {
    const buyer = await visit('/services/programming/website-maintenance/order');
    await untilHydrated(buyer);
    await buyer.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
    await buyer.getByLabel('Email address').fill(BUYER);
    await buyer.getByLabel('What should it do?').fill('Stay up to date');
    await buyer.getByRole('button', { name: 'Place order' }).click();
    await buyer.getByLabel('Code from the email').fill((await mailedCode(server, BUYER)) ?? '');
    await expect(buyer).toHaveURL(/\/order\/[\w-]{43}$/);
    const heading = await buyer.getByRole('heading', { name: /^Order E-\d+$/ }).innerText();

    const ines = await signIn('ines', '/team/reports');
    await ines.getByRole('link', { name: 'Revenue' }).click();
    await expect(ines.getByText('There was no revenue in this period.')).toBeVisible();
    await expect(
      ines.getByText(/^One payment of \$\d+\.\d\d is outstanding, none of them overdue\.$/),
    ).toBeVisible();

    await ines.goto(`/team/orders/${heading.slice('Order '.length)}`);
    await ines.getByLabel('Payment reference').fill('PP-1');
    await ines.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(ines.getByText('The order is paid.')).toBeVisible();

    await ines.goto('/team/reports/revenue?period=month');
    await expect(
      ines.getByText(/^Revenue was \$\d+\.\d\d\. There is nothing to compare it with yet\.$/),
    ).toBeVisible();
    await expect(ines.getByRole('img', { name: /^Revenue over time/ })).toBeVisible();
    const services = ines.getByRole('region', { name: 'Revenue by service' });
    await expect(services.getByRole('row', { name: /^Website Maintenance/ })).toContainText('100%');
    await expectAccessible(ines);
    await ines.getByRole('link', { name: 'The year before' }).click();
    await expect(ines).toHaveURL(/period=month&compare=year$/);
    await ines.setViewportSize({ width: 320, height: 800 });
    const width = await ines.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);

    const download = ines.waitForEvent('download');
    await ines.getByRole('button', { name: 'Download “Revenue by client” as CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv.startsWith('\uFEFFClient,Revenue,Orders,Share,Before,Change,Currency')).toBe(true);
    expect(csv).toMatch(new RegExp(`\r\n${BUYER},\\d+\\.\\d\\d,1,1\\.0000,0\\.00,,USD\r\n`));

    // The name of a service leads to its orders.
    await services.getByRole('link', { name: 'Website Maintenance' }).click();
    await expect(ines).toHaveURL(/\/team\/orders\?show=all&service=/);
    await expect(ines.getByText(heading.slice('Order '.length)).first()).toBeVisible();

    const maya = await signIn('maya', '/agentchat');
    const refused = await maya.request.get('/team/reports/revenue', { maxRedirects: 0 });
    expect(refused.status()).not.toBe(200);

    const plain = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
    const page = await plain.newPage();
    await page.goto('/login');
    await page.getByLabel('Email').fill(CAST.henrik.email);
    await page.getByLabel('Password', { exact: true }).fill(CAST.henrik.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.goto('/team/reports/revenue?compare=year');
    await page.getByLabel('From', { exact: true }).fill('2026-01-01');
    await page.getByLabel('To', { exact: true }).fill('2026-01-31');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/compare=year&from=2026-01-01&to=2026-01-31$/);
    await page.getByText('Table of these figures').click();
    await expect(page.getByRole('row', { name: /^Jan 1, 2026/ })).toContainText('Jan 1, 2025');
    await plain.close();
  },
);
