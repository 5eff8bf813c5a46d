import { expect, test } from '../support/e2e.ts';

test.use({ changesNothing: true });

const READ_MORE = /^Read More/;

test(
  'a category is narrowed and sorted, and its address says how',
  { tag: '@journey' },
  async ({ page }) => {
    await page.goto('/services/graphics');
    const cards = page.getByRole('link', { name: READ_MORE });
    await expect(cards).toHaveCount(21);
    await page.getByRole('checkbox', { name: 'Visual Design' }).check({ force: true });
    await expect(page.getByRole('status').filter({ hasText: '3 of 21 services' })).toBeVisible();
    await page.getByLabel('Price to').fill('400');
    await expect(cards).toHaveCount(2);
    await page.getByLabel('Sort by').selectOption('Price, high to low');
    await expect(page).toHaveURL('/services/graphics?area=visual-design&max=400&sort=price-desc');
    await expect(cards.first()).toHaveAccessibleName('Read More → Infographic Design');

    await page.reload();
    await expect(cards).toHaveCount(2);
    await expect(page.getByLabel('Price to')).toHaveValue('400');
    await expect(page.getByRole('checkbox', { name: 'Visual Design' })).toBeChecked();

    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(cards).toHaveCount(21);
    await expect(page.getByLabel('Price to')).toHaveValue('');
  },
);

test('filters that match nothing offer one way out', async ({ page }) => {
  await page.goto('/services/business?min=29000');
  await expect(page.getByText('0 of 12 services')).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'No services match these filters' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page.getByRole('link', { name: READ_MORE })).toHaveCount(12);
});

test('an invalid query is ignored', async ({ page }) => {
  const answer = await page.goto('/services/music?area=zeppelin&min=x&rating=9&sort=colour');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('link', { name: READ_MORE })).toHaveCount(4);
});

test('cards show price and rating', async ({ page }) => {
  await page.goto('/services/graphics');
  const card = page.getByRole('article').filter({ hasText: 'Book Design' });
  await expect(card).toContainText('$1,750');
  await expect(card).toContainText(/Rated \d\.\d\d of 5 by \d+ customers?/);
});

test('what does not exist says so, with a way on', async ({ page }) => {
  for (const [path, title] of [
    ['/services/zeppelin', 'Service not found'],
    ['/services/video/zeppelin', 'Service not found'],
    ['/zeppelin', 'Page not found'],
  ] as const) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: 'VIEW OUR SERVICES' })).toBeVisible();
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the search form is answered by the overview', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('combobox').fill('book design');
    await page.getByRole('combobox').press('Enter');
    await expect(page).toHaveURL('/services?q=book+design');
    const results = page.getByRole('region', { name: 'Results for “book design”' });
    await expect(results.getByRole('link')).toHaveCount(1);

    await page.goto('/services?q=vidoe+editting');
    await expect(page.getByText('No services found matching "vidoe editting"')).toBeVisible();
    await page
      .getByRole('region', { name: 'Search results' })
      .getByRole('link', { name: 'Video Editing' })
      .click();
    await expect(page).toHaveURL('/services/video/video-editing');
  });

  test('who would contact an agent is led to the other ways', async ({ page }) => {
    await page.goto('/services/graphics/book-design');
    await expect(page.getByRole('button', { name: 'CONTACT AGENT' })).toHaveCount(0);
    await page.getByRole('link', { name: 'CONTACT AGENT' }).first().click();
    await expect(page).toHaveURL('/contact#keep-in-touch');
    await expect(page.getByRole('heading', { name: 'KEEP IN TOUCH' })).toBeInViewport();
    await expect(page.getByRole('link', { name: /support@/ }).first()).toBeVisible();
  });

  test('the filters of a category are a plain form', { tag: '@journey' }, async ({ page }) => {
    await page.goto('/services/programming');
    await page.getByLabel('Sort by').selectOption('Name');
    await page.getByRole('button', { name: 'Show services' }).click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(page.getByRole('link', { name: READ_MORE }).first()).toHaveAccessibleName(
      'Read More → Cloud Computing',
    );
  });

  test('the menu of small screens opens', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/services/music');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('#site-menu').getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('the first service is in sight at once, and a group has no empty cells', async ({ page }) => {
  const top = async () => (await page.locator('main article').first().boundingBox())?.y;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/services/graphics');
  expect(await top()).toBeLessThanOrEqual(420);
  const groups = await page.locator('.posters').evaluateAll((walls) =>
    walls.map((wall) => {
      const { left, right, bottom } = wall.getBoundingClientRect();
      const cards = [...wall.children].map((card) => card.getBoundingClientRect());
      const filled = (x: number, y: number) =>
        cards.some((c) => c.left <= x && x <= c.right && c.top <= y && y <= c.bottom);
      return filled(left + 10, bottom - 10) && filled(right - 10, bottom - 10);
    }),
  );
  expect(groups.length).toBeGreaterThan(1);
  expect(groups).not.toContain(false);

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await top()).toBeLessThanOrEqual(480);
});

test('on the narrowest telephone and on a tablet the first service is in sight, too', async ({
  page,
}) => {
  for (const width of [320, 800]) {
    await page.setViewportSize({ width, height: 844 });
    for (const section of ['graphics', 'business', 'digital', 'video', 'writing']) {
      await page.goto(`/services/${section}`);
      const first = await page.locator('main article').first().boundingBox();
      expect(first?.y, `${section} at ${width} px`).toBeLessThanOrEqual(480);
    }
  }
});

test('the picture of a card that leads fills what its words leave it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/services/digital');
  const gaps = await page.locator('.posters > [data-shape="lead"]').evaluateAll((leads) =>
    leads.map((lead) => {
      const [summary, link] = [lead.querySelector('h3 + p'), lead.querySelector('a')];
      const end = summary?.getBoundingClientRect().bottom ?? 0;
      return (link?.getBoundingClientRect().top ?? Infinity) - end;
    }),
  );
  expect(gaps.length).toBeGreaterThan(1);
  expect(Math.max(...gaps)).toBeLessThan(30);
});

test('on a phone the fields are folded away until they are wanted, and stay while they count', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/services/graphics');
  await expect(page.getByLabel('Price to')).toBeHidden();
  await page.getByText('Price, rating and sorting').click();
  await page.getByLabel('Price to').fill('400');
  await expect(page.getByRole('status').filter({ hasText: 'of 21 services' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Price to')).toHaveValue('400');
  await expect(page.getByLabel('Price to')).toBeVisible();
});
