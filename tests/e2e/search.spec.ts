import { findViolations } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';

test.use({ changesNothing: true });

test(
  'a service is found from the header with the keyboard alone',
  { tag: '@journey' },
  async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('/');
    const box = page.getByRole('combobox', { name: 'Search all services' });
    await expect(box).toBeFocused();
    await page.keyboard.type('book');
    await expect(page.getByRole('option')).toHaveCount(10);
    await expect(page.getByRole('status').filter({ hasText: '10 services found' })).toBeAttached();
    await expect(page.getByRole('option').first().locator('mark')).toHaveText('Book');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = page.getByRole('option').nth(1);
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await expect(box).toHaveAttribute(
      'aria-activedescendant',
      (await second.getAttribute('id')) ?? '',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/services\/\w+\/book-/);
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(box).toHaveValue('');
  },
);

test('Enter goes to the first result without waiting for the list', async ({ page }) => {
  await page.goto('/services');
  const box = page.getByRole('main').getByRole('combobox');
  await box.fill('voice over');
  await box.press('Enter');
  await expect(page).toHaveURL('/services/music/voice-over');
});

test('each place says in its own words that nothing was found', async ({ page }) => {
  await page.goto('/services');
  await page.getByRole('banner').getByRole('combobox').fill('zeppelin');
  await expect(page.getByText('No services found for "zeppelin"')).toBeVisible();
  await page.getByRole('main').getByRole('combobox').fill('zeppelin');
  await expect(page.getByText('No services found matching "zeppelin"')).toBeVisible();
  await expect(page.getByText('No services found for "zeppelin"')).toBeHidden();
});

test('everyday words lead to services, and to the page that answers them', async ({ page }) => {
  await page.goto('/services');
  const box = page.getByRole('main').getByRole('combobox');
  await box.fill('website for my restaurant');
  await expect(page.getByRole('option', { name: 'Menu Design' })).toBeVisible();
  await box.fill('refund');
  await expect(page.getByText('No services found matching "refund"')).toBeVisible();
  await expect(page.getByRole('option')).toHaveText(['Refund policy']);
  expect(await findViolations(page)).toEqual([]);
  await box.press('Enter');
  await expect(page).toHaveURL('/refunds');
  // The same without scripts, or by a link.
  await page.goto('/services?q=invoice');
  const results = page.getByRole('region', { name: 'Search results' });
  await results.getByRole('link', { name: 'Payment' }).click();
  await expect(page).toHaveURL('/payment');
});

test('a typing mistake is met with what may have been meant', async ({ page }) => {
  await page.goto('/services');
  const box = page.getByRole('main').getByRole('combobox');
  await box.fill('vidoe editting');
  await expect(page.getByText('Did you mean')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('option', { name: 'Video Editing' }).click();
  await expect(page).toHaveURL('/services/video/video-editing');
});

test('the list goes on Escape, on a click outside and when the box is emptied', async ({
  page,
}) => {
  await page.goto('/');
  const box = page.getByRole('combobox');
  const list = page.getByRole('listbox');
  await box.fill('logo');
  await expect(list).toBeVisible();
  await box.press('Escape');
  await expect(list).toBeHidden();
  await expect(box).toHaveValue('logo');
  await box.press('Escape');
  await expect(box).toHaveValue('');

  await box.fill('logo');
  await expect(list).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(list).toBeHidden();

  await box.fill('design');
  await expect(list).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(list).toBeHidden();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');
});

test('blank text searches for nothing', async ({ page }) => {
  await page.goto('/');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByRole('combobox').fill('   ');
  await page.getByRole('combobox').press('Enter');
  await expect(page).toHaveURL('/');
  expect(requests.filter((url) => url.includes('search-index'))).toEqual([]);
});

test('where nothing matches, whom to ask is one step away', async ({ visit }) => {
  const page = await visit();
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search all services' });
  await box.fill('zeppelin');
  await expect(page.getByText('No services found for "zeppelin"')).toBeVisible();
  await page.getByRole('button', { name: 'Ask an agent' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(box).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Ask an agent' })).toHaveCount(0);
});

test('on a phone the overview’s list lies above the bar of sections', async ({ visit }) => {
  const page = await visit('/services');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('main').getByRole('combobox').fill('book');
  const first = page.getByRole('option').first();
  // The very first one, which the bar once covered.
  await first.click({ position: { x: 20, y: 20 } });
  await expect(page).toHaveURL(/\/services\/[a-z]+\/.*book/);
});
