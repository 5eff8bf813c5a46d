import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';

test.use({ changesNothing: true });

const PHONE = { width: 390, height: 844 };

test('the menu of small screens opens, is walked and closes by keyboard', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/contact');
  const opener = page.getByRole('button', { name: 'Menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const home = page.locator('[popover]').getByRole('link', { name: 'Home', exact: true });
  await expect(home).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(home).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  for (let stop = 0; stop < 6; stop += 1) {
    await page.keyboard.press('Tab');
    if (await home.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(home).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('the carousel scrolls by its arrows and by the arrow keys', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const rail = page.getByRole('group', { name: 'Popular Services' });
  const scrolled = () => rail.evaluate((element) => element.scrollLeft);
  const next = page.getByRole('button', { name: 'Next' });
  await expect(next).toBeVisible();
  await next.focus();
  await page.keyboard.press('Enter');
  await expect.poll(scrolled).toBe(300);
  await page.keyboard.press('Tab');
  await expect(rail).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect.poll(scrolled).toBeGreaterThan(300);
  await page.keyboard.press('Tab');
  await expect(rail.getByRole('link').first()).toBeFocused();
});

test('the viewer keeps the focus while it is open and gives it back', async ({ page }) => {
  await page.goto('/services/graphics/book-design');
  const opener = page.getByRole('button', { name: 'View larger', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer).toBeVisible();
  // Once round: nothing behind the viewer is reached, the browser's own bar aside.
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab');
    const isBehind = await page.evaluate(
      () =>
        document.activeElement !== document.body &&
        document.activeElement?.closest('dialog') === null,
    );
    expect(isBehind).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the list of the search and the grid of pictures are accessible when open', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('combobox').fill('book');
  await expect(page.getByRole('option')).toHaveCount(10);
  await page.keyboard.press('ArrowDown');
  await expectAccessible(page);

  await page.goto('/services/graphics/book-design');
  await page.getByRole('button', { name: 'View More Photos (3)' }).click();
  await expect(page.getByRole('dialog', { name: 'Book Design' })).toBeVisible();
  await expectAccessible(page);
});

test('where colours are forced, what is one thing keeps an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const hasEdge = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopWidth, borderTopStyle, outlineStyle } = getComputedStyle(element);
        return (borderTopStyle !== 'none' && borderTopWidth !== '0px') || outlineStyle !== 'none';
      });
  await page.goto('/');
  for (const selector of ['.category-card', '.button-primary', '.search-field']) {
    expect(await hasEdge(selector), selector).toBe(true);
  }
  await page.goto('/services/graphics/book-design');
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  for (const selector of ['section:has(> h2 + form)', '[role="dialog"], dialog[open]']) {
    expect(await hasEdge(selector), selector).toBe(true);
  }
});

test('where colours are forced the mark has its hull everywhere, and what is current alone a line', async ({
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await page.goto('/services/graphics/book-design');
    const hulls = await page
      .locator('svg path:last-of-type[class="mark-hull"]')
      .evaluateAll((all) => all.map((hull) => getComputedStyle(hull).fill));
    const ink = await page.locator('h1').evaluate((title) => getComputedStyle(title).color);
    expect(hulls.length).toBeGreaterThan(1);
    expect(new Set(hulls)).toEqual(new Set([ink]));
  }
  const orders = page.getByRole('navigation', { name: 'Sort reviews' }).getByRole('link');
  const underlined = await orders.evaluateAll((all) =>
    all
      .filter((link) => getComputedStyle(link).textDecorationLine === 'underline')
      .map((link) => link.textContent),
  );
  expect(underlined).toEqual(['Newest']);
});
