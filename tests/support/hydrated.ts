import type { BrowserContext, Page } from '@playwright/test';

/**
 * Opening a page in this context waits until React has taken it over: scripts start after the
 * first paint, so a page that has loaded may still ignore what a test does.
 */
export function waitForHydration(context: BrowserContext): void {
  context.on('page', (page) => {
    const goto = page.goto.bind(page);
    page.goto = async (...args) => {
      const response = await goto(...args);
      await untilHydrated(page);
      return response;
    };
    const reload = page.reload.bind(page);
    page.reload = async (...args) => {
      const response = await reload(...args);
      await untilHydrated(page);
      return response;
    };
  });
}

/** At once where there is nothing to wait for, as on pages that are no page of the router's. */
async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('script[type="text/plain"]') ||
      // React leaves its mark on every element it has taken over, the body last.
      Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
  );
}
