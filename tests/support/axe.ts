import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { isLong } from './long-form.ts';

/** The small one: a browser reads it anew on each page. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules that look at colours, which is what a theme changes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * No finding of axe on the page (or in a part of it) as it is now: every rule in light, those of colours
 * in dark, and every one there, too, in the long form.
 */
export async function expectAccessible(
  page: Page,
  part = 'html',
  colorSchemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of colorSchemes) {
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
    const rules = colorScheme === 'dark' && !isLong ? OF_COLOURS : undefined;
    expect(await findViolations(page, part, rules), colorScheme).toEqual([]);
  }
}

/**
 * What axe finds on the page (or in a part of it) as it is now, by every rule or by some. In the page
 * itself: the builder for Playwright opens a second page for each answer and carries over all that is in order,
 * which takes seven times as long.
 */
export async function findViolations(
  page: Page,
  part = 'html',
  rules?: readonly string[],
): Promise<string[]> {
  // Our pages frame nothing but a service's own page, which has tests of its own.
  const frames = page.frames().filter((frame) => !/^live-preview-\d/.test(frame.name()));
  expect(frames).toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([within, only]) => {
      const { violations } = await window.axe.run(within, {
        resultTypes: ['violations'],
        iframes: false,
        ...(only ? { runOnly: [...only] } : {}),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [part, rules] as const,
  );
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
