import type { Page } from '@playwright/test';
import { startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { LARGE_TYPE } from '../support/large-type.ts';

test.use({ launchOptions: LARGE_TYPE });

/** Twice the type is half the window, down to the 320 px that every page is made for. */
const WINDOWS = [
  { size: { width: 1440, height: 900 }, type: '32px' },
  { size: { width: 390, height: 844 }, type: '19.5px' },
];

const PAGES = [
  '/',
  '/services',
  '/services/graphics',
  '/services?q=book',
  '/services?q=xyzzy',
  '/services/graphics/book-design',
  '/services/video/logo-animation',
  '/contact',
  '/payment',
  '/terms',
  '/moderation-log',
  '/no-such-page',
  '/login',
  '/create-account',
];

for (const { size, type } of WINDOWS) {
  test(`who has set twice the type has it, and whole pages, at ${size.width} px`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize(size);
    for (const path of PAGES) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.locator('body')).toHaveCSS('font-size', type);
        expect(await findBurst(page), path).toEqual([]);
      });
    }
  });

  test(`who has set twice the type can write in the chat at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/contact');
    await startChat(page, `large${size.width}@type.example`);
    await expect(page.getByRole('button', { name: 'Send message' })).toBeInViewport({ ratio: 1 });
    expect(await findBurst(page)).toEqual([]);
  });
}

test('a window narrower than any phone makes no type smaller than usual', async ({ page }) => {
  await page.setViewportSize({ width: 200, height: 400 });
  await page.goto('/terms');
  await expect(page.locator('body')).toHaveCSS('font-size', '16px');
});

/** Words that leave the window or the part they stand in, and whether the page scrolls sideways. */
async function findBurst(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const burst: string[] = [];
    if (root.scrollWidth > root.clientWidth) burst.push(`${root.scrollWidth} px wide`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const isInRail = (element: Element | null): boolean =>
      element !== null &&
      element !== root &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || isInRail(element.parentElement));
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const place = text.parentElement;
      if (!text.data.trim() || !place?.checkVisibility({ visibilityProperty: true })) continue;
      // What is for readers alone is cut on purpose, and rails are scrolled.
      if (place.closest('[class*="sr-only"]') || isInRail(place)) continue;
      const part = place.closest(
        'a, button, label, li, form, section, article, header, footer, main',
      );
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      const room = part?.getBoundingClientRect();
      if (width < 2 || !room) continue;
      if (left < Math.max(0, room.left) - 1 || right > Math.min(innerWidth, room.right) + 1) {
        burst.push(text.data.trim().slice(0, 60));
      }
    }
    return burst;
  });
}
