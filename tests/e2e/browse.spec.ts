import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';

test.use({ changesNothing: true });

const PHONE = { width: 390, height: 844 };

const topOf = (page: Page, id: string) =>
  page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top, id);

/** Scrolled to: below the header and in the upper part of the screen. */
async function expectAtTop(page: Page, id: string): Promise<void> {
  await expect.poll(() => topOf(page, id)).toBeGreaterThanOrEqual(0);
  await expect.poll(() => topOf(page, id)).toBeLessThanOrEqual(100);
}

test.describe('the header', () => {
  test('scrolls to the sections of the home page', async ({ page }) => {
    await page.goto('/');
    const tabs = page.getByRole('navigation', { name: 'Main' });
    for (const [name, id] of [
      ['About Us', 'about-us-section'],
      ['Our Services', 'services-section'],
    ] as const) {
      await tabs.getByRole('link', { name }).click();
      await expect(page).toHaveURL(`/#${id}`);
      await expectAtTop(page, id);
    }
    await tabs.getByRole('link', { name: 'Contact Us' }).click();
    await expect(page.getByRole('link', { name: 'Contact Us Now !' })).toBeInViewport();
  });

  test('goes home first from a page without the section', async ({ page }) => {
    await page.goto('/services/music');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'About Us' })
      .click();
    await expect(page).toHaveURL('/#about-us-section');
    await expectAtTop(page, 'about-us-section');
  });

  test('marks the tab of the page', async ({ page }) => {
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
    await page.goto('/');
    await expect(current).toHaveText(['Home']);
    await page.goto('/services/video/video-editing');
    await expect(current).toHaveText(['Our Services']);
  });

  test('gets a ground of its own after 24 pixels over sky', async ({ page }) => {
    await page.goto('/');
    const bar = page.locator('.site-header-bar');
    await expect(bar).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await page.mouse.wheel(0, 60);
    await expect(bar).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });

  test('remembers the theme and shows the right sign for it', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(12, 16, 32)');
  });

  test('opens its menu on small screens with an empty search, and Escape closes it', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/services');
    const button = page.getByRole('button', { name: 'Menu' });
    const menu = page.locator('#site-menu');
    await button.click();
    await menu.getByRole('combobox').fill('book');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await expect(menu.getByRole('combobox')).toHaveValue('');
    await menu.getByRole('link', { name: 'About Us' }).click();
    await expect(menu).toBeHidden();
    await expectAtTop(page, 'about-us-section');
  });
});

test.describe('the home page', () => {
  test('leads from each of six cards to its section of the overview', async ({ page }) => {
    await page.goto('/');
    const targets = await page
      .getByRole('link', { name: /^View All/ })
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(targets).toEqual([
      '/services#digital',
      '/services#video',
      '/services#programming',
      '/services#business',
      '/services#writing',
      '/services#video',
    ]);
    await page.getByRole('link', { name: 'View All: Concept To Video' }).click();
    await expectAtTop(page, 'video');
  });

  test('scrolls its carousel by 300 pixels and shows an arrow only where it leads on', async ({
    page,
  }) => {
    await page.goto('/');
    const rail = page.getByRole('group', { name: 'Popular Services' });
    await rail.scrollIntoViewIfNeeded();
    const position = () => rail.evaluate((element) => element.scrollLeft);
    const [back, on] = [
      page.getByRole('button', { name: 'Previous' }),
      page.getByRole('button', { name: 'Next' }),
    ];
    await expect(rail.getByRole('listitem')).toHaveCount(9);
    await expect(on).toBeVisible();
    await expect(back).toBeHidden();
    await on.click();
    await expect.poll(position).toBe(300);
    await expect(back).toBeVisible();
    await rail.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await expect(on).toBeHidden();
    await back.click();
    await expect(on).toBeVisible();
  });

  test('has no arrows where everything fits', async ({ page }) => {
    await page.goto('/');
    const on = page.getByRole('button', { name: 'Next' });
    // Seen first, so that it is not merely a page whose script has not run yet.
    await expect(on).toBeVisible();
    await page.setViewportSize({ width: 6000, height: 900 });
    await expect(on).toBeHidden();
  });
});

test.describe('the overview', () => {
  test('shows all 125 services, with counts that add up', async ({ page }) => {
    await page.goto('/services');
    await expect(page.getByRole('link', { name: /^Read More/ })).toHaveCount(125);
    const counts = await page
      .locator('main')
      .getByText(/^\d+ services?$/)
      .allInnerTexts();
    expect(counts.reduce((sum, text) => sum + Number.parseInt(text, 10), 0)).toBe(125);
  });

  test('scrolls to the hash of the address', async ({ page }) => {
    await page.goto('/services#mobile-apps');
    await expectAtTop(page, 'mobile-apps');
  });

  test('shows its menu only past the hero and lights the section at hand', async ({ page }) => {
    await page.goto('/services');
    const menu = page.getByRole('navigation', { name: 'Sections' });
    await expect(menu).toBeHidden();
    await page.mouse.move(700, 600);
    await page.mouse.wheel(0, 900);
    await expect(menu).toBeVisible();
    await expect(menu.locator('[aria-current]')).toHaveText(['Graphics & Design']);

    await menu.getByRole('link', { name: 'Music & Audio' }).click();
    await expect(menu.locator('[aria-current]')).toHaveText(['Music & Audio']);
    await expectAtTop(page, 'music');
    await expect(menu.locator('[aria-current]')).toHaveText(['Music & Audio']);
  });

  test('is laid out section by section, all of it at once for an address that names a part', async ({
    page,
  }) => {
    const link = page.locator('main a[href="/services/video/logo-animation"]');
    const isLaidOut = () =>
      link.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Animation.enable');
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await page.goto('/services');
    expect(await isLaidOut()).toBe(false);
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 });
    await expect.poll(isLaidOut).toBe(true);

    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 });
    await page.goto('/services#graphics');
    expect(await isLaidOut()).toBe(true);
  });

  test('opens its menu as a drawer on small screens', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/services');
    const open = page.getByRole('button', { name: '☰ Services' });
    const drawer = page.getByRole('dialog', { name: 'Services' });
    await open.click();
    await drawer.getByRole('button', { name: '✕ Close' }).click();
    await expect(drawer).toBeHidden();
    await expect(open).toBeFocused();
    await open.click();
    await page.mouse.click(370, 500);
    await expect(drawer).toBeHidden();
    await open.click();
    await drawer.getByRole('link', { name: 'Digital Marketing' }).click();
    await expect(drawer).toBeHidden();
    await expectAtTop(page, 'digital');
  });
});

test('the layout of small screens is accessible too, with its menu and drawer open', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expectAccessible(page);
  await page.goto('/services');
  await page.getByRole('button', { name: '☰ Services' }).click();
  await expectAccessible(page);
});

test('a page that takes its time is announced by a line above, and a quick one is not', async ({
  page,
}) => {
  await page.goto('/services/graphics');
  await page.getByLabel('Sort by').selectOption('Name');
  await expect(page).toHaveURL(/sort=name/);
  await untilHydrated(page);
  let isHeld = true;
  await page.route('**/*.data*', async (route) => {
    await expect.poll(() => isHeld).toBe(false);
    await route.continue();
  });
  await page.getByRole('link', { name: 'Read More' }).first().click();
  await expect(page.getByTestId('page-progress')).toBeVisible();
  isHeld = false;
  await expect(page).toHaveURL(/services\/graphics\/.+/);
  await expect(page.getByTestId('page-progress')).toHaveCount(0);
});

test('on paper a service is read without what can only be pressed', async ({ page }) => {
  await page.goto('/services/graphics/book-design');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.site-header')).toBeHidden();
  await expect(page.locator('[data-chat-launcher]')).toBeHidden();
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(18, 23, 43)');
});
