import type { Page } from '@playwright/test';
import { SHIFT_AT_MOST, shiftsOf, sumOf } from '../../scripts/late-typefaces.ts';
import { expect, test } from '../support/e2e.ts';

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

// The dashboard's worker has them at hand from the visit before: then they are not late.
test.use({ serviceWorkers: 'block' });

async function expectStill(page: Page, path: string): Promise<void> {
  // On a busy machine the page still arrives, and moves, while the typefaces are held back.
  const act = () => page.waitForLoadState('domcontentloaded');
  const shifts = await shiftsOf(page, path, { act });
  expect(sumOf(shifts), `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(SHIFT_AT_MOST);
}

for (const [size, width] of [
  ['a desktop', 1440],
  ['a phone', 390],
] as const) {
  test(`on ${size} typefaces that come late move nothing`, async ({ signIn, visit }) => {
    const henrik = await signIn('henrik');
    await henrik.setViewportSize({ width, height: 900 });
    for (const path of TEAM_PAGES) {
      await expectStill(henrik, path);
    }
    const visitor = await visit();
    await visitor.setViewportSize({ width, height: 900 });
    for (const path of [
      '/',
      '/services',
      '/services/graphics/book-design',
      '/api',
      '/confirm-review',
    ]) {
      await expectStill(visitor, path);
    }
  });
}
