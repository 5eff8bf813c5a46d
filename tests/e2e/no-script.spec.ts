import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Page } from '@playwright/test';
import routes from '../../app/routes.ts';
import { expect, test } from '../support/e2e.ts';

/** How each of these answers where the address is no plain page. */
const FILLED: Readonly<Record<string, string>> = {
  ':section': 'graphics',
  ':slug': 'book-design',
  ':theme': 'light',
  ':secret': 'x'.repeat(43),
  ':number': 'E-1001',
  ':kind': 'service',
  ':language': 'es',
  ':id': '00000000-0000-4000-8000-000000000000',
  '*': 'no/such/page',
};

/** Every page of the product, by construction: whoever adds one is in this test. */
const PAGES = leaves(routes)
  .filter(({ file }) => file.endsWith('.tsx'))
  .map(({ path }) =>
    Object.entries(FILLED).reduce((filled, [name, value]) => filled.replace(name, value), path),
  );

const MISSING = [
  ['/services/graphics/no-such-service', 404, 'Service not found'],
  ['/services/video/no-such-service', 404, 'Service not found'],
  ['/services/no-such-section', 404, 'Service not found'],
  ['/services/no-such-section/nothing', 404, 'Service not found'],
  ['/no/such/page', 404, 'Page not found'],
  ['/order/nothing', 404, null],
  ['/reviews/nothing/report', 404, null],
] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, status, title] of MISSING) {
    test(`${path} says without JavaScript what it is`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(status);
      await expect(page.locator('h1')).toBeVisible();
      if (title) await expect(page.locator('h1')).toHaveText(title);
      await expectNothingHeldBack(page);
    });
  }
});

test('every page for visitors and for the team can be read without JavaScript', async ({
  browser,
  server,
  signIn,
}) => {
  test.setTimeout(600_000);
  expect(PAGES.length).toBeGreaterThan(60);
  const henrik = await signIn('henrik', '/team');
  const state = await henrik.context().storageState();
  const still = { javaScriptEnabled: false, baseURL: server.origin };
  const team = await browser.newContext({ ...still, storageState: state });
  const everybody = await browser.newContext(still);
  const reader = await team.newPage();
  const page = await everybody.newPage();
  for (const path of PAGES) {
    await test.step(path, async () => {
      const isTeams = /^\/(?:team|agentchat|desk|canned|notifications|reset\b)/.test(path);
      const shown = isTeams ? reader : page;
      await shown.goto(path);
      await expectNothingHeldBack(shown);
      // The frame on other sites is the one page that is nothing without scripts.
      if (path === '/widget') return;
      const text = await shown.locator('body').innerText();
      expect(text.trim().length, path).toBeGreaterThan(30);
      await expect(shown.locator('h1, h2').first(), path).toBeAttached();
    });
  }
  await team.close();
  await everybody.close();
});

/** React sends parts as hidden elements that a script would put in their place. */
async function expectNothingHeldBack(page: Page): Promise<void> {
  await expect(
    page.locator('[hidden][id^="S:"], template[id^="B:"], template[id^="P:"]'),
  ).toHaveCount(0);
}

function leaves(
  entries: readonly RouteConfigEntry[],
): { readonly path: string; readonly file: string }[] {
  return entries.flatMap(({ path = '', file, children }) =>
    children ? leaves(children) : [{ path: `/${path}`, file }],
  );
}
