import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** No finding of axe on the page (or in a part of it) as it is now, in light and in dark. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // A colour on its way from day to night has a contrast of its own: let the frame come in which
    // the change begins, let it end, and see that nothing began meanwhile.
    await page.evaluate(async () => {
      for (let quiet = 0, round = 0; quiet < 3 && round < 50; round += 1) {
        for (let frame = 0; frame < 3; frame += 1) {
          await new Promise((next) => {
            requestAnimationFrame(next);
            // Of a page that it takes for hidden the browser makes no frames.
            setTimeout(next, 100);
          });
        }
        // Asked frame by frame: where nothing that is seen moves, the browser makes no frames by itself,
        // and what is out of sight would never end.
        const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
        quiet = changes.length === 0 ? quiet + 1 : 0;
      }
    });
    expect(await findViolations(page, part), colorScheme).toEqual([]);
  }
}

/**
 * What axe finds on the page (or in a part of it) as it is now. Every rule, in the page itself: the
 * builder for Playwright opens a second page for each answer and carries over all that is in order,
 * which takes seven times as long.
 */
export async function findViolations(page: Page, part = 'html'): Promise<string[]> {
  // Our pages frame nothing but a service's own page, which has tests of its own.
  const frames = page.frames().filter((frame) => !/^live-preview-\d/.test(frame.name()));
  expect(frames).toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (within) => {
    const { violations } = await window.axe.run(within, {
      resultTypes: ['violations'],
      iframes: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, part);
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
