import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';

/** What Core Web Vitals call good is 0.1; nothing that one reads may jump. */
const SHIFT_AT_MOST = 0.01;

/** One of each make. */
const TEAM_PAGES = [
  '/agentchat',
  '/team/orders',
  '/team/reports',
  '/team/catalogue',
  '/team/catalogue/import',
  '/team/content',
  '/team/labels',
  '/team',
  '/team/audit',
  '/team/settings',
  '/team/outbox',
  '/desk',
  '/notifications',
  '/team/account',
];

interface Shift {
  readonly value: number;
  /** What moved. */
  readonly of: readonly string[];
}

// The dashboard's worker has them at hand from the visit before: then they are not late.
test.use({ serviceWorkers: 'block' });

/** Opens a page whose typefaces come when it has long been painted, and says how far it moved. */
async function shiftsOf(page: Page, path: string): Promise<readonly Shift[]> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/*.woff2', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.evaluate(() => {
    const noted = window as { shifts?: { value: number; of: string[] }[] };
    noted.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as {
          value: number;
          sources: { node: Element | null }[];
        };
        const of = sources.map(({ node }) =>
          (node?.outerHTML ?? node?.textContent ?? '').slice(0, 99),
        );
        noted.shifts?.push({ value, of });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // Nothing else is waited for: the page as it was painted with what stands in.
  await page.evaluate(
    () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
  );
  expect(await page.evaluate(() => document.fonts.check('16px "Instrument Sans"'))).toBe(false);
  letThrough();
  await page.evaluate(() => document.fonts.ready);
  await expect
    .poll(() => page.evaluate(() => document.fonts.check('16px "Instrument Sans"')))
    .toBe(true);
  await page.evaluate(
    () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
  );
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return page.evaluate(() => (window as { shifts?: Shift[] }).shifts ?? []);
}

async function expectStill(page: Page, path: string): Promise<void> {
  const shifts = await shiftsOf(page, path);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(SHIFT_AT_MOST);
}

for (const [size, width] of [
  ['a desktop', 1440],
  ['a phone', 390],
] as const) {
  test(`on ${size} typefaces that come late move nothing`, async ({ signIn, visit }) => {
    test.setTimeout(180_000);
    const henrik = await signIn('henrik');
    await henrik.setViewportSize({ width, height: 900 });
    for (const path of TEAM_PAGES) {
      await expectStill(henrik, path);
    }
    const visitor = await visit();
    await visitor.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/services', '/services/graphics/book-design']) {
      await expectStill(visitor, path);
    }
  });
}
