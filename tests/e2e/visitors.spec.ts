import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';

const { elena, priya, noor, kofi, walter, mateo } = VISITORS;

const shown = (page: Page) => page.locator('tbody th').getByRole('link').allInnerTexts();
const searchIn = (page: Page) => page.getByLabel('Search', { exact: true });

test(
  'a manager filters, sorts, labels and blocks visitors, saves a view, and an admin exports',
  { tag: '@journey' },
  async ({ signIn, visit }) => {
    const ines = await signIn('ines', '/team/visitors');
    await expect(ines.getByText('No visitors yet')).toBeVisible();
    await signIn('maya');
    for (const email of [elena, priya, noor]) {
      const visitor = await visit();
      await startChat(visitor, email);
      await sendText(visitor, 'Hello');
    }
    await ines.goto('/team/labels');
    await untilHydrated(ines);
    await ines.getByLabel('Name').first().fill('Press');
    await ines.getByRole('button', { name: 'Add label' }).click();
    await expect(ines.getByText('Press', { exact: true }).first()).toBeVisible();

    await ines.goto('/team/visitors');
    await untilHydrated(ines);
    await expect.poll(() => shown(ines)).toEqual([noor, priya, elena]);
    await expectAccessible(ines, 'main');

    // The list follows the typing, and the field keeps the focus.
    await searchIn(ines).pressSequentially('north');
    await expect(ines.getByText('1 result', { exact: true })).toBeVisible();
    await expect(searchIn(ines)).toBeFocused();
    await expect(ines).toHaveURL('/team/visitors?q=north');
    await searchIn(ines).fill('');
    await expect.poll(() => shown(ines)).toHaveLength(3);
    await ines.getByRole('columnheader', { name: 'Last activity' }).getByRole('link').click();
    await expect.poll(() => shown(ines)).toEqual([elena, priya, noor]);
    await ines.getByLabel('Show', { exact: true }).selectOption('With orders');
    await expect(ines.getByText('Nothing matches these filters.')).toBeVisible();
    await ines.getByLabel('Show', { exact: true }).selectOption('With an open chat');
    await expect.poll(() => shown(ines)).toHaveLength(3);

    await ines.getByText('Columns', { exact: true }).click();
    await ines.getByRole('checkbox', { name: 'First seen' }).check();
    await ines.getByRole('checkbox', { name: 'Company' }).uncheck();
    await ines.getByRole('button', { name: 'Show columns' }).click();
    await expect(ines.getByRole('columnheader', { name: 'First seen' })).toBeVisible();
    await expect(ines.getByRole('columnheader', { name: 'Company' })).toHaveCount(0);

    // With the keyboard only.
    await ines.getByRole('checkbox', { name: `Select ${elena}` }).focus();
    await ines.keyboard.press('Space');
    await ines.getByRole('checkbox', { name: `Select ${priya}` }).focus();
    await ines.keyboard.press('Space');
    const bar = ines.getByRole('form', { name: 'Selected rows' });
    await bar.getByRole('button', { name: 'Add label' }).click();
    await expect(ines.getByText('2 rows done.')).toBeVisible();
    await expect(ines.locator('tbody').getByTitle('Press')).toHaveCount(2);
    await ines.getByLabel('Label', { exact: true }).first().selectOption('Press');
    await expect.poll(() => shown(ines)).toEqual([elena, priya]);

    await ines.getByRole('checkbox', { name: `Select ${elena}` }).check();
    await bar.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(ines.getByText(`${elena}: Enter a reason for your colleagues.`)).toBeVisible();
    await bar.getByLabel('Reason').fill('Spam.');
    await ines.getByRole('checkbox', { name: `Select ${elena}` }).check();
    await bar.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(ines.getByText('1 row done.')).toBeVisible();

    await ines.getByLabel('Show', { exact: true }).selectOption('Blocked');
    await expect(ines.getByTestId('block')).toContainText('Spam.');
    await expectAccessible(ines, 'main');
    await ines.getByText('Views', { exact: true }).click();
    await ines.getByLabel('Save these filters as a view').fill('Blocked press');
    await ines.getByRole('checkbox', { name: 'Open the page with this view' }).check();
    await ines.getByRole('button', { name: 'Save view' }).click();
    await expect(ines.getByText('The view is saved.')).toBeVisible();

    await ines.goto('/team/visitors');
    await expect(ines).toHaveURL(/show=blocked/);
    await expect.poll(() => shown(ines)).toEqual([elena]);
    // Managers do not export.
    await expect(ines.getByRole('button', { name: 'Export as CSV' })).toHaveCount(0);

    const henrik = await signIn('henrik', '/team/visitors?q=.example&columns=visitor.labels');
    await untilHydrated(henrik);
    const [file] = await Promise.all([
      henrik.waitForEvent('download'),
      henrik.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toMatch(/Name,Email,Blocked,Labels$/);
    expect(lines.slice(1)).toEqual([`,${noor},no,`, `,${priya},no,Press`, `,${elena},yes,Press`]);
  },
);

test('an address is searched without appearing in a URL, and Back keeps the list', async ({
  signIn,
  visit,
}) => {
  await startChat(await visit(), kofi);
  const ines = await signIn('ines', '/team/visitors?show=open');
  await untilHydrated(ines);
  const urls: string[] = [];
  ines.on('request', (request) => urls.push(request.url()));
  await searchIn(ines).pressSequentially('kofi.mensah@');
  await searchIn(ines).press('Enter');
  await expect(ines.getByText(/^Type the whole address/)).toBeVisible();
  await expect(searchIn(ines)).toHaveValue('kofi.mensah@');
  await searchIn(ines).fill(kofi);
  await ines.getByRole('button', { name: 'Find' }).click();
  await expect(ines.getByRole('heading', { name: kofi })).toBeVisible();
  await expect(ines).toHaveURL(/show=open&visitor=[\w-]{36}$/);
  await ines.getByRole('link', { name: 'All visitors' }).click();
  await expect(ines).toHaveURL('/team/visitors?show=open');
  await ines.getByRole('link', { name: kofi }).click();
  await expect(ines.getByRole('heading', { name: kofi })).toBeVisible();
  await ines.goBack();
  await expect(ines).toHaveURL('/team/visitors?show=open');

  // An address that never wrote has a page, too, on which it can be blocked.
  await untilHydrated(ines);
  await searchIn(ines).fill('spam@nowhere.example');
  await searchIn(ines).press('Enter');
  await expect(ines.getByRole('heading', { name: 'spam@nowhere.example' })).toBeVisible();
  await expect(ines.getByText('No data stored about this address')).toBeVisible();
  expect(urls.filter((url) => /%40|@/.test(new URL(url).search))).toEqual([]);
});

test('without JavaScript and on a phone, the list filters, finds an address and changes rows', async ({
  signIn,
  visit,
  browser,
}) => {
  await startChat(await visit(), walter);
  await startChat(await visit(), mateo);
  const ines = await signIn('ines', '/team/labels');
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await ines.context().storageState(),
    baseURL: new URL(ines.url()).origin,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto('/team/visitors?sort=created');
  await searchIn(page).fill('porto');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL('/team/visitors?q=porto&sort=created');
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: `Select ${mateo}` }).check();
  await page.getByRole('form', { name: 'Selected rows' }).getByLabel('Reason').fill('Spam.');
  await page
    .getByRole('form', { name: 'Selected rows' })
    .getByRole('button', { name: 'Block', exact: true })
    .click();
  await expect(page.getByText('1 row done.')).toBeVisible();
  await page.goto('/team/visitors?show=blocked');
  await page.getByRole('button', { name: `Unblock ${mateo}` }).click();
  await expect(page.getByText('This visitor can chat again.')).toBeVisible();

  await page.goto('/team/visitors?sort=created');
  await searchIn(page).fill(walter);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('heading', { name: walter })).toBeVisible();
  expect(page.url()).not.toContain('walter');
  await page.getByRole('link', { name: 'All visitors' }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});
