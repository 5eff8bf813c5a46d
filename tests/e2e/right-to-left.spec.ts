import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import { waitForHydration } from '../support/hydrated.ts';

test.use({ changesNothing: true });

// No language that a shop is offered in is written from right to left: what would hold of one is asked of
// the English pages, turned round as Arabic has them.

const PAGES = [
  '/',
  '/services',
  '/services/graphics',
  '/services/graphics/book-design',
  '/contact',
] as const;

const WIDTHS = [
  [1440, 900],
  [390, 844],
] as const;

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.documentElement.dir = 'rtl';
    }).observe(document, { childList: true });
  });
});

async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, where).toBe(0);
}

for (const path of PAGES) {
  test(`${path} stands the other way round, and nothing sticks out of it`, async ({
    page,
  }, testInfo) => {
    for (const [width, height] of WIDTHS) {
      const where = `${path} at ${width} px`;
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await expect(page.locator('html'), where).toHaveAttribute('dir', 'rtl');
      const brand = await page.locator('header a[href="/"]').first().boundingBox();
      expect(brand?.x, where).toBeGreaterThan(width / 2);
      await expectNoOverflow(page, where);
      await page.screenshot({ path: testInfo.outputPath(`${width}.png`) });
    }
  });
}

test('the chat opens from the other corner', async ({ page, context }, testInfo) => {
  waitForHydration(context);
  for (const [width, height] of WIDTHS) {
    await page.setViewportSize({ width, height });
    await page.goto('/services');
    await page.getByRole('button', { name: /^Open chat/ }).click();
    const chat = page.getByRole('dialog');
    await expect(chat).toBeVisible();
    const box = await chat.boundingBox();
    expect(box?.x, `at ${width} px`).toBeLessThan(width / 2);
    await expectNoOverflow(page, `the chat at ${width} px`);
    await page.screenshot({ path: testInfo.outputPath(`chat-${width}.png`) });
  }
});
