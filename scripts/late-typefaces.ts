import type { Page } from '@playwright/test';

/** Core Web Vitals accept 0.1; here, visible text must not move at all. */
export const SHIFT_AT_MOST = 0.01;

export interface Shift {
  readonly value: number;
  readonly of: readonly string[];
}

interface Late {
  readonly heldMs?: number;
  /** An action before the typefaces arrive; its own layout shifts do not count. */
  readonly act?: (page: Page) => Promise<void>;
}

/**
 * Opens a page whose typefaces arrive `heldMs` after the first paint, scrolls to its end, and
 * returns the layout shifts. Shifts within half a second of user input are ignored, as in Core Web
 * Vitals.
 */
export async function shiftsOf(
  page: Page,
  path: string,
  { heldMs = 0, act }: Late = {},
): Promise<readonly Shift[]> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/*.woff2', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.evaluate(noteShifts);
  await page.locator('h1, h2, [role="heading"], main').first().waitFor();
  // Nothing else is awaited: the page must be painted with the fallback fonts.
  await page.evaluate(twoFrames);
  if (await areTypefacesHere(page)) throw new Error(`The typefaces of ${path} were not late`);
  await act?.(page);
  await page.waitForTimeout(heldMs);
  if (act) await page.evaluate(forgetShifts);
  letThrough();
  await page.waitForFunction(() => document.fonts.check('16px "Instrument Sans"'));
  await page.evaluate(twoFrames);
  await page.evaluate(scrollThrough);
  await page.evaluate(twoFrames);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return page.evaluate(() => (window as { shifts?: Shift[] }).shifts ?? []);
}

export function sumOf(shifts: readonly Shift[]): number {
  return shifts.reduce((total, { value }) => total + value, 0);
}

function areTypefacesHere(page: Page): Promise<boolean> {
  return page.evaluate(() => document.fonts.check('16px "Instrument Sans"'));
}

function noteShifts(): void {
  const noted = window as { shifts?: { value: number; of: string[] }[] };
  noted.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources, hadRecentInput } = entry as unknown as {
        value: number;
        sources: { node: Element | null }[];
        hadRecentInput: boolean;
      };
      if (hadRecentInput) continue;
      const of = sources.map(({ node }) =>
        (node?.outerHTML ?? node?.textContent ?? '').slice(0, 99),
      );
      noted.shifts?.push({ value, of });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

function forgetShifts(): void {
  (window as { shifts?: Shift[] }).shifts?.splice(0);
}

function twoFrames(): Promise<unknown> {
  return new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
}

/** Scrolls half a screen at a time, and lets what appears take its size before the next step. */
async function scrollThrough(): Promise<void> {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  }
}
