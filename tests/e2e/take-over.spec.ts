import type { Page } from '@playwright/test';
import { PUBLIC_PAGES } from '../../scripts/every-page.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';

/** A press that lands beside a button which has just moved away is lost: nobody hears of it. */
test('nothing that can be pressed moves when React takes a page over', async ({
  server,
  browser,
}) => {
  test.slow();
  const moved: string[] = [];
  let compared = 0;
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const context = await browser.newContext({ baseURL: server.origin, viewport });
    const page = await context.newPage();
    let held = Promise.resolve();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    for (const path of PUBLIC_PAGES) {
      let letThrough = () => {};
      held = new Promise((resolve) => {
        letThrough = resolve;
      });
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      const before = await placesOf(page);
      compared += Object.keys(before).length;
      await page.mouse.move(3, 300);
      await page.mouse.move(5, 310);
      letThrough();
      await untilHydrated(page);
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      const after = await placesOf(page);
      for (const [name, place] of Object.entries(before)) {
        if (after[name] !== place)
          moved.push(`${path} at ${viewport.width}: ${name} ${place} → ${after[name]}`);
      }
    }
    await context.close();
  }
  expect(moved).toEqual([]);
  expect(compared).toBeGreaterThan(300);
});

/** Where everything is that can be pressed, by what it is called. */
function placesOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const places: Record<string, string> = {};
    for (const element of document.querySelectorAll<HTMLElement>(
      'main :is(a, button, input, textarea)',
    )) {
      const { x, y, width } = element.getBoundingClientRect();
      if (width === 0 || !element.checkVisibility({ visibilityProperty: true })) continue;
      const name = element.textContent.trim() || element.getAttribute('name') || element.ariaLabel;
      places[`${element.tagName} ${name} ${Math.round(x)}`] ??= `${Math.round(y)}`;
    }
    return places;
  });
}
