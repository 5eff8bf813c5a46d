import type { Page } from '@playwright/test';
import { VISITORS } from '../support/cast.ts';
import { openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { WHOLE_BROWSER } from '../support/whole-browser.ts';

test.use({ launchOptions: WHOLE_BROWSER });
// Several browsers, and every page of the product in turn.
test.slow();

/** From the page's next address on: what its policy forbade, and what its scripts threw. */
async function watch(page: Page): Promise<string[]> {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(`${page.url()}: ${error.message}`));
  await page.exposeFunction('tellViolation', (what: string) => found.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, documentURI, sourceFile, lineNumber, sample } = event;
      const place = `${sourceFile}:${lineNumber}`;
      const { tellViolation: reportViolation } = globalThis as unknown as {
        tellViolation: (what: string) => void;
      };
      reportViolation([effectiveDirective, documentURI, place, sample].join(' | '));
    });
  });
  return found;
}

/** As a link does, without loading the page anew. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    interface Router {
      navigate(to: string): Promise<void>;
    }
    await (globalThis as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter //
      .navigate(to);
  }, path);
}

const PUBLIC_PAGES = [
  '/',
  '/services',
  '/services?q=book',
  '/services/graphics',
  '/services/graphics/book-design',
  '/services/video/logo-animation',
  '/contact',
  '/payment',
  '/terms',
  '/api',
  '/moderation-log',
  '/no-such-page',
  '/services/graphics/no-such-service',
];

const PORTAL_PAGES = ['/login', '/create-account', '/forgot-password'];

const TEAM_PAGES = [
  '/agentchat',
  '/desk',
  '/canned-replies',
  '/notifications',
  '/team/account',
  '/team',
  '/team/audit',
  '/team/api',
  '/team/reports?period=today',
  '/team/reviews',
  '/team/visitors',
  '/team/settings',
];

test('a page’s policy names every way to script, and no page needs more', async ({ visit }) => {
  const page = await visit('/robots.txt');
  const found = await watch(page);
  for (const path of [...PUBLIC_PAGES, ...PORTAL_PAGES]) {
    const answer = await page.goto(path);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(await answer?.text()).not.toMatch(/<[^>]* style=/);
  }
  // From page to page without loading one anew, and where there is none.
  for (const paths of [PUBLIC_PAGES, PORTAL_PAGES]) {
    await page.goto(paths[0] ?? '');
    await page.locator('button, input').first().focus();
    await untilHydrated(page);
    for (const path of paths) {
      await goInside(page, path);
      await expect(page.locator('h1').first()).toBeVisible();
    }
  }
  expect(found).toEqual([]);
  // What this test listens for is heard.
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await expect.poll(() => found).toHaveLength(1);
});

for (const path of ['/services/graphics', '/login']) {
  test(`${path} is made anew where it came otherwise than React expects, and lives with the policy`, async ({
    visit,
  }) => {
    const page = await visit('/robots.txt');
    const found = await watch(page);
    // As an extension does, or a line that changes what it carries.
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/(<h1[^>]*>)[^<]+/, '$1Of another page');
      expect(body).toContain('>Of another page');
      await route.fulfill({ response, body });
    });
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.goto(path);
    await page.locator('button, input').first().focus();
    await expect(page.locator('h1').first()).not.toHaveText(/^Of another page/);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(found.filter((what) => !what.includes('Minified React error'))).toEqual([]);
  });
}

test('gallery, viewer, samples, stars and the proof of work live with the policy', async ({
  visit,
}) => {
  const page = await visit('/robots.txt');
  const found = await watch(page);
  await page.goto('/services/graphics/book-design');
  await page.getByRole('button', { name: 'View More Photos' }).click();
  await page.getByRole('dialog').getByRole('button').nth(1).click();
  const viewer = page.locator('.lightbox-stage');
  await expect(viewer).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByLabel('I am human').check();
  await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/services/video/logo-animation');
  const seek = page.locator('.clip-seek').first();
  await expect
    .poll(() => seek.evaluate((bar) => bar.style.getPropertyValue('--played')))
    .not.toBe('');
  expect(found).toEqual([]);
});

test('a chat from both sides and the team’s pages live with the policy', async ({
  signIn,
  visit,
}) => {
  const visitor = await visit('/robots.txt');
  const foundByVisitor = await watch(visitor);
  const maya = await signIn('maya');
  const foundByMaya = await watch(maya);
  await maya.reload();
  await visitor.goto('/');
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Hello');
  await openThread(maya, VISITORS.elena);
  await reply(maya, 'Good morning, Elena');
  await expect(visitor.getByText('Good morning, Elena')).toBeVisible();
  await maya.getByRole('button', { name: 'More', exact: true }).click();
  await maya.keyboard.press('Escape');
  const sam = await signIn('sam');
  const foundBySam = await watch(sam);
  for (const path of TEAM_PAGES) {
    await sam.goto(path);
    await expect(sam.locator('h1, h2').first()).toBeVisible();
  }
  for (const path of [
    ...TEAM_PAGES,
    '/no-such-page',
    '/team/webhooks/no-such-one',
    '/team/account',
  ]) {
    await goInside(sam, path);
    await expect(sam.locator('h1, h2').first()).toBeVisible();
  }
  expect([...foundByVisitor, ...foundByMaya, ...foundBySam]).toEqual([]);
});

test('the worker for pushes starts through its own policy, and no other address does', async ({
  signIn,
}) => {
  const sam = await signIn('sam');
  const found = await watch(sam);
  await sam.context().grantPermissions(['notifications']);
  await sam.goto('/notifications');
  await sam.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect
    .poll(() => sam.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(1);
  expect(found).toEqual([]);
  const refusals = await sam.evaluate(async () => {
    const tries = [
      () => navigator.serviceWorker.register('/service-worker.js?another'),
      () => Object.assign(document.createElement('div'), { innerHTML: '<b>text</b>' }),
      () => Object.assign(document.createElement('script'), { text: 'globalThis.hasRun = true' }),
      () =>
        (globalThis as { trustedTypes?: { createPolicy(name: string): void } }).trustedTypes //
          ?.createPolicy('another'),
    ];
    const outcomes: string[] = [];
    for (const attempt of tries) {
      try {
        await attempt();
        outcomes.push('done');
      } catch (error) {
        outcomes.push((error as Error).name);
      }
    }
    return outcomes;
  });
  expect(refusals).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
});
