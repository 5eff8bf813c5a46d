import type { BrowserContext, Page } from '@playwright/test';

/**
 * Opening a page in this context waits until React has taken it over, where it does so by itself:
 * the portal's scripts start after the first paint, so a page that has loaded may still ignore what a
 * test does. A page for visitors waits for them instead, and loses nothing they do
 * (tests/e2e/intent.spec.ts).
 */
export function waitForHydration(context: BrowserContext): void {
  context.on('page', (page) => {
    const goto = page.goto.bind(page);
    page.goto = async (...args) => {
      const response = await goto(...args);
      await untilStarted(page);
      return response;
    };
    const reload = page.reload.bind(page);
    page.reload = async (...args) => {
      const response = await reload(...args);
      await untilStarted(page);
      return response;
    };
  });
}

/** At once where there is nothing to wait for, as on pages that are no page of the router's. */
async function untilStarted(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isAwaited =
      document.documentElement?.dataset.starts !== 'on-intent' &&
      document.querySelector('script[type="text/plain"]');
    if (!isAwaited) return true;
    // While React takes a page over it marks one element after the other; when it has, its root says so.
    const [, root] =
      Object.entries(document).find(([key]) => key.startsWith('__reactContainer')) ?? [];
    return root?.stateNode.current.memoizedState.isDehydrated === false;
  });
}

/** Waits until React has taken a page over. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
  );
}
