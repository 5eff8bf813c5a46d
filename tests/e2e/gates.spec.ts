import { HtmlValidate } from 'html-validate';
import { SECTIONS } from '../../app/catalogue/sections.ts';
import { SERVICES } from '../../app/catalogue/catalogue.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';

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
  '/no-such-page',
  '/services/graphics/no-such-service',
  '/login',
  '/create-account',
  '/forgot-password',
];

/** Budgets of a service page before the visitor acts, in bytes as they travel. */
const SCRIPT_BUDGET = 115 * 1024;
const PAGE_BUDGET = 300 * 1024;

// Our own rules are in oxlint; here only what makes a document invalid counts. React writes
// void elements and booleans in its own way, and ids of useId() are fine in HTML5.
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-inline-style': 'off',
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
  test(`${path} is accessible in light and dark, and quiet`, async ({ page }) => {
    const said: string[] = [];
    page.on('console', (message) => {
      // A page that is meant to be missing is announced by the browser itself.
      const isMissing = message.text().includes('404') && path.includes('no-such');
      if (message.type() === 'error' && !isMissing) said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectAccessible(page);
    expect(said).toEqual([]);
  });

  test(`${path} does not scroll sideways at 320 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    const { content, view } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      view: document.documentElement.clientWidth,
    }));
    expect(content).toBeLessThanOrEqual(view);
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
  const start = [
    '/',
    '/services',
    '/contact',
    ...SECTIONS.map(({ id }) => `/services/${id}`),
    ...SERVICES.map(({ path }) => path),
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
  expect(seen.size).toBeGreaterThan(SERVICES.length);
});

test('a service page stays within its budgets of script and of everything', async ({ page }) => {
  const sizes: { type: string; url: string; bytes: number }[] = [];
  const measured: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const measure = async () => {
      const { responseBodySize } = await request.sizes();
      sizes.push({ type: request.resourceType(), url: request.url(), bytes: responseBodySize });
    };
    measured.push(measure());
  });
  await page.goto('/services/graphics/book-design', { waitUntil: 'networkidle' });
  await Promise.all(measured);
  const sum = (type?: string) =>
    sizes.filter((one) => !type || one.type === type).reduce((total, one) => total + one.bytes, 0);
  expect(sum('script')).toBeGreaterThan(0);
  expect(sum('script')).toBeLessThanOrEqual(SCRIPT_BUDGET);
  expect(sum()).toBeLessThanOrEqual(PAGE_BUDGET);
});
