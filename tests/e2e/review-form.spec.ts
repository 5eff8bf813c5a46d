import { expect, test } from '../support/e2e.ts';

const BOOKS = '/services/graphics/book-design';

test('reviews come three a page, and the address says which', async ({ visit }) => {
  const page = await visit(BOOKS);
  const list = page.getByRole('region', { name: 'Customer Reviews' });
  const first = await list.locator('bdi').allInnerTexts();
  expect(first).toHaveLength(3);
  const pages = list.getByRole('navigation', { name: 'Review pages' });
  await expect(pages.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  await page.getByLabel('Your review').fill('Half a thought');
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\?page=2/);
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  expect(await list.locator('bdi').allInnerTexts()).not.toEqual(first);
  await expect(page.getByLabel('Your review')).toHaveValue('Half a thought');
});

test('a service with three reviews or fewer has no page buttons', async ({ visit }) => {
  const page = await visit('/services/business/hr-consulting');
  await expect(page.getByText('No reviews yet')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Review pages' })).toHaveCount(0);
});

test('stars are chosen with the keyboard, said in words, and can be taken back', async ({
  visit,
}) => {
  const page = await visit(BOOKS);
  await page.getByRole('radio', { name: '3 stars' }).check();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('4 of 5', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear rating' }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('an error is linked to its field, takes the focus there and goes when it is mended', async ({
  visit,
}) => {
  const page = await visit(BOOKS);
  await page.getByRole('button', { name: 'Submit review' }).click();
  const box = page.getByLabel('I am human');
  await expect(box).toBeFocused();
  await expect(box).toHaveAccessibleDescription('Please complete the CAPTCHA verification');
  await box.check();
  await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Please complete the CAPTCHA verification')).toBeHidden();
  await page.getByLabel('Name', { exact: true }).fill('Jonas Weber');
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  await email.fill('jonas.weber@');
  await page.getByLabel('Your review').focus();
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await email.fill('jonas.weber@example.org');
  await expect(page.getByText('Please enter a valid email address')).toBeHidden();
});

test('a line that is down loses nothing that was typed', async ({ visit }) => {
  const page = await visit('/services/graphics/flyer-design');
  await page.getByLabel('Your review').fill('Typed on a train.');
  await page.getByLabel('Name', { exact: true }).fill('Jonas Weber');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('jonas.weber@example.org');
  await page.getByLabel('I am human').check();
  await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText(/Couldn't send your review/)).toBeVisible();
  await expect(page.getByLabel('Your review')).toHaveValue('Typed on a train.');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText('Thank you. Your review is live.')).toBeVisible();
  await expect(page.getByText('Thank you. Your review is live.')).toBeHidden();
});

test('what somebody writes is text, line breaks and all, and never markup', async ({ visit }) => {
  const page = await visit('/services/graphics/menu-design');
  await page.getByLabel('Your review').fill('One\n<b>two</b>');
  await page.getByLabel('Name', { exact: true }).fill('<i>Mallory</i>');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('mallory@example.org');
  await page.getByLabel('I am human').check();
  await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Submit review' }).click();
  const list = page.getByRole('region', { name: 'Customer Reviews' });
  await expect(list.getByText('<i>Mallory</i>')).toBeVisible();
  expect(await list.getByText('<b>two</b>').innerText()).toBe('One\n<b>two</b>');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'the form comes back with what was typed and the reason',
    { tag: '@journey' },
    async ({ page }) => {
      await page.goto(BOOKS);
      await page.getByRole('radio', { name: '2 stars' }).check();
      await page.getByLabel('Your review').fill('One\nTwo');
      await page.getByLabel('Name', { exact: true }).fill('Ann');
      await page.getByRole('button', { name: 'Submit review' }).click();
      await expect(page.getByText('Please complete the CAPTCHA verification')).toBeVisible();
      await expect(page.locator('noscript p')).toBeVisible();
      await expect(page.getByLabel('Your review')).toHaveValue('One\nTwo');
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ann');
      await expect(page.getByRole('radio', { name: '2 stars' })).toBeChecked();
    },
  );

  test('the pages of reviews are links', async ({ page }) => {
    await page.goto(BOOKS);
    const first = await page.locator('bdi').allInnerTexts();
    await page.getByRole('link', { name: 'Page 2' }).click();
    expect(await page.locator('bdi').allInnerTexts()).not.toEqual(first);
  });
});
