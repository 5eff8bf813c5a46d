import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { mailedLink } from '../support/mailed-links.ts';

const SERVICE = '/services/business/market-research';
const RUDE = 'They called at night from 555 0100 and shouted.';

async function postReview(page: Page, review: { name: string; text: string; stars: number }) {
  await page.goto(SERVICE);
  await page
    .getByRole('radio', { name: String(review.stars) })
    .first()
    .check({ force: true });
  await page.getByLabel('Your review').fill(review.text);
  await page.getByLabel('Name', { exact: true }).fill(review.name);
  const email = `${review.name.toLowerCase()}@example.org`;
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByLabel('I am human').check();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText('Thank you. Your review is live.')).toBeVisible();
}

const rowOf = (page: Page, text: string) =>
  page.getByTestId('moderated-review').filter({ hasText: text });

/** Every door behind which a review could be found. */
async function publicTexts(request: APIRequestContext): Promise<string> {
  const doors = [
    SERVICE,
    `${SERVICE}?sort=lowest`,
    `${SERVICE}?stars=1`,
    `${SERVICE}?sort=text&page=2`,
    `${SERVICE}.data`,
    '/services/business',
    '/services/business.data',
    '/services?q=night',
    '/search-index',
    '/sitemap.xml',
    '/moderation-log',
    '/moderation-log.data',
  ];
  const answers = await Promise.all(doors.map((path) => request.get(path)));
  for (const answer of answers) expect(answer.ok(), answer.url()).toBe(true);
  return (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
}

test('the mailed link marks a review as its address’s own, once', async ({ visit, server }) => {
  const page = await visit();
  await postReview(page, { name: 'Jonas', text: 'Clear numbers.', stars: 4 });
  const review = page.getByRole('listitem').filter({ hasText: 'Clear numbers.' });
  await expect(review).not.toContainText('Verified email');

  const link = await mailedLink(server, 'jonas@example.org', /^Confirm your review of Market/);
  const mailbox = await visit(link);
  await expectAccessible(mailbox, 'main');
  await mailbox.getByRole('button', { name: 'Yes, this is my review' }).click();
  await expect(mailbox.getByRole('main').getByRole('status')).toContainText('Verified email');
  // A kept page from before the confirmation would still be without the mark.
  await mailbox.getByRole('link', { name: 'See reviews of Market Research' }).click();
  await expect(mailbox.getByText('Clear numbers.')).toBeVisible();
  await page.goto(SERVICE);
  await expect(review).toContainText('Verified email');

  await mailbox.goto(link);
  await expect(mailbox.getByRole('alert')).toHaveText(
    'This link has expired or has already been used.',
  );
});

test('a review is reported without scripts, hidden for a reason, and seen by nobody after that', async ({
  browser,
  server,
  signIn,
  visit,
  request,
}) => {
  await postReview(await visit(), { name: 'Mallory', text: RUDE, stars: 1 });
  expect(await publicTexts(request)).toContain(RUDE);
  const countBefore = await reviewCount(request);

  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto(SERVICE);
  await reader.getByRole('link', { name: 'Report the review by Mallory' }).click();
  await reader.getByRole('button', { name: 'Report review' }).click();
  await expect(reader.getByText('Please select a reason')).toBeVisible();
  await reader.getByLabel(/^Personal data/).check();
  await reader.getByLabel('Anything we should know (optional)').fill('It names a phone number.');
  await reader.getByRole('button', { name: 'Report review' }).click();
  await expect(reader.getByRole('main').getByRole('status')).toContainText(
    'will read the review and decide',
  );
  const reportPage = reader.url();
  await reader.goto(reportPage);
  await reader.getByLabel(/^Personal data/).check();
  await reader.getByRole('button', { name: 'Report review' }).click();
  await expect(reader.getByRole('main').getByRole('status')).toContainText(
    "You've already reported this review",
  );
  await context.close();

  const ines = await signIn('ines', '/team/reviews');
  const row = rowOf(ines, RUDE);
  await expect(row).toContainText('1 report');
  await expect(row).toContainText('Personal data: It names a phone number.');
  await row.getByText('Hide…').click();
  await expect(row).toContainText('A low rating is never a reason');
  await row.getByRole('button', { name: 'Hide review' }).click();
  await expect(row).toContainText('Select one of the published reasons');
  await row.getByLabel('Published reason').selectOption('Personal data');
  await row.getByRole('button', { name: 'Hide review' }).click();
  await expect(row).toContainText('Describe which part of the review is the reason');
  await row.getByLabel('Which part of the review is the reason').fill('It names a phone number.');
  await expectAccessible(ines);
  await row.getByRole('button', { name: 'Hide review' }).click();
  await expect(ines.getByRole('status')).toContainText('The review is hidden.');
  await expect(row).toHaveCount(0);

  expect(await publicTexts(request)).not.toMatch(/555 0100|Mallory|names a phone/);
  expect(await reviewCount(request)).toBe(countBefore - 1);
  expect((await request.get(reportPage)).status()).toBe(404);

  const visitor = await visit('/moderation-log');
  await expect(visitor.getByTestId('decision').first()).toContainText('Hidden');
  await expect(visitor.getByTestId('decision').first()).toContainText(
    'A review of Market Research · Personal data',
  );
  await expect(visitor.getByTestId('decision').first()).toContainText('After 1 report');
  await expectAccessible(visitor);

  await ines.getByLabel('Show', { exact: true }).selectOption('hidden');
  await rowOf(ines, RUDE).getByRole('button', { name: 'Show again' }).click();
  await expect(ines.getByRole('status')).toContainText('visible again');
  await visitor.goto(SERVICE);
  await expect(visitor.getByText(RUDE)).toBeVisible();
});

/** As search engines are told it. */
async function reviewCount(request: APIRequestContext): Promise<number> {
  const html = await (await request.get(SERVICE)).text();
  return Number(/"reviewCount":(\d+)/.exec(html)?.[1]);
}

test('of two who reply to one review the second reads the first, keeps what was typed, and may write over it', async ({
  signIn,
}) => {
  const list = '/team/reviews?show=all&section=business&stars=2';
  const henrik = await signIn('henrik', list);
  const ines = await signIn('ines', list);
  const rowOf = (page: Page) => page.getByTestId('moderated-review').first();
  const write = async (page: Page, text: string) => {
    await rowOf(page).getByText('Reply…').click();
    await rowOf(page).getByLabel('Public reply').fill(text);
    await rowOf(page).getByRole('button', { name: 'Publish reply' }).click();
  };
  await write(henrik, 'We have called you.');
  await expect(henrik.getByRole('status')).toContainText('The reply is now public.');
  await write(ines, 'We will call you.');
  await expect(
    rowOf(ines).getByText('Someone else has changed the reply in the meantime.', { exact: false }),
  ).toBeVisible();
  await expect(rowOf(ines)).toContainText('We have called you.');
  await expect(rowOf(ines).getByLabel('Public reply')).toHaveValue('We will call you.');
  await rowOf(ines).getByRole('button', { name: 'Save reply' }).click();
  await expect(ines.getByRole('status')).toContainText('The reply is now public.');
  await expect(rowOf(ines)).toContainText('We will call you.');
  await rowOf(ines).getByText('Edit reply…').click();
  await rowOf(ines).getByRole('button', { name: 'Delete reply' }).click();
  await expect(ines.getByRole('status')).toContainText('The reply has been deleted.');
});

test('the business replies under a review, changes the reply and takes it back', async ({
  signIn,
  visit,
}) => {
  const henrik = await signIn('henrik', '/team/reviews?show=all&section=business&stars=2');
  const row = henrik.getByTestId('moderated-review').first();
  const servicePath =
    (await henrik.locator('tbody').getByRole('link').first().getAttribute('href')) ?? '';
  await row.getByText('Reply…').click();
  await row.getByLabel('Public reply').fill('We are sorry, and have changed how we work.');
  await row.getByRole('button', { name: 'Publish reply' }).click();
  await expect(henrik.getByRole('status')).toContainText('The reply is now public.');

  const visitor = await visit(`${servicePath}?stars=2`);
  await expect(visitor.getByText('Reply from Embarka')).toBeVisible();
  await expect(visitor.getByText('We are sorry, and have changed how we work.')).toBeVisible();

  await row.getByText('Edit reply…').click();
  await row.getByLabel('Public reply').fill('We are sorry, and work in another way now.');
  await row.getByRole('button', { name: 'Save reply' }).click();
  await expect(row).toContainText('We are sorry, and work in another way now.');
  await row.getByText('Edit reply…').click();
  await row.getByRole('button', { name: 'Delete reply' }).click();
  await expect(henrik.getByRole('status')).toContainText('The reply has been deleted.');
  await visitor.reload();
  await expect(visitor.getByText('Reply from Embarka')).toBeHidden();

  await henrik.goto('/team/audit');
  for (const action of ['Review reply deleted', 'Review reply posted']) {
    await expect(henrik.getByRole('row').filter({ hasText: action }).first()).toContainText(
      'henrik.dahl@embarka.example',
    );
  }
});

test('agents and support do not moderate', async ({ signIn }) => {
  for (const name of ['maya', 'sam'] as const) {
    const page = await signIn(name, '/team/reviews');
    await expect(page.getByRole('heading', { name: 'For managers and admins only' })).toBeVisible();
    const answer = await page.request.post('/team/reviews', {
      form: { intent: 'show', id: '00000000-0000-4000-8000-000000000000' },
      headers: { Origin: new URL(page.url()).origin },
    });
    expect(answer.status()).toBe(403);
  }
});

test('reviews are read in another order and by stars, with links alone', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/services/video/video-editing');
  const order = page.getByRole('navigation', { name: 'Sort reviews' });
  const ratings = () =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: /^Report the review/ }) })
      .getByRole('img', { name: /of 5 stars/ })
      .evaluateAll((stars) => stars.map((one) => Number.parseInt(one.ariaLabel ?? '', 10)));
  await expect(order.getByRole('link', { name: 'Newest' })).toHaveAttribute('aria-current', 'true');
  await order.getByRole('link', { name: 'Lowest rated' }).click();
  // On a busy computer the list comes a moment after its page.
  await expect.poll(async () => (await ratings())[0] ?? 5).toBeLessThan(5);
  await page.waitForLoadState();
  const lowest = await ratings();
  expect(lowest).toEqual(lowest.toSorted((a, b) => a - b));
  await page.getByRole('link', { name: /^5 stars: / }).click();
  await expect(page.getByText('Only reviews with 5 stars')).toBeVisible();
  expect(new Set(await ratings())).toEqual(new Set([5]));
  await page.getByRole('link', { name: /^5 stars: / }).click();
  await expect(page).toHaveURL(/\?sort=lowest#/);
  await context.close();
});
