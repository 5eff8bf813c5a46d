import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';

test('a manager filters, sorts, saves a view, chooses columns, exports and ends coupons together', async ({
  signIn,
}) => {
  const ines = await signIn('ines', '/team/coupons');
  await expect(ines.getByText('No coupons yet')).toBeVisible();
  for (const [code, percentage] of [
    ['LIST-A', '10'],
    ['LIST-B', '20'],
    ['OTHER-C', '30'],
  ] as const) {
    await ines.goto('/team/coupons/new');
    await untilHydrated(ines);
    await ines.getByLabel('Code', { exact: true }).fill(code);
    await ines.getByLabel('Percent', { exact: true }).fill(percentage);
    await ines.getByRole('button', { name: 'Save coupon' }).click();
    await expect(ines.getByText(`${code} is saved.`)).toBeVisible();
  }
  await ines.goto('/team/coupons');
  await untilHydrated(ines);
  const codes = () => ines.locator('tbody th').getByRole('link').allInnerTexts();
  await expect.poll(codes).toEqual(['OTHER-C', 'LIST-B', 'LIST-A']);

  // The list follows the typing, and the field keeps the focus.
  const search = ines.getByLabel('Search', { exact: true });
  await search.pressSequentially('list');
  await expect(ines.getByText('2 results')).toBeVisible();
  await expect(search).toBeFocused();
  await expect(ines).toHaveURL('/team/coupons?q=list');
  await ines.getByRole('columnheader', { name: 'Code' }).getByRole('link').click();
  await expect.poll(codes).toEqual(['LIST-A', 'LIST-B']);
  await expect(ines.getByRole('columnheader', { name: 'Code' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expectAccessible(ines, 'main');

  await ines.getByText('Columns', { exact: true }).click();
  await ines.getByRole('checkbox', { name: 'Limit' }).uncheck();
  await ines.getByRole('checkbox', { name: 'Reserved' }).uncheck();
  await ines.getByRole('button', { name: 'Show columns' }).click();
  await expect(ines.getByRole('columnheader', { name: 'Limit' })).toHaveCount(0);
  await expect(ines).toHaveURL(/columns=code\.discount\.until\.used\.created/);

  await ines.getByText('Views', { exact: true }).click();
  await ines.getByRole('button', { name: 'Save view' }).click();
  await expect(ines.getByText('Enter a name for the view.')).toBeVisible();
  await ines.getByLabel('Save these filters as a view').fill('List codes');
  await ines.getByRole('checkbox', { name: 'Open the page with this view' }).check();
  await ines.getByRole('button', { name: 'Save view' }).click();
  await expect(ines.getByText('The view is saved.')).toBeVisible();
  await expectAccessible(ines, 'main');
  await ines.goto('/team/coupons');
  await expect(ines).toHaveURL(/q=list&sort=code/);
  await expect(ines.getByRole('link', { name: 'List codes' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await untilHydrated(ines);

  const [file] = await Promise.all([
    ines.waitForEvent('download'),
    ines.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).not.toContain('Total limit');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['LIST-A', 'LIST-B']);

  // With the keyboard only.
  await ines.getByRole('checkbox', { name: 'Select LIST-A' }).focus();
  await ines.keyboard.press('Space');
  await expect(ines.getByText('1 row selected')).toBeVisible();
  const all = ines.getByRole('checkbox', { name: 'Select all rows of this page' });
  await expect(all).toHaveJSProperty('indeterminate', true);
  // The bar stays in sight while the list is scrolled.
  await expect(ines.getByRole('form', { name: 'Selected rows' })).toHaveCSS('position', 'sticky');
  await ines.getByRole('checkbox', { name: 'Select LIST-B' }).click({ modifiers: ['Shift'] });
  await expect(ines.getByText('2 rows selected')).toBeVisible();
  await expect(all).toHaveJSProperty('indeterminate', false);
  await ines
    .getByRole('form', { name: 'Selected rows' })
    .getByRole('button', { name: 'End' })
    .click();
  await expect(ines.getByText('2 rows done.')).toBeVisible();
  await expect(ines.getByText('Select rows to change them together.')).toBeVisible();

  await ines
    .getByRole('navigation', { name: 'Saved views' })
    .getByRole('link', { name: 'All' })
    .click();
  await expect.poll(codes).toEqual(['OTHER-C', 'LIST-B', 'LIST-A']);
  await expect(search).toHaveValue('');
  await search.fill('nothing');
  await expect(ines.getByText('Nothing matches these filters.')).toBeVisible();
  await ines.getByRole('link', { name: 'Clear the filters' }).click();
  await expect.poll(codes).toHaveLength(3);

  // A colleague has no views, and without JavaScript a button applies the filters.
  const henrik = await signIn('henrik', '/team/coupons');
  await expect(henrik.getByRole('link', { name: 'List codes' })).toHaveCount(0);
});

test('without JavaScript, a button applies the filters and forms change the rows', async ({
  signIn,
  browser,
}) => {
  const ines = await signIn('ines', '/team/audit');
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await ines.context().storageState(),
    baseURL: new URL(ines.url()).origin,
  });
  const page = await context.newPage();
  await page.goto('/team/coupons?q=list&show=ended');
  await page.getByLabel('Search', { exact: true }).fill('list-b');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select LIST-B' }).check();
  await page
    .getByRole('form', { name: 'Selected rows' })
    .getByRole('button', { name: 'Use again' })
    .click();
  await expect(page.getByText('1 row done.')).toBeVisible();
  await page.getByText('Views', { exact: true }).click();
  await page.getByLabel('Save these filters as a view').fill('Plain');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('link', { name: 'Plain' })).toBeVisible();
  await context.close();
});
