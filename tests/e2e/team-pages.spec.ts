import type { Page } from '@playwright/test';
import routes from '../../app/routes.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { isLong } from '../support/long-form.ts';

// Every page behind the login as a phone has it and, in the long form, as a desk does.
test.describe.configure({ timeout: 600_000 });

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** Where a route with something in its path is looked at, as the first link of a page leads there. */
const BY_LINK: Readonly<Record<string, readonly [from: string, link: string]>> = {
  'team/webhooks/:id': ['/team/api', 'main a[href^="/team/webhooks/"]'],
  'team/catalogue/:kind/:id': ['/team/catalogue', 'main a[href^="/team/catalogue/service/"]'],
  'team/coupons/:id': ['/team/coupons', 'main a[href="/team/coupons/new"]'],
  'team/content/:id': ['/team/content', 'main a[href="/team/content/en_home"]'],
};

/** Pages that come to be by what is done, and are looked at where it is done. */
const ELSEWHERE = new Set([
  'team/*', // below
  'team/confirm', // factors.spec.ts
  'team/orders/:number', // orders.spec.ts
  'team/catalogue/preview/:id', // catalogue.spec.ts
  'team/catalogue/:kind/:id/:language', // languages.spec.ts
  'team/content/preview/:id', // content.spec.ts
]);

interface Node {
  readonly path?: string;
  readonly file: string;
  readonly children?: readonly Node[];
}

const SHELL = (routes as readonly Node[]).find(({ file }) =>
  file.endsWith('portal/pages/shell.tsx'),
);
const PATHS = pathsOf(SHELL).filter((path) => !ELSEWHERE.has(path));

function pathsOf(node: Node | undefined): string[] {
  const below = (node?.children ?? []).flatMap(pathsOf);
  return node?.path === undefined ? below : [node.path, ...below];
}

async function open(page: Page, path: string): Promise<void> {
  const [from, link] = BY_LINK[path] ?? [`/${path}`];
  await page.goto(from);
  if (link === undefined) return;
  const href = await page.locator(link).first().getAttribute('href');
  await page.goto(href ?? '');
}

test('every page of the team is accessible by day and by night, and scrolls one way alone', async ({
  signIn,
}) => {
  expect(PATHS.length).toBeGreaterThan(25);
  const henrik = await signIn('henrik', '/team/api');
  await henrik.getByLabel('Address').fill('https://shop.example/webhooks');
  await henrik.getByRole('button', { name: 'Add webhook' }).click();
  await expect(henrik.getByTestId('webhook')).toHaveCount(1);
  for (const size of isLong ? [PHONE, DESK] : [PHONE]) {
    await henrik.setViewportSize(size);
    for (const path of PATHS) {
      await test.step(`${path} at ${size.width} px`, async () => {
        await open(henrik, path);
        await expect(henrik.locator('h1').first()).toBeAttached();
        await expectAccessible(henrik);
        const width = await henrik.evaluate(() => document.documentElement.scrollWidth);
        expect(width, path).toBeLessThanOrEqual(size.width);
      });
    }
  }
});

test('a note of a price is read whole in the catalogue where the page has room', async ({
  signIn,
}) => {
  const ines = await signIn('ines');
  await ines.setViewportSize(DESK);
  for (const [service, text] of [
    ['Book Design', 'per book'],
    ['Call Center', 'per month, one agent, 160 hours'],
  ] as const) {
    await ines.goto(`/team/catalogue?q=${encodeURIComponent(service)}`);
    const note = ines.getByRole('row').filter({ hasText: service }).getByText(text);
    await expect(note).toBeVisible();
    expect(
      await note.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth <= clientWidth && scrollHeight <= clientHeight,
      ),
    ).toBe(true);
  }
});

test('what is not there is said to the team among their own pages, and the way back is theirs', async ({
  signIn,
  visit,
}) => {
  const ines = await signIn('ines');
  for (const path of [
    '/team/nothing-here',
    '/team/orders/E-999999',
    '/team/catalogue/service/nothing',
    '/team/content/nothing',
  ]) {
    const answer = await ines.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(ines.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(ines.getByRole('navigation', { name: 'Team' })).toBeVisible();
  }
  await expectAccessible(ines);
  await ines.getByRole('link', { name: 'Go to the inbox' }).click();
  await expect(ines.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible();
  // Who is not signed in is asked to, whatever they ask for.
  const stranger = await visit();
  await stranger.goto('/team/nothing-here');
  await expect(stranger).toHaveURL(/\/login/);
});

test('a phone says where one is, also on a page that stands under More', async ({ signIn }) => {
  const henrik = await signIn('henrik', '/team/labels');
  await henrik.setViewportSize(PHONE);
  const more = henrik
    .getByRole('navigation', { name: 'Team' })
    .getByRole('button', { name: 'More' });
  await expect(more).toHaveAttribute('data-is-here', 'true');
  await henrik.goto('/team/orders');
  await expect(more).not.toHaveAttribute('data-is-here');
});

test('whoever reads the team’s page is not called offline there', async ({ signIn }) => {
  const henrik = await signIn('henrik', '/team');
  const row = (email: string) => henrik.getByRole('listitem').filter({ hasText: email });
  await expect(row('maya.okafor@embarka.example')).toContainText('Offline');
  await expect(row('henrik.dahl@embarka.example')).toContainText('You');
  await expect(row('henrik.dahl@embarka.example')).not.toContainText('Offline');
});
