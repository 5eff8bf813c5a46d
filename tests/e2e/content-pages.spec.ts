import { findViolations } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';

test.use({ changesNothing: true });

const PAGES = ['/contact', '/payment', '/privacy-policy', '/terms', '/refunds'];

test('the contact page gives a telephone number, an address and the chat', async ({ visit }) => {
  const page = await visit('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CONTACT US');
  await expect(page.getByRole('heading', { name: 'KEEP IN TOUCH' })).toBeVisible();
  await expect(page.getByRole('main').locator('a[href^="tel:"]')).toBeVisible();
  await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'CONTACT AGENT' }).click();
  await expect(page.getByText('Product/Service Support')).toBeVisible();
});

test('the payment page leads to the provider in a new tab', async ({ visit }) => {
  const page = await visit('/payment');
  const link = page.getByRole('link', { name: 'Pay with PayPal' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(link).toHaveAccessibleDescription('Secure Payment');
});

test('a legal page is read by its table of contents', async ({ visit }) => {
  const page = await visit('/refunds');
  await expect(page.getByText('Effective January 1, 2025')).toBeVisible();
  await page.getByRole('navigation', { name: 'On this page' }).getByText('Chargebacks').click();
  await expect(page.getByRole('heading', { name: 'Chargebacks' })).toBeInViewport();
  await expect(page.getByText('12:00am-9am EST')).toBeVisible();
});

test('the sitemap names every public page once, and robots.txt names the sitemap', async ({
  request,
  server,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toHaveLength(125 + 7 + 9);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toContain(`${server.origin}/services/graphics/industrial-&amp;-product-design`);
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${server.origin}/sitemap.xml`);
});

test('the icons and the manifest that the pages name exist', async ({ visit, request }) => {
  const page = await visit('/contact');
  const links = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"], link[rel="manifest"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links).toHaveLength(4);
  const manifest = (await (await request.get('/manifest')).json()) as {
    icons: { src: string }[];
  };
  for (const path of [...links, ...manifest.icons.map(({ src }) => src)]) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
});

for (const path of PAGES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing on ${path}, ${colorScheme}`, async ({ visit }) => {
      const page = await visit();
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      expect(await findViolations(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(width).toBeLessThanOrEqual(0);
    });
  }
}
