import type { Page } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { isLong } from '../support/long-form.ts';

test.use({ changesNothing: true, contextOptions: { reducedMotion: 'no-preference' } });

const BOOKS = '/services/graphics/book-design';

const openViewer = (page: Page) =>
  page.getByRole('button', { name: 'View larger', exact: true }).click();

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Picture viewer' });

const shown = (page: Page) => viewer(page).getByRole('img');

async function drag(page: Page, distance: number): Promise<void> {
  await page.mouse.move(700, 400);
  await page.mouse.down();
  await page.mouse.move(700 + distance, 400, { steps: 4 });
  await page.mouse.up();
}

test(
  'the page says what the service is, costs and belongs to',
  { tag: '@journey' },
  async ({ visit }) => {
    const page = await visit(BOOKS);
    await expect(page).toHaveTitle(/^Book Design/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book Design');
    await expect(page.locator('.purchase-panel')).toContainText('$1,750 | per book');
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect(crumbs.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    await expect(crumbs.getByRole('link', { name: 'All Services' })).toHaveAttribute(
      'href',
      '/services#packaging-covers',
    );
    await expect(page.getByRole('heading', { name: 'Related services' })).toBeVisible();
    for (const brand of ['Visa', 'MasterCard', 'American Express', 'Apple Pay']) {
      await expect(page.getByRole('main').getByRole('img', { name: brand })).toBeVisible();
    }
  },
);

test('structured data says the price, the rating and the way here', async ({ visit }) => {
  const page = await visit(BOOKS);
  const entries = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [product, breadcrumb] = entries.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(product).toMatchObject({
    '@type': 'Product',
    offers: { price: '1750.00', priceCurrency: 'USD' },
    aggregateRating: { '@type': 'AggregateRating' },
  });
  expect(breadcrumb).toMatchObject({ '@type': 'BreadcrumbList' });
});

test('the viewer goes round with the arrow keys, and the focus comes back', async ({ visit }) => {
  const page = await visit(BOOKS);
  await openViewer(page);
  await expect(shown(page)).toHaveAttribute('src', /scene/);
  await page.keyboard.press('ArrowLeft');
  await expect(shown(page)).toHaveAttribute('src', /plan/);
  await page.keyboard.press('ArrowRight');
  await expect(shown(page)).toHaveAttribute('src', /scene/);
  for (let stop = 0; stop < 6; stop += 1) {
    await page.keyboard.press('Tab');
    await expect(viewer(page).locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'View larger', exact: true })).toBeFocused();
});

test('a swipe turns the picture from 50 px on and does not close the viewer', async ({ visit }) => {
  const page = await visit(BOOKS);
  await openViewer(page);
  await expect(shown(page)).toHaveAttribute('src', /scene/);
  await drag(page, -49);
  await expect(shown(page)).toHaveAttribute('src', /scene/);
  await drag(page, -50);
  await expect(shown(page)).toHaveAttribute('src', /close-up/);
  await drag(page, 120);
  await expect(shown(page)).toHaveAttribute('src', /scene/);
  await page.mouse.click(160, 200);
  await expect(viewer(page)).toBeHidden();
});

for (const [width, arrows, dots] of [
  [399, false, true],
  [400, true, true],
  [768, true, true],
  [769, true, false],
] as const) {
  test(`at ${width} px the viewer has ${arrows ? '' : 'no '}arrows and ${dots ? '' : 'no '}dots`, async ({
    visit,
  }) => {
    const page = await visit(BOOKS);
    await page.setViewportSize({ width, height: 800 });
    await openViewer(page);
    await expect(shown(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next picture' })).toBeVisible({
      visible: arrows,
    });
    await expect(page.getByRole('button', { name: 'Picture 1' })).toBeVisible({ visible: dots });
  });
}

test('View More Photos opens the grid, and a picture of it the viewer above', async ({ visit }) => {
  const page = await visit(BOOKS);
  await page.getByRole('button', { name: 'View More Photos (3)' }).click();
  const grid = page.getByRole('dialog', { name: 'Book Design' });
  await grid.getByRole('button', { name: /series/ }).click();
  await expect(shown(page)).toHaveAttribute('src', /series/);
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(grid).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid).toBeHidden();
});

test('a video service shows three samples and no photos', async ({ visit }) => {
  const page = await visit('/services/video/video-editing');
  for (const number of [1, 2, 3]) {
    await expect(page.getByText(`Sample ${number}: `)).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /View larger|View More Photos/ })).toHaveCount(0);
});

test('a sample whose files are missing shows the picture in its place', async ({ visit }) => {
  const page = await visit();
  await page.route('**/clips/**', (route) => route.abort());
  await page.goto('/services/video/video-editing');
  await expect(page.getByText("Couldn't load the video").first()).toBeVisible();
  await expect(page.getByRole('img', { name: /^Sample 1: .*, a still picture$/ })).toBeVisible();
});

test('no sample starts by itself where less motion is asked for', async ({ visit }) => {
  const page = await visit();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/services/video/video-editing');
  await expect(page.getByRole('button', { name: 'Play Sample 1' })).toBeVisible();
  const paused = await page
    .locator('video')
    .evaluateAll((videos: HTMLVideoElement[]) => videos.map((video) => video.paused));
  expect(paused).toEqual([true, true, true]);
});

test('on a phone the price and the way to an agent stay at the foot of the page', async ({
  visit,
}) => {
  const page = await visit(BOOKS);
  await page.setViewportSize({ width: 390, height: 800 });
  const bar = page.getByRole('group', { name: 'Order Book Design' });
  await expect(bar).toBeInViewport();
  await expect(bar).toContainText('$1,750');
  await bar.getByRole('button', { name: 'CONTACT AGENT' }).click();
  await expect(page.getByText('Product/Service Support')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  const usual = colorScheme === 'light' ? [1440] : [390];
  for (const width of isLong ? [1440, 390] : usual) {
    test(`axe finds nothing on a service page, ${colorScheme}, ${width} px`, async ({ visit }) => {
      const page = await visit();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(BOOKS);
      await page.getByRole('button', { name: 'Submit review' }).click();
      await expect(page.getByText('Please complete the CAPTCHA verification')).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      await openViewer(page);
      await expect(shown(page)).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
    });
  }
}
