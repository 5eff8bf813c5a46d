import { expect, test } from '../support/e2e.ts';

const CAMPAIGN =
  'utm_source=letter&utm_medium=e-mail&fbclid=IwAR0%20x&gclid=a%2Fb&unknown=1&unknown=2';

/** Public pages, one of each kind, and a part of each that works only once scripts do. */
const PAGES = [
  '/',
  '/services',
  '/services/graphics',
  '/services/graphics?sort=price&utm_term=logo',
  '/services/graphics/book-design',
  '/services/video/video-editing',
  '/contact',
  '/payment',
  '/terms',
  '/moderation-log',
];

for (const path of PAGES) {
  test(`${path} opened by a campaign’s link comes to life without a complaint and keeps its address`, async ({
    page,
  }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    const address = `${path}${path.includes('?') ? '&' : '?'}${CAMPAIGN}`;
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveURL(address);
    await page.getByRole('button', { name: 'Open chat' }).click();
    await expect(page.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
    await expect(page).toHaveURL(address);
    expect(complaints).toEqual([]);
  });
}

test('a way on from a campaign’s link leads to the page without it, and back to the same address', async ({
  page,
}) => {
  await page.goto(`/services/graphics/book-design?${CAMPAIGN}`);
  await page.locator('a[href="/services/graphics"]').first().click();
  await expect(page).toHaveURL(/\/services\/graphics$/);
  await page.goBack();
  await expect(page).toHaveURL(`/services/graphics/book-design?${CAMPAIGN}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Book Design' })).toBeVisible();
});
