import type { Page } from '@playwright/test';

/** What Core Web Vitals call good is 0.1; nothing that one reads may jump. */
export const SHIFT_AT_MOST = 0.01;

export interface Shift {
  readonly value: number;
  /** What moved. */
  readonly of: readonly string[];
}

interface Late {
  readonly heldMs?: number;
  /** What somebody does before they come: what moves by that is not counted. */
  readonly act?: (page: Page) => Promise<void>;
}

/**
 * Opens a page whose typefaces come when it has long been painted, and `heldMs` after that, goes through it to its
 * end, and says what moved. What follows a press or a key within half a second is what somebody asked for.
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
  // Nothing else is waited for: the page as it was painted with what stands in.
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

/** A screen a frame, so that whatever comes when it is near has come. */
async function scrollThrough(): Promise<void> {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((next) => requestAnimationFrame(next));
  }
}
