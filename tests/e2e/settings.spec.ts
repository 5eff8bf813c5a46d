import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
/** A field to type into: its reset button is called after it too. */
const field = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true });
const resetOf = (page: Page, label: string) =>
  page.getByRole('button', { name: `Reset to default: ${label}` });

/** The same person in a browser without JavaScript. */
async function withoutScript(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
    javaScriptEnabled: false,
  });
  return context.newPage();
}

test(
  'what an admin saves is on every page, in structured data and in the API at once',
  { tag: '@journey' },
  async ({ signIn, visit, request }) => {
    const visitor = await visit('/services/graphics/book-design');
    await expect(visitor).toHaveTitle(/Embarka/);
    for (const path of ['/', '/contact', '/terms', '/refunds', '/payment', '/api']) {
      // Kept from now on, as it is.
      expect(await (await request.get(path)).text()).not.toContain('Quayside');
    }

    const henrik = await signIn('henrik', '/team/settings');
    await expect(henrik.getByText('Default.').first()).toBeVisible();
    await field(henrik, 'Brand name').fill('Quayside');
    await field(henrik, 'Support email').fill('help@quayside.example');
    await field(henrik, 'Phone').fill('+44 20 7946 0123');
    await field(henrik, 'Postal address').fill('2 Pier Road, Whitby');
    await field(henrik, 'Governing law').fill('Vermont');
    await field(henrik, 'Support hours').fill('9am-5pm GMT');
    await henrik.getByLabel('Time zone').selectOption('Europe/London');
    await field(henrik, 'Payment link').fill('https://pay.quayside.example/');
    await field(henrik, 'Brand name').press('Enter');
    await expect(henrik.getByRole('status').getByText('Saved: Brand name, Support')).toBeVisible();
    await expect(henrik.getByRole('banner').getByRole('link', { name: 'Quayside' })).toBeVisible();
    await expect(henrik.getByText('Default: Embarka')).toBeVisible();
    await expectAccessible(henrik);

    await visitor.reload();
    await expect(visitor).toHaveTitle(/Quayside/);
    const structured = await visitor
      .locator('script[type="application/ld+json"]')
      .allTextContents();
    expect(structured.join()).toContain('Quayside');
    await visitor.goto('/contact');
    await expect(visitor.getByRole('link', { name: '+44 20 7946 0123' })).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'help@quayside.example' })).toBeVisible();
    for (const [path, text] of [
      ['/', 'Quayside'],
      ['/terms', 'Vermont'],
      ['/terms', '2 Pier Road, Whitby'],
      ['/refunds', '9am-5pm GMT'],
      ['/payment', 'https://pay.quayside.example/'],
      ['/api', 'Quayside'],
      ['/api/openapi.json', 'Quayside API'],
      ['/manifest', '"name":"Quayside"'],
      ['/service-cards', 'https://pay.quayside.example/'],
    ] as const) {
      expect(await (await request.get(path)).text(), path).toContain(text);
    }

    await henrik.goto('/team/audit');
    const inboxRow = henrik.getByRole('row').filter({ hasText: 'BRAND_NAME' });
    await expect(inboxRow).toContainText('Setting changed');
    await expect(inboxRow).toContainText('Embarka → Quayside');
    await henrik.goto('/team/settings');
    await resetOf(henrik, 'Brand name').click();
    await expect(henrik.getByText('Default restored: Brand name.')).toBeVisible();
    await expect(field(henrik, 'Brand name')).toHaveValue('Embarka');
    await visitor.goto('/');
    await expect(visitor).toHaveTitle(/Embarka/);
  },
);

test('the hours of the chat are set with the keyboard alone, and count at once', async ({
  signIn,
  request,
}) => {
  const henrik = await signIn('henrik', '/team/settings');
  await henrik.getByLabel('Always open').focus();
  await henrik.keyboard.press('ArrowDown');
  await expect(henrik.getByLabel('Only at these times')).toBeChecked();
  await save(henrik);
  await expect(henrik.getByText('Enter hours for at least one day')).toBeVisible();

  // A quarter of an hour on a day that is not today is not now.
  const closed = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000);
  const day = closed.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
  await henrik.getByLabel(`${day}, opening time`, { exact: true }).focus();
  await henrik.keyboard.type('0900AM');
  await save(henrik);
  await expect(
    henrik.getByText(`${day} needs both an opening time and a closing time.`),
  ).toBeVisible();
  await expect(henrik.getByLabel(`${day}, opening time`, { exact: true })).toBeFocused();
  await expect(henrik.getByLabel(`${day}, opening time`, { exact: true })).toHaveValue('09:00');
  await expectAccessible(henrik);
  await henrik.getByLabel(`${day}, closing time`, { exact: true }).focus();
  await henrik.keyboard.type('0915AM');
  await henrik.keyboard.press('Enter');
  await expect(henrik.getByText('Saved: Chat hours.')).toBeVisible();
  expect(await (await request.get('/chat/availability')).json()).toMatchObject({
    opensAt: expect.stringContaining('T'),
  });

  await henrik.getByLabel('Always open').check();
  await expect(henrik.getByLabel(`${day}, opening time`, { exact: true })).toBeHidden();
  await save(henrik);
  await expect(henrik.getByText('Saved: Chat hours.')).toBeVisible();
  await expect(resetOf(henrik, 'Chat hours')).toBeVisible();
  // The words of the save before may still stand there.
  await expect
    .poll(async () => (await (await request.get('/chat/availability')).json()) as unknown)
    .toMatchObject({ opensAt: null });
});

test('of two admins the second is told, keeps what was typed, and may insist', async ({
  signIn,
}) => {
  const first = await signIn('henrik', '/team/settings');
  const second = await first.context().newPage();
  await second.goto('/team/settings');
  await field(first, 'Phone').fill('+1 111');
  await save(first);
  await expect(first.getByText('Saved: Phone.')).toBeVisible();

  await field(second, 'Phone').fill('+2 222');
  await field(second, 'Governing law').fill('Oregon');
  await save(second);
  await expect(
    second.getByText('Someone else changed this in the meantime. It is now: +1 111'),
  ).toBeVisible();
  await expect(field(second, 'Phone')).toHaveValue('+2 222');
  await expect(field(second, 'Phone')).toBeFocused();
  await expect(field(second, 'Governing law')).toHaveValue('Oregon');
  await expectAccessible(second);
  await save(second);
  await expect(second.getByText('Saved: Phone, Governing law.')).toBeVisible();
  await first.reload();
  await expect(field(first, 'Phone')).toHaveValue('+2 222');
});

test('it all works without JavaScript, and a shorter period asks first', async ({
  browser,
  signIn,
}) => {
  const plain = await withoutScript(browser, await signIn('henrik'));
  await plain.goto('/team/settings');
  await field(plain, 'Support email').fill('nobody');
  await field(plain, 'Brand name').fill('');
  await field(plain, "Reviewers' email addresses").fill('soon');
  await field(plain, 'Governing law').fill('Idaho');
  await plain.getByLabel('Only at these times').check();
  await plain.getByLabel('Monday, opening time', { exact: true }).fill('09:00');
  await plain.getByLabel('Monday, closing time', { exact: true }).fill('17:00');
  await save(plain);
  await expect(plain.getByText('Support email must be an email address.')).toBeVisible();
  await expect(plain.getByText('Brand name must not be empty.')).toBeVisible();
  await expect(plain.getByText("Reviewers' email addresses must be a whole number")).toBeVisible();
  await expect(field(plain, 'Support email')).toHaveValue('nobody');
  await expect(field(plain, 'Governing law')).toHaveValue('Idaho');
  await expect(plain.getByLabel('Monday, closing time', { exact: true })).toHaveValue('17:00');

  await field(plain, 'Support email').fill('desk@harbour.example');
  await field(plain, 'Brand name').fill('Harbour');
  await field(plain, "Reviewers' email addresses").fill('30');
  await save(plain);
  await expect(plain.getByText('A shorter period permanently deletes data')).toBeVisible();
  await expect(plain.getByText(/^Reviews written more than 30 days ago/)).toBeVisible();
  // Agreeing to thirty days is not agreeing to three.
  await field(plain, "Reviewers' email addresses").fill('3');
  await plain.getByRole('button', { name: 'Save and delete' }).click();
  await expect(plain.getByText(/^Reviews written more than 3 days ago/)).toBeVisible();
  await plain.getByRole('button', { name: 'Save and delete' }).click();
  await expect(plain.getByText(/^Saved: Brand name, Support email/)).toBeVisible();
  await expect(field(plain, "Reviewers' email addresses")).toHaveValue('3');
  await expect(plain.getByLabel('Monday, opening time', { exact: true })).toHaveValue('09:00');

  // What is reset takes nothing else along.
  await field(plain, 'Governing law').fill('Kansas');
  await resetOf(plain, 'Brand name').click();
  await expect(plain.getByText("Your other changes aren't saved yet.")).toBeVisible();
  await expect(field(plain, 'Brand name')).toHaveValue('Embarka');
  await expect(field(plain, 'Governing law')).toHaveValue('Kansas');
  await plain.getByRole('button', { name: 'Send test email' }).click();
  await expect(plain.getByText('No mail server is configured, so nothing was sent.')).toBeVisible();
  await expect(field(plain, 'Governing law')).toHaveValue('Kansas');
  await resetOf(plain, 'Chat hours').click();
  await expect(plain.getByLabel('Always open')).toBeChecked();
  await plain.context().close();
});

test('a phone has room for all of it', async ({ signIn }) => {
  const henrik = await signIn('henrik', '/team/settings');
  await henrik.setViewportSize({ width: 320, height: 640 });
  await henrik.getByLabel('Only at these times').check();
  await expectAccessible(henrik);
  const isWide = await henrik.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWide).toBe(false);
  await henrik.getByLabel('Always open').check();
  await field(henrik, 'Audit log').fill('7');
  await save(henrik);
  const question = henrik
    .getByRole('alert')
    .filter({ hasText: 'A shorter period permanently deletes' });
  await expect(question).toBeFocused();
  await expect(question).toBeInViewport();
  await expectAccessible(henrik);
  // Who thinks better of it saves the longer period.
  await field(henrik, 'Audit log').fill('365');
  await save(henrik);
  await expect(henrik.getByText('No changes to save.')).toBeInViewport();
});

test('a setting is found by its words, and says at its field that it is saved', async ({
  signIn,
}) => {
  const henrik = await signIn('henrik', '/team/settings');
  await henrik.getByRole('searchbox', { name: 'Find a setting' }).fill('governing');
  await expect(henrik.getByRole('heading', { level: 2 })).toHaveText(['Contact']);
  const links = henrik.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(links).toHaveText(['Contact']);
  // The brand is content, and is found here as well.
  const find = henrik.getByRole('searchbox', { name: 'Find a setting' });
  for (const word of ['colour', 'theme', 'logo']) {
    await find.fill(word);
    await expect(henrik.getByRole('link', { name: 'Content → Brand' })).toBeVisible();
  }
  await find.fill('governing');
  await field(henrik, 'Support email').fill('nobody', { force: true });
  await field(henrik, 'Governing law').fill('Oregon');
  await save(henrik);
  await expect(henrik.getByText('Not saved yet. Check the marked fields.')).toBeInViewport();
  await henrik.getByRole('button', { name: 'Show the marked field' }).click();
  await expect(field(henrik, 'Support email')).toBeFocused();
  await field(henrik, 'Support email').fill('help@quayside.example');
  await save(henrik);
  await expect(henrik.getByText(/^Saved: /)).toBeInViewport();
  const contact = henrik.getByRole('region', { name: 'Contact' });
  await expect(contact.getByText('Saved', { exact: true }).first()).toBeVisible();
  await expect(field(henrik, 'Governing law')).toBeInViewport();
  await expectAccessible(henrik);
  await henrik.getByRole('searchbox', { name: 'Find a setting' }).fill('xylophone');
  await expect(henrik.getByText('No setting contains these words.')).toBeVisible();
  await henrik.getByRole('searchbox', { name: 'Find a setting' }).fill('');
  await henrik.getByRole('navigation', { name: 'Sections' }).getByText('Retention').click();
  await expect(henrik.getByRole('heading', { name: 'Retention' })).toBeInViewport();
});

test('nobody but an admin opens the settings', async ({ signIn }) => {
  const ines = await signIn('ines');
  const answer = await ines.goto('/team/settings');
  expect(answer?.status()).toBe(403);
  await expect(ines.getByText("Your account doesn't have access to this page.")).toBeVisible();
});
