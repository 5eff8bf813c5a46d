import { HtmlValidate } from 'html-validate';
import { CATALOGUE } from '../support/catalogue.ts';
import { MEASURED_PAGES } from '../../scripts/measured-pages.ts';
import {
  BUDGETS,
  measureWeight,
  sumBytes,
  TAKEN_OVER_BUDGET,
} from '../../scripts/measure-weight.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';

test.use({ changesNothing: true });

/** One page of each kind; what differs only in its data is read by the link check below. */
const PAGES = [
  '/',
  '/services',
  '/services?q=book',
  '/services/graphics',
  '/services/video?sort=price',
  '/services/graphics/book-design',
  '/services/video/logo-animation',
  '/services/writing/cover-letters',
  '/contact',
  '/payment',
  '/privacy-policy',
  '/terms',
  '/refunds',
  '/api',
  '/no-such-page',
  '/services/graphics/no-such-service',
  '/login',
  '/create-account',
  '/forgot-password',
];

// Our own rules are in oxlint; here only what makes a document invalid counts. React writes
// void elements and booleans in its own way, and ids of useId() are fine in HTML5.
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    'long-title': 'off',
    'valid-id': 'off',
    'attr-case': 'off',
    'no-implicit-button-type': 'off',
    'prefer-native-element': 'off',
    'require-sri': 'off',
    'no-redundant-role': 'off',
  },
});

for (const path of PAGES) {
  test(`${path} is accessible in light and dark, quiet, and does not scroll sideways at 320 px`, async ({
    page,
  }) => {
    const said: string[] = [];
    page.on('console', (message) => {
      // A page that is meant to be missing is announced by the browser itself.
      const isMissing = message.text().includes('404') && path.includes('no-such');
      if (message.type() === 'error' && !isMissing) said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/^(?!Something went wrong)./);
    await expectAccessible(page);
    // A window of 1280 by 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    // A page that is made narrower has its new layout a frame later.
    await expect
      .poll(() =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      )
      .toBeLessThanOrEqual(0);
    expect(said).toEqual([]);
  });

  test(`${path} is valid HTML`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const { results } = await validator.validateString(html);
    const errors = results.flatMap(({ messages }) =>
      messages.map(
        ({ ruleId, message, line, selector }) => `${ruleId}: ${message} (${line} ${selector})`,
      ),
    );
    expect(errors).toEqual([]);
  });
}

test('every internal link of every public page answers', async ({ request }) => {
  // Hundreds of pages, one after the other.
  test.slow();
  const start = [
    '/',
    '/services',
    '/contact',
    ...CATALOGUE.sections.map(({ id }) => `/services/${id}`),
    ...CATALOGUE.services.map(({ path }) => path),
  ];
  const seen = new Set<string>();
  const broken: string[] = [];
  const queue = [...start];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const response = await request.get(path);
    if (!response.ok()) broken.push(`${response.status()} ${path}`);
    if (!response.headers()['content-type']?.startsWith('text/html')) continue;
    const html = await response.text();
    for (const [, href = ''] of html.matchAll(/(?:href|src)="(\/[^"]*)"/g)) {
      const target = href.replaceAll('&amp;', '&').replace(/#.*$/, '');
      if (!seen.has(target)) queue.push(target);
    }
  }
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(CATALOGUE.services.length);
});

for (const path of MEASURED_PAGES) {
  test(
    `${path} stays within its budgets before and after it is reached for`,
    { tag: '@journey' },
    async ({ page, context, server }) => {
      const loads = await measureWeight(page, server.origin + path);
      expect(sumBytes(loads, 'scripts')).toBeGreaterThan(0);
      expect(sumBytes(loads, 'scripts')).toBeLessThanOrEqual(BUDGETS.scripts);
      expect(sumBytes(loads)).toBeLessThanOrEqual(BUDGETS.total);
      // With two typefaces and a picture a browser has no connection left for a fourth: nothing is seen before it.
      expect(loads.filter(({ kind }) => kind === 'styles').length).toBeLessThanOrEqual(3);
      const fresh = await context.browser()?.newContext();
      if (!fresh) throw new Error('There is no browser');
      const reached = await measureWeight(await fresh.newPage(), server.origin + path, {
        reach: true,
      });
      expect(sumBytes(reached, 'scripts')).toBeGreaterThan(BUDGETS.scripts);
      expect(sumBytes(reached, 'scripts')).toBeLessThanOrEqual(TAKEN_OVER_BUDGET);
      await fresh.close();
    },
  );
}
