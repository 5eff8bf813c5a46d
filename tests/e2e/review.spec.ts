import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';

async function fillIn(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
}

/** Chromium computes the proof of work for real. */
async function solveCaptcha(page: Page): Promise<void> {
  await page.getByLabel('I am human').check();
  await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit review' }).click();

test(
  'a review is stored, counted and shown to others after a reload',
  { tag: '@journey' },
  async ({ visit }) => {
    const page = await visit('/services/business/market-research');
    const before = await page.getByTestId('review-count').first().innerText();
    await page.getByRole('radio', { name: '4', exact: false }).first().check({ force: true });
    await page.getByLabel('Your review').fill('Clear numbers, and a table we still use.');
    await fillIn(page, 'Jonas Weber', 'jonas.weber@example.org');
    await solveCaptcha(page);
    await submit(page);
    await expect(page.getByText('Thank you. Your review is live.')).toBeVisible();
    await expect(page.getByText('Clear numbers, and a table we still use.')).toBeVisible();

    const other = await visit('/services/business/market-research');
    await expect(other.getByText('Clear numbers, and a table we still use.')).toBeVisible();
    expect(await other.getByTestId('review-count').first().innerText()).not.toBe(before);
    // The identity is remembered: the second review asks neither for a name nor for a captcha.
    await page.reload();
    await expect(page.getByText('Tell Us About You')).toBeHidden();
  },
);

test(
  'a review that is refused says why and keeps what was typed',
  { tag: '@journey' },
  async ({ visit }) => {
    const page = await visit('/services/graphics/poster-design');
    await page.getByLabel('Your review').fill('Bold and readable.');
    await submit(page);
    await expect(page.getByText('Please complete the CAPTCHA verification')).toBeVisible();
    await solveCaptcha(page);
    await submit(page);
    await expect(page.getByText('Please enter name & email')).toBeVisible();
    await fillIn(page, 'Jonas Weber', 'jonas.weber@');
    await submit(page);
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await expect(page.getByLabel('Your review')).toHaveValue('Bold and readable.');
    await page.getByLabel('Your review').fill('');
    await fillIn(page, 'Jonas Weber', 'jonas.weber@example.org');
    await submit(page);
    await expect(page.getByText('Please provide either a rating or review')).toBeVisible();
  },
);

test('the server checks again what the browser checked', async ({ visit, server }) => {
  const page = await visit('/');
  const post = (form: Record<string, string>) =>
    page.request.post('/services/graphics/poster-design', {
      form,
      headers: { Origin: server.origin },
    });
  const review = { name: 'Mallory', email: 'mallory@example.org', text: 'Hi', rating: '5' };

  const withoutCaptcha = await post(review);
  expect(withoutCaptcha.status()).toBe(400);
  expect(await withoutCaptcha.text()).toContain('Please complete the CAPTCHA verification');
  const forged = btoa(JSON.stringify({ challenge: { parameters: {} }, solution: {} }));
  expect((await post({ ...review, captcha: forged })).status()).toBe(400);
});
