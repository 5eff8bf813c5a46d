import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';

/** Where pictures of the pages are laid for somebody who wants to look at them. */
const LOOK = process.env.EMBARKA_LOOK;

async function look(page: Page, name: string): Promise<void> {
  if (LOOK) await page.screenshot({ path: `${LOOK}/${name}.png`, fullPage: true });
}

/** The same person in a browser without JavaScript. */
async function withoutScript(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
    javaScriptEnabled: false,
  });
  return context.newPage();
}

const row = (page: Page, title: string) =>
  page.getByTestId('catalogue-row').filter({ hasText: title }).first();

async function publish(page: Page): Promise<void> {
  await page.goto('/team/catalogue/publish');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('status').getByText(/Publication \d+ is live/)).toBeVisible();
}

test(
  'a price that is changed in the table is a draft, and everywhere once it is published',
  { tag: '@journey' },
  async ({ signIn, visit, request }) => {
    const visitor = await visit('/services/graphics/book-design');
    await expect(visitor.getByText('$1,750').first()).toBeVisible();
    const ines = await signIn('ines', '/team/catalogue');
    await look(ines, 'table');
    await ines.getByRole('searchbox', { name: 'Search' }).fill('book design');
    await expect(ines.getByText('1 result', { exact: true })).toBeVisible();
    const price = ines.getByLabel('Price of Book Design in USD');
    for (const [typed, says] of [
      ['0', 'A price must be more than 0.'],
      ['1000000000000', 'A price can be at most $999,999,999.99.'],
      ['a lot', 'Enter the price as a number'],
    ] as const) {
      await price.fill(typed);
      await price.press('Enter');
      await expect(row(ines, 'Book Design').getByText(says)).toBeVisible();
      await expect(price).toHaveValue(typed);
    }
    // Leaving the field saves it, and its own form of the number is shown.
    await price.fill('1999');
    await price.press('Tab');
    await expect(row(ines, 'Book Design').getByText('Saved')).toBeVisible();
    await expect(row(ines, 'Book Design').getByText('Draft')).toBeVisible();
    await expect(price).toHaveValue('1999');
    await visitor.reload();
    await expect(visitor.getByText('$1,750').first()).toBeVisible();

    await ines.getByRole('link', { name: 'Publish (1)' }).click();
    await expect(ines.getByTestId('pending')).toContainText(/Price:\s*\$1,750 → \$1,999/);
    await look(ines, 'publish');
    await expectAccessible(ines);
    await ines.getByLabel('Note').fill('The new list');
    await ines.getByRole('button', { name: 'Publish' }).click();
    await expect(
      ines.getByRole('status').getByText('Publication 2 is live: 1 change.'),
    ).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('$1,999').first()).toBeVisible();
    for (const path of ['/services/graphics', '/services', '/service-cards']) {
      expect(await (await request.get(path)).text()).toContain('$1,999');
    }
    const api = await request.get('/api/v1/services/graphics/book-design');
    expect(await api.json()).toMatchObject({ price: { amount: 199_900, currency: 'USD' } });

    await ines.goto('/team/catalogue/history');
    await expect(ines.getByTestId('publication').first()).toContainText('The new list');
    await ines.getByText('What changed').first().click();
    await look(ines, 'history');
    await expectAccessible(ines);
    await ines.getByRole('button', { name: 'Undo this publication: 2' }).click();
    await ines.getByRole('button', { name: 'Undo publication 2' }).click();
    await expect(ines.getByText('Publication 2 has been undone by publication 3.')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('$1,750').first()).toBeVisible();
  },
);

test('who publishes sees what a colleague took back meanwhile, before anything is public', async ({
  signIn,
}) => {
  const ines = await signIn('ines', '/team/catalogue?q=book+design');
  const price = ines.getByLabel('Price of Book Design in USD');
  const save = async (typed: string) => {
    await ines.goto('/team/catalogue?q=book+design');
    await price.fill(typed);
    await price.press('Enter');
    await expect(row(ines, 'Book Design').getByText('Saved')).toBeVisible();
    await expect(row(ines, 'Book Design').getByText('Draft')).toBeVisible();
  };
  await save('1999');
  await publish(ines);
  await save('2500');
  await ines.getByRole('link', { name: 'Publish (1)' }).click();
  const pending = ines.getByTestId('pending');
  await expect(pending).toContainText(/Price:\s*\$1,999 → \$2,500/);
  await ines.getByLabel('Note').fill('Dearer paper');

  const henrik = await signIn('henrik', '/team/catalogue/history');
  const last = henrik.getByTestId('publication').first();
  await last.getByRole('button', { name: /^Undo this publication/ }).click();
  await henrik.getByRole('button', { name: /^Undo publication/ }).click();
  await expect(henrik.getByText(/has been undone by publication/)).toBeVisible();

  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(
    ines.getByText(
      /“Book Design” was changed in the meantime in publication \d+ \(Henrik Dahl\): Price\./,
    ),
  ).toBeVisible();
  await expect(pending).toContainText(/Price:\s*\$1,750 → \$2,500/);
  await expect(ines.getByLabel('Note')).toHaveValue('Dearer paper');
  await look(ines, 'publish-refused');
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByRole('status').getByText(/Publication \d+ is live/)).toBeVisible();
});

test('a new service is previewed, published, found, renamed and hidden', async ({
  signIn,
  visit,
  request,
}) => {
  const ines = await signIn('ines', '/team/catalogue');
  await ines.getByRole('link', { name: 'New service' }).click();
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Enter a title for the service.')).toBeVisible();
  await expect(ines.getByText('Choose a group.')).toBeVisible();
  await ines.getByLabel('Title').first().fill('Sail Lettering');
  await ines.getByLabel('Group').selectOption({ label: 'Print Design' });
  await ines.getByLabel('Summary').fill('Names and numbers for sails.');
  await ines.getByLabel('Description').first().fill('Letters cut to the rules of your class.');
  await ines.getByRole('textbox', { name: 'Price', exact: true }).first().fill('240');
  await ines.getByLabel('Delivery time in days').fill('6');
  await ines.getByLabel('What we need from the buyer').fill('The number of the sail.');
  const basic = ines.getByRole('group', { name: 'basic' });
  await basic.getByLabel('Price').fill('99.90');
  await basic.getByLabel('Included').fill('One number, both sides.');
  await ines.getByRole('textbox', { name: 'Question 1' }).fill('Will it peel off?');
  await ines.getByLabel('Answer 1').fill('Not in a season.');
  await look(ines, 'form');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText("Draft saved. Visitors don't see it")).toBeVisible();
  await expect(ines.getByRole('textbox', { name: 'Address' })).toHaveValue('sail-lettering');
  await expectAccessible(ines);
  expect((await request.get('/services/graphics/sail-lettering')).status()).toBe(404);

  await ines.getByRole('button', { name: 'Preview' }).click();
  await expect(ines.getByRole('heading', { name: 'Preview: Sail Lettering' })).toBeVisible();
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const) {
    const frame = ines.frameLocator(`[title="Sail Lettering, ${theme}, ${width} pixels wide"]`);
    await expect(frame.getByRole('heading', { name: 'Sail Lettering' })).toBeVisible();
    await expect(frame.locator(`html[data-theme=${theme}]`)).toBeAttached();
  }
  await look(ines, 'preview');
  await ines.getByRole('link', { name: 'Publish' }).click();
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByText(/Publication \d+ is live/)).toBeVisible();

  const visitor = await visit('/');
  await visitor.getByRole('combobox', { name: 'Search all services' }).fill('sail lett');
  await visitor.getByRole('option', { name: 'Sail Lettering' }).click();
  await expect(visitor).toHaveURL('/services/graphics/sail-lettering');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Sail Lettering' })).toBeVisible();
  // The package can be ordered, the regular price cannot.
  await expect(visitor.getByText('$99.90').first()).toBeVisible();
  await expect(visitor.getByText('$240')).toHaveCount(0);
  await expect(visitor.getByText('Delivered in 6 days').first()).toBeVisible();
  await visitor.getByText('Will it peel off?').click();
  await expect(visitor.getByText('Not in a season.')).toBeVisible();
  const structured = await (await request.get('/services/graphics/sail-lettering')).text();
  expect(structured).toContain('"price":"99.90"');
  expect(structured).toContain('FAQPage');
  await visitor.goto('/services?q=within+6+days');
  await expect(visitor.getByRole('article')).toHaveCount(1);
  await visitor.goto('/services/graphics');
  await visitor.getByLabel('Delivered within').selectOption('7');
  await expect(visitor.getByText('1 of 22 services')).toBeVisible();
  await visitor.goto('/services/graphics/sail-lettering');
  await look(visitor, 'new-service');
  await expectAccessible(visitor);
  expect(await (await request.get('/sitemap.xml')).text()).toContain('sail-lettering');

  await ines.goto('/team/catalogue?q=sail');
  await ines.getByRole('link', { name: 'Sail Lettering' }).click();
  await ines.getByLabel('Title').first().fill('Lettering for Sails');
  await ines.getByRole('textbox', { name: 'Address' }).fill('lettering-for-sails');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Draft saved.')).toBeVisible();
  await publish(ines);
  const old = await request.get('/services/graphics/sail-lettering', { maxRedirects: 0 });
  expect([old.status(), old.headers().location]).toEqual([
    301,
    '/services/graphics/lettering-for-sails',
  ]);

  await ines.goto('/team/catalogue?q=lettering');
  await ines.getByRole('link', { name: 'Lettering for Sails' }).click();
  await ines.getByRole('checkbox', { name: 'Hidden' }).check();
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Draft saved.')).toBeVisible();
  await publish(ines);
  for (const slug of ['lettering-for-sails', 'sail-lettering']) {
    const gone = await request.get(`/services/graphics/${slug}`);
    expect(gone.status()).toBe(410);
    // React sends as a hidden element what a script would put in its place.
    expect(await gone.text()).not.toMatch(/<div hidden(?:="")? id="S:/);
  }
  await visitor.goto('/services/graphics/sail-lettering');
  await expect(visitor.getByRole('heading', { name: 'No longer offered' })).toBeVisible();
  await look(visitor, 'gone');
  await expectAccessible(visitor);
  await visitor.getByRole('link', { name: 'All Graphics & Design' }).click();
  await expect(visitor).toHaveURL('/services/graphics');
});

test('what is too long is said at its field, and not a letter of it is lost', async ({
  signIn,
}) => {
  const ines = await signIn('ines', '/team/catalogue/service/new');
  await ines.getByLabel('Title').first().fill('Sail Lettering');
  await ines.getByLabel('Group').selectOption({ label: 'Print Design' });
  const summary = `Names and numbers for ${'very '.repeat(30)}large sails.`;
  await ines.getByLabel('Summary').fill(summary);
  await ines.getByLabel('Description').first().fill('Letters cut to the rules of your class.');
  await ines.getByRole('textbox', { name: 'Price', exact: true }).first().fill('240');
  await ines.getByLabel('Revisions').first().pressSequentially('100');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Use at most 90 characters.')).toBeVisible();
  await expect(ines.getByText('Enter a whole number from 0 to 99,')).toBeVisible();
  await expect(ines.getByLabel('Summary')).toHaveValue(summary);
  await expect(ines.getByLabel('Revisions').first()).toHaveValue('100');
});

test('what was typed is there again after a reload and another page, until it is saved or left out', async ({
  signIn,
}) => {
  const ines = await signIn('ines', '/team/catalogue?q=Menu');
  const failures: string[] = [];
  ines.on('pageerror', ({ message }) => failures.push(message));
  await ines.getByRole('link', { name: 'Menu Design' }).click();
  const summary = ines.getByLabel('Summary');
  const before = await summary.inputValue();
  const isBack = ines.getByText('Your earlier input has been restored.');
  await summary.fill('Dishes that sell.');
  await ines.getByRole('checkbox', { name: /^Hidden/ }).check();
  await ines.reload();
  await expect(isBack).toBeVisible();
  await expect(summary).toHaveValue('Dishes that sell.');
  await expect(ines.getByRole('checkbox', { name: /^Hidden/ })).toBeChecked();
  await expectAccessible(ines);
  await ines.getByRole('link', { name: 'History' }).click();
  await expect(ines.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await ines.goBack();
  await expect(summary).toHaveValue('Dishes that sell.');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText("Draft saved. Visitors don't see it")).toBeVisible();
  await ines.reload();
  await expect(summary).toHaveValue('Dishes that sell.');
  await expect(isBack).toHaveCount(0);

  await summary.fill('Neither this.');
  await ines.reload();
  await ines.getByRole('button', { name: 'Discard restored input' }).click();
  await expect(summary).toHaveValue('Dishes that sell.');
  await expect(isBack).toHaveCount(0);
  await ines.getByRole('button', { name: 'Discard draft' }).click();
  await ines.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(summary).toHaveValue(before);

  // What was refused is kept as well, and what led elsewhere is not.
  await ines.goto('/team/catalogue/section/new');
  await ines.getByLabel('Title').first().fill('Sails');
  await ines.getByLabel('Tagline').fill('x'.repeat(200));
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Use at most 120 characters.')).toBeVisible();
  await ines.reload();
  await expect(ines.getByLabel('Tagline')).toHaveValue('x'.repeat(200));
  await ines.getByLabel('Tagline').fill('All of canvas.');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines).toHaveURL(/saved=new/);
  await expect(ines.getByText("Draft saved. Visitors don't see it")).toBeVisible();
  const saved = ines.url();
  await ines.goto('/team/catalogue/section/new');
  await expect(ines.getByLabel('Title').first()).toHaveValue('');
  await expect(isBack).toHaveCount(0);
  // Whatever is published next on this server would take it along.
  await ines.goto(saved);
  await ines.getByRole('button', { name: 'Discard draft' }).click();
  await ines.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(ines).toHaveURL(/\/team\/catalogue$/);
  expect(failures).toEqual([]);
});

test('what was translated and not saved is there again, and two who translate the same are told', async ({
  signIn,
}) => {
  const path = '/team/catalogue?q=Menu';
  const [ines, henrik] = [await signIn('ines', path), await signIn('henrik', path)];
  for (const page of [ines, henrik]) {
    await page.getByRole('link', { name: 'Menu Design' }).click();
    await page.getByRole('link', { name: /^Texts in Spanish/ }).click();
    await expect(page.getByLabel('Title in Spanish')).toBeVisible();
  }
  const title = ines.getByLabel('Title in Spanish');
  const isBack = ines.getByText('Your earlier input has been restored.');
  await title.fill('Cartas de mesa');
  await ines.reload();
  await expect(isBack).toBeVisible();
  await expect(title).toHaveValue('Cartas de mesa');
  await expectAccessible(ines);
  await henrik.getByLabel('Title in Spanish').fill('Menús de mesa');
  await henrik.getByRole('button', { name: 'Save translation' }).click();
  await expect(henrik.getByText('The translation is saved as a draft.')).toBeVisible();
  await ines.getByRole('button', { name: 'Save translation' }).click();
  await expect(ines.getByText('It is now: Menús de mesa')).toBeVisible();
  await ines.reload();
  await expect(title).toHaveValue('Cartas de mesa');
  await ines.getByRole('button', { name: 'Save translation' }).click();
  await expect(ines.getByText('It is now: Menús de mesa')).toBeVisible();
  await ines.getByRole('button', { name: 'Save translation' }).click();
  await expect(ines.getByText('The translation is saved as a draft.')).toBeVisible();
  await ines.reload();
  await expect(title).toHaveValue('Cartas de mesa');
  await expect(isBack).toHaveCount(0);

  await title.fill('Otra cosa');
  await ines.reload();
  await ines.getByRole('button', { name: 'Discard restored input' }).click();
  await expect(title).toHaveValue('Cartas de mesa');
  await expect(isBack).toHaveCount(0);
  await ines.getByRole('link', { name: 'Back to the entry' }).click();
  await ines.getByRole('button', { name: 'Discard draft' }).click();
  await ines.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(ines.getByRole('button', { name: 'Discard draft' })).toHaveCount(0);
});

test('two who edit one service both keep what they changed, and are told of the other', async ({
  signIn,
}) => {
  const ines = await signIn('ines', '/team/catalogue?q=Flyer');
  await ines.getByRole('link', { name: 'Flyer Design' }).click();
  await expect(ines.getByLabel('Title').first()).toHaveValue('Flyer Design');
  const henrik = await signIn('henrik', ines.url());
  await henrik.getByLabel('Summary').fill('Flyers that people keep.');
  await henrik.getByRole('button', { name: 'Save draft' }).click();
  await expect(henrik.getByText('Draft saved.')).toBeVisible();

  await ines.getByLabel('Price note').fill('two sides');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(
    ines.getByText(/Henrik Dahl changed these fields in the meantime: Summary/),
  ).toBeVisible();
  await expect(ines.getByLabel('Summary')).toHaveValue('Flyers that people keep.');

  await ines.getByLabel('Summary').fill('Flyers that people read.');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Draft saved.')).toBeVisible();
  await henrik.getByLabel('Price note').fill('one side');
  await henrik.getByRole('button', { name: 'Save draft' }).click();
  await expect(
    henrik.getByText(/changed this in the meantime\. It is now: two sides/),
  ).toBeVisible();
  await expect(henrik.getByLabel('Price note')).toHaveValue('one side');
  await henrik.getByRole('button', { name: 'Save draft' }).click();
  await expect(henrik.getByText('Draft saved.')).toBeVisible();
  // Who insists on one field takes nothing back in another that they did not touch.
  await expect(henrik.getByText(/changed these fields in the meantime: Summary/)).toBeVisible();
  await henrik.reload();
  await expect(henrik.getByLabel('Summary')).toHaveValue('Flyers that people read.');
  await expect(henrik.getByLabel('Price note')).toHaveValue('one side');
  await henrik.getByRole('button', { name: 'Discard draft' }).first().click();
  await henrik.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(henrik.getByText('The draft has been discarded.')).toBeVisible();
});

test('who goes on writing what a colleague discarded is told, and keeps what was typed', async ({
  signIn,
}) => {
  const ines = await signIn('ines', '/team/catalogue/section/new');
  await ines.getByLabel('Title').first().fill('Sails');
  await ines.getByLabel('Tagline').fill('Letters for sails.');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText("Draft saved. Visitors don't see it")).toBeVisible();
  const henrik = await signIn('henrik', ines.url());
  await henrik.getByRole('button', { name: 'Discard draft' }).click();
  await henrik.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(henrik).toHaveURL(/\/team\/catalogue$/);

  await ines.getByLabel('Tagline').fill('Letters and numbers for sails.');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('This is no longer in the catalogue.')).toBeVisible();
  await expect(ines.getByLabel('Tagline')).toHaveValue('Letters and numbers for sails.');
});

test('the order is changed with the keyboard and by dragging', async ({ signIn, visit }) => {
  const ines = await signIn('ines', '/team/catalogue?section=music');
  const titles = ines.getByTestId('catalogue-row').getByRole('link');
  await expect(titles).toHaveCount(4);
  const [first = '', second = '', third = ''] = await titles.allTextContents();
  await ines.getByRole('button', { name: `Move ${first} down` }).focus();
  await ines.keyboard.press('Enter');
  await expect(titles.first()).toHaveText(second);
  await expect(ines.getByRole('button', { name: `Move ${first} down` })).toBeFocused();
  await row(ines, third).dragTo(row(ines, second), { sourcePosition: { x: 300, y: 8 } });
  await expect(titles.first()).toHaveText(third);
  await publish(ines);
  const visitor = await visit('/services/music');
  await expect(visitor.getByRole('article').getByRole('heading').first()).toHaveText(third);
});

test('sections and groups are added and changed, without JavaScript too', async ({
  signIn,
  visit,
  browser,
}) => {
  const ines = await signIn('ines', '/team/catalogue/sections');
  await look(ines, 'sections');
  await expectAccessible(ines);
  const plain = await withoutScript(browser, ines);
  await plain.goto('/team/catalogue/section/new');
  await plain.getByLabel('Title').first().fill('Photography');
  await plain.getByLabel('Tagline').fill('Light, well kept.');
  await plain.getByLabel('Colours and illustrations').selectOption('music');
  await plain.getByRole('button', { name: 'Save draft' }).click();
  await expect(plain.getByText('Draft saved.')).toBeVisible();
  await plain.goto('/team/catalogue/group/new');
  await plain.getByLabel('Title').first().fill('Animation');
  await plain.getByLabel('Section').selectOption('photography');
  await plain.getByRole('button', { name: 'Save draft' }).click();
  await expect(plain.getByText(/“animation” is already a section or a group/)).toBeVisible();
  await expect(plain.getByLabel('Title').first()).toHaveValue('Animation');
  await plain.getByLabel('Title').first().fill('Portraits');
  await plain.getByLabel('URL name').fill('');
  await plain.getByRole('button', { name: 'Save draft' }).click();
  await expect(plain.getByText('Draft saved.')).toBeVisible();
  await plain.goto('/team/catalogue/service/new');
  await plain.getByLabel('Title').first().fill('Portrait of a Crew');
  await plain.getByLabel('Group').selectOption('photography/portraits');
  await plain.getByLabel('Summary').fill('Everybody on deck.');
  await plain.getByLabel('Description').first().fill('One morning, one picture.');
  await plain.getByRole('textbox', { name: 'Price', exact: true }).first().fill('90.50');
  await plain.getByRole('button', { name: 'Save draft' }).click();
  await expect(plain.getByText('Draft saved.')).toBeVisible();
  await publish(plain);
  const visitor = await visit('/services/photography');
  await expect(visitor.getByRole('heading', { level: 1, name: 'Photography' })).toBeVisible();
  await expect(visitor.getByText('$90.50')).toBeVisible();
  await look(visitor, 'new-section');
  await visitor.goto('/services');
  await expect(visitor.locator('#photography')).toBeAttached();
  await visitor.goto('/');
  await expect(visitor.getByText('across eight categories')).toBeVisible();
});

test('the catalogue goes out as a file, and comes back as one publication', async ({
  signIn,
  request,
}) => {
  const ines = await signIn('ines', '/team/catalogue/import');
  const download = ines.waitForEvent('download');
  await ines.getByRole('button', { name: 'Export CSV' }).click();
  const file = await (await download).path();
  const csv = await readFile(file, 'utf8');
  expect(csv.split('\r\n').length).toBeGreaterThan(125);
  const wrong = csv.replace(',340,USD', ',0,USD');
  const upload = async (text: string) => {
    await ines.getByLabel('File').setInputFiles({
      name: 'catalogue.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await ines.getByRole('button', { name: 'Review changes' }).click();
  };
  await upload(wrong);
  await expect(ines.getByText(/Row \d+, price: A price must be more than 0\./)).toBeVisible();
  await expect(ines.getByRole('button', { name: 'Import and publish' })).toBeHidden();
  await upload(csv.replace(',15000,USD', ',16000,USD').replace(',12000,USD', ',12500,USD'));
  await expect(ines.getByTestId('import-change')).toHaveCount(2);
  await look(ines, 'import');
  await expectAccessible(ines);
  await ines.getByRole('button', { name: 'Import and publish' }).click();
  await expect(ines.getByText(/is live: 2 changes from the file/)).toBeVisible();
  expect(await (await request.get('/services/business')).text()).toContain('$16,000');
});

test('whoever sees the answer to a form can send it again at once', async ({ signIn }) => {
  const ines = await signIn('ines', '/team/catalogue/import');
  const button = ines.getByRole('button', { name: 'Review changes' });
  const text = ines.getByLabel('Or paste its contents');
  await text.fill('id,title\n,Without a price');
  // In the moment in which the page shows it, as somebody on a slow computer may.
  await ines.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (!document.body.innerText.includes('Errors in the file')) return;
      seen.disconnect();
      const again = document.querySelector<HTMLTextAreaElement>('textarea[name=text]');
      if (again) again.value = '[]';
      again?.form?.requestSubmit();
    });
    seen.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await button.click();
  await expect(ines.getByText('The file contains no services.')).toBeVisible();
});

test('beside its form a service is seen as visitors will see it, before anything is saved', async ({
  signIn,
  request,
}) => {
  const ines = await signIn('ines', '/team/catalogue?q=book+design');
  await ines.setViewportSize({ width: 1440, height: 900 });
  await ines.getByRole('link', { name: 'Book Design', exact: true }).first().click();
  const frame = ines.frameLocator('.live-preview-box iframe:not([hidden])');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Book Design');
  const length = await ines.evaluate(() => history.length);
  await ines.getByLabel('Title').first().fill('Fine Books');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Fine Books');
  const price = ines.locator('input[name=price]');
  await price.fill('19');
  await price.fill('1999');
  await expect(frame.getByText('$1,999').first()).toBeVisible();
  expect(await ines.evaluate(() => history.length)).toBe(length);
  await look(ines, 'live-light');
  await ines.getByRole('radio', { name: 'Dark' }).check();
  await ines.getByRole('radio', { name: '390 px' }).check();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Fine Books');
  await expectAccessible(ines);
  await look(ines, 'live-dark');
  await ines.setViewportSize({ width: 390, height: 844 });
  await expect(ines.getByRole('heading', { name: 'What visitors see' })).toBeHidden();
  await ines.getByRole('button', { name: 'Show preview' }).click();
  await expect(ines.getByRole('heading', { name: 'What visitors see' })).toBeVisible();
  await look(ines, 'live-narrow');
  const fits = await ines.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(fits).toBe(true);
  // Back closes it and leaves what was typed; Forward opens it again.
  await ines.goBack();
  await expect(ines.getByRole('heading', { name: 'What visitors see' })).toBeHidden();
  await expect(ines.getByRole('button', { name: 'Show preview' })).toBeFocused();
  await ines.goForward();
  await expect(ines.getByRole('heading', { name: 'What visitors see' })).toBeVisible();
  await ines.getByRole('button', { name: 'Back to the form' }).click();
  await expect(ines.getByRole('heading', { name: 'What visitors see' })).toBeHidden();
  await expect(ines.getByLabel('Title').first()).toHaveValue('Fine Books');
  await expect(price).toHaveValue('1999');
  expect(await ines.evaluate(() => history.length)).toBe(length + 1);
  // Nothing was saved by looking, and a page of ours alone may frame it.
  expect(await (await request.get('/services/graphics/book-design')).text()).not.toContain('Fine');
  const page = await ines.request.get(ines.url().replace(/.*service\//, '/preview/dark/'));
  expect(page.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  const other = await ines.request.get('/services/graphics/book-design');
  expect(other.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('services are hidden and shown in the list, alone and together, and its rows are a file', async ({
  signIn,
  browser,
}) => {
  const ines = await signIn('ines', '/team/catalogue?section=music');
  const status = ines.getByTestId('catalogue-row').getByRole('combobox', { name: /^Status of / });
  await expect(status).toHaveCount(4);
  await status.first().selectOption('Hidden');
  await expect(ines.getByTestId('catalogue-row').first().getByText('Saved')).toBeVisible();
  await ines.reload();
  await expect(status.first()).toHaveValue('yes');

  await ines.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await ines.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(ines.getByText('4 rows done.')).toBeVisible();
  await ines.getByRole('search').getByLabel('Status').selectOption('hidden');
  await expect(ines.getByText('4 results')).toBeVisible();
  await ines.getByRole('link', { name: 'Service', exact: true }).click();
  await expect(ines).toHaveURL(/sort=service/);
  await expectAccessible(ines);
  const download = ines.waitForEvent('download');
  await ines.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n')[0]).toContain('Service,Section and group,Status,Unpublished changes');
  expect(file.match(/,hidden,yes,/g)).toHaveLength(4);

  // Without scripts each field has a button.
  const plain = await withoutScript(browser, ines);
  await plain.goto('/team/catalogue?section=music&state=hidden');
  await plain
    .getByRole('combobox', { name: /^Status of / })
    .first()
    .selectOption('Visible');
  await plain
    .getByRole('button', { name: /^Save the status of / })
    .first()
    .click();
  await expect(plain.getByText('3 results')).toBeVisible();

  await ines.goto('/team/catalogue?section=music');
  await ines.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await ines.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(ines.getByText('4 rows done.')).toBeVisible();
  await expect(ines.getByTestId('catalogue-row').getByText('Draft')).toHaveCount(0);
});

test('agents have no catalogue to change, and strangers no preview', async ({
  signIn,
  request,
}) => {
  const maya = await signIn('maya', '/team/catalogue');
  await expect(maya.getByRole('heading', { level: 1 })).not.toHaveText('Catalogue');
  const id = (await (await request.get('/api/v1/services?limit=1')).json()) as {
    data: { id: string }[];
  };
  const preview = await request.get(`/preview/light/${id.data[0]?.id}`, { maxRedirects: 0 });
  expect(preview.status()).toBe(302);
});

test('the pages of the catalogue fit a telephone', async ({ signIn }) => {
  // The form of a service has hundreds of fields, and each is checked.
  test.slow();
  const ines = await signIn('ines');
  await ines.setViewportSize({ width: 390, height: 844 });
  for (const [path, name] of [
    ['/team/catalogue', 'table'],
    ['/team/catalogue/sections', 'sections'],
    ['/team/catalogue/publish', 'publish'],
    ['/team/catalogue/history', 'history'],
    ['/team/catalogue/import', 'import'],
    ['/team/catalogue/service/new', 'form'],
  ] as const) {
    await ines.goto(path);
    await expect(ines.getByRole('heading', { level: 1 })).toBeVisible();
    const width = await ines.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(390);
    await look(ines, `phone-${name}`);
    await expectAccessible(ines);
  }
});

test('options are duplicated, and moved by keyboard and by pointer', async ({ signIn }) => {
  const ines = await signIn('ines', '/team/catalogue?q=translation');
  await ines.getByRole('link', { name: 'Translation', exact: true }).first().click();
  const options = ines.getByRole('group', { name: 'Options', exact: true });
  const titles = () =>
    options
      .getByRole('textbox', { name: 'Title' })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  await expect(options.getByRole('textbox', { name: 'Title' }).first()).not.toHaveValue('');
  const [express, editor, certificate] = await titles();
  await options.getByRole('button', { name: 'Move down: Option 1' }).press('Enter');
  await expect
    .poll(async () => (await titles()).slice(0, 3))
    .toEqual([editor, express, certificate]);
  await expect(options.getByRole('status')).toHaveText(`${express} is now at position 2 of 4.`);
  // The button moved with its option and still has the focus.
  await expect(options.getByRole('button', { name: 'Move down: Option 2' })).toBeFocused();
  await expect(options.getByRole('button', { name: 'Move down: Option 2' })).toBeInViewport();
  await ines.keyboard.press('Enter');
  await expect
    .poll(async () => (await titles()).slice(0, 3))
    .toEqual([editor, certificate, express]);

  await options.getByRole('button', { name: 'Duplicate: Option 1' }).click();
  const copy = options.getByRole('textbox', { name: 'Title' }).nth(1);
  await expect(copy).toHaveValue(editor ?? '');
  await expect(copy).toBeFocused();
  await copy.fill('Check by a third editor');
  // A removed option leaves the focus at the same button of the option that took its place.
  await options.getByRole('button', { name: 'Duplicate: Option 2' }).click();
  await options.getByRole('button', { name: 'Remove: Option 3' }).press('Enter');
  await expect(options.getByRole('status')).toHaveText('Check by a third editor is removed.');
  await expect(options.getByRole('button', { name: 'Remove: Option 3' })).toBeFocused();
  await expect
    .poll(async () => (await titles()).slice(0, 4))
    .toEqual([editor, 'Check by a third editor', certificate, express]);

  // The handle of the last option is dragged to the first.
  const handles = options.locator('[title="Drag to move"]');
  await handles.nth(3).evaluate((handle) => handle.scrollIntoView({ block: 'center' }));
  const [from, to] = [await handles.nth(3).boundingBox(), await handles.nth(2).boundingBox()];
  await ines.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 10);
  await ines.mouse.down();
  await ines.mouse.move((to?.x ?? 0) + 10, (to?.y ?? 0) - 10, { steps: 8 });
  await ines.mouse.up();
  await expect
    .poll(async () => (await titles()).slice(0, 4))
    .toEqual([editor, 'Check by a third editor', express, certificate]);
  await expectAccessible(ines);
  await look(ines, 'options');

  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Draft by')).toBeVisible();
  // The saved draft mounts the form again, and the keyboard goes on from the button.
  await expect(ines.getByRole('button', { name: 'Save draft' })).toBeFocused();
  await expect
    .poll(async () => (await titles()).slice(0, 4))
    .toEqual([editor, 'Check by a third editor', express, certificate]);
  await ines.reload();
  await expect
    .poll(async () => (await titles()).slice(0, 4))
    .toEqual([editor, 'Check by a third editor', express, certificate]);
  const preview = await ines.request.get(
    ines.url().replace(/.*service\/([^/?]+).*/, '/preview/light/$1'),
  );
  const shown = await preview.text();
  expect(shown).toContain('Check by a third editor');
  expect(shown).toContain('Language of the original');
});
