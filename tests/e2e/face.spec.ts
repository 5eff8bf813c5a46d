import { findViolations } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';

test.use({ changesNothing: true });

test.describe('the first page', () => {
  test('the fleet is a list of links that leads to the sections', async ({ page }) => {
    await page.goto('/');
    const heroCategories = page.getByRole('navigation', { name: 'Service categories' });
    await expect(heroCategories.getByRole('link')).toHaveCount(7);
    await expect(heroCategories.getByRole('link').first()).toHaveText('Graphicsfrom $53');
    // By its sail, not only by its name.
    await heroCategories.getByRole('link', { name: 'Music' }).locator('img').click();
    await expect(page).toHaveURL('/services/music');
  });

  test('without scripts every sail is a link', async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/');
    await page
      .getByRole('navigation', { name: 'Service categories' })
      .getByRole('link', { name: 'Writing' })
      .click();
    await expect(page).toHaveURL('/services/writing');
    await page.goto('/');
    await page.getByRole('textbox', { name: 'What do you need?' }).fill('menu for my restaurant');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: /^Results for/ })).toContainText('Menu Design');
    await context.close();
  });

  test('an empty search offers what finds something, and what was chosen before', async ({
    page,
  }) => {
    await page.goto('/');
    // One box to whoever looks for the search, until this one is used.
    await expect(page.getByRole('combobox')).toHaveCount(1);
    await page.getByRole('textbox', { name: 'What do you need?' }).click();
    const box = page.getByRole('combobox', { name: 'What do you need?' });
    const list = page.getByRole('listbox', { name: 'Search suggestions' });
    await expect(list.getByRole('option')).toHaveCount(7);
    await expect(list).toContainText('$500');
    expect(await findViolations(page)).toEqual([]);
    await box.press('Escape');
    await expect(list).toBeHidden();
    await box.click();
    await list.getByRole('option', { name: 'menu for my restaurant' }).click();
    const found = page.getByRole('option', { name: 'Menu Design' });
    await expect(found).toContainText('$315');
    await found.click();
    await expect(page).toHaveURL('/services/graphics/menu-design');
    await page.goto('/');
    await page.getByLabel('What do you need?').and(page.locator('input')).click();
    await expect(list.getByRole('option', { name: 'Menu Design' })).toContainText(
      'Previously viewed',
    );
  });
});

test('a page that is not there shows what the lighthouse finds', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  const finds = page.getByRole('region', { name: 'What the lighthouse found' });
  await expect(finds.getByRole('link')).toHaveCount(3);
  expect(await findViolations(page)).toEqual([]);
  await finds.getByRole('link').first().click();
  await expect(page).toHaveURL('/services/programming/website-development');
});

test('the theme turns where motion is welcome, and quick presses end as they began', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'light' });
  await page.goto('/');
  const html = page.locator('html');
  const toggle = page.getByRole('button', { name: /^Switch to/ });
  await toggle.click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('[data-theme-switch]');
    button?.click();
    setTimeout(() => button?.click(), 60);
  });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).not.toHaveAttribute('data-turning');
});

test('the visitor’s clock turns day to night where they want it, until they choose themselves', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.clock.install({ time: new Date(2026, 5, 1, 18, 58) });
  await page.goto('/terms');
  const html = page.locator('html');
  const byClock = page.getByLabel('Dark from 7 pm to 7 am');
  await byClock.check();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.clock.runFor('03:00');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.clock.runFor('00:10');
  await expect(byClock).toBeChecked();
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await page.clock.runFor('00:10');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(byClock).not.toBeChecked();
});

test('answers make no sound, and load none, until the visitor wants one', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const elena = await visit('/services/graphics/book-design');
  await elena.addInitScript(() => {
    const counted = globalThis as { sounds?: number };
    counted.sounds = 0;
    globalThis.AudioContext = class extends AudioContext {
      constructor() {
        super();
        counted.sounds = (counted.sounds ?? 0) + 1;
      }
    };
  });
  await elena.reload();
  const files: string[] = [];
  elena.on('request', (request) => files.push(request.url()));
  const sounds = () => elena.evaluate(() => (globalThis as { sounds?: number }).sounds);
  await startChat(elena, VISITORS.elena);
  await sendText(elena, 'Is the price still the same?');
  await openThread(maya, VISITORS.elena);
  await reply(maya, 'Yes, it is.');
  await expect(elena.getByText('Yes, it is.')).toBeVisible();
  expect(await sounds()).toBe(0);
  expect(files.filter((file) => file.includes('chime'))).toEqual([]);
  const sound = elena.getByRole('button', { name: 'Sound and vibration for answers' });
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(sounds).toBe(1);
  await reply(maya, 'Shall I show you two spreads?');
  await expect.poll(sounds).toBe(2);
  expect(await findViolations(elena)).toEqual([]);
});

test('pages that follow each other quickly raise no error on their way', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/services/graphics');
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 200);
  await page.getByRole('combobox', { name: 'Search all services' }).first().focus();
  await untilHydrated(page);
  await page.getByRole('link', { name: 'Read More → Book Covers' }).click();
  await page.getByRole('link', { name: 'Graphics & Design', exact: true }).click();
  await page.getByRole('link', { name: 'Read More → Book Design' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Book Design' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/services/graphics');
  expect(errors).toEqual([]);
});

for (const isTakenOver of [false, true]) {
  test(`the picture of a section's card travels to its banner${isTakenOver ? ', also where React leads there' : ''}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // What the browser takes along is named for moments only.
    await page.addInitScript(() => {
      const look = () => {
        const travels = document
          .getAnimations()
          .some(
            ({ effect }) =>
              (effect as KeyframeEffect).pseudoElement === '::view-transition-new(banner)',
          );
        if (travels) document.documentElement.dataset.travelled = String(scrollY > 1000);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto('/');
    if (isTakenOver) {
      await page.getByRole('textbox', { name: 'What do you need?' }).click();
      await untilHydrated(page);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('link', { name: 'View All: Video & Animation' }).click();
    await expect(page).toHaveURL('/services#video');
    await expect(page.locator('html')).toHaveAttribute('data-travelled', 'true');
    await expect(page.locator('#video')).toBeInViewport();
    await expect(page.locator('[data-sought]')).toHaveCount(0);
  });
}

test('the picture of a pressed card has one place to arrive at, where films are shown as well', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const named = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .map((element) => getComputedStyle(element).viewTransitionName)
        .filter((name) => name === 'picture'),
    );
  for (const [path, card] of [
    ['/services/graphics', 'Book Covers'],
    ['/services/video', 'Logo Animation'],
  ] as const) {
    await page.goto(path);
    const link = page.getByRole('link', { name: `Read More → ${card}` });
    await link.focus();
    expect(await named(), path).toEqual(['picture']);
    await page.goto((await link.getAttribute('href')) ?? '');
    expect(await named(), card).toEqual(['picture']);
  }
});

test('a picture grows from where it was pressed, among all of them as well', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const grown = globalThis as { grown?: number };
    grown.grown = 0;
    const animate = Reflect.get(Element.prototype, 'animate') as (
      ...given: readonly unknown[]
    ) => Animation;
    Element.prototype.animate = function grow(...given) {
      if (this.closest('.lightbox')) grown.grown = (grown.grown ?? 0) + 1;
      return Reflect.apply(animate, this, given);
    };
  });
  const grown = () => page.evaluate(() => (globalThis as { grown?: number }).grown);
  await page.goto('/services/graphics/book-design');
  await page.getByRole('button', { name: 'View More Photos (3)' }).click();
  await page
    .getByRole('dialog', { name: 'Book Design' })
    .getByRole('button', { name: /^View larger/ })
    .nth(1)
    .click();
  await expect(page.getByRole('dialog', { name: 'Picture viewer' })).toBeVisible();
  await expect.poll(grown).toBe(1);
});

test('the bars of a telephone are as light or dark as the page that somebody chose', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto('/terms');
  const bar = () =>
    page
      .locator('meta[name="theme-color"]')
      .evaluateAll((all) =>
        all.flatMap((one) =>
          one instanceof HTMLMetaElement && matchMedia(one.media).matches ? [one.content] : [],
        ),
      );
  expect(await bar()).toEqual(['#faf9f5']);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect.poll(bar).toEqual(['#0c1020']);
  await page.reload();
  expect(await bar()).toEqual(['#0c1020']);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect.poll(bar).toEqual(['#faf9f5']);
});

test('one row of a search is lit: what Enter opens, or what was pointed at', async ({ page }) => {
  await page.goto('/services');
  const box = page.getByRole('main').getByRole('combobox');
  await box.fill('design');
  const rows = page.getByRole('option');
  await expect(rows).toHaveCount(10);
  const lit = () =>
    rows.evaluateAll((all) =>
      all.flatMap((row, index) =>
        getComputedStyle(row).backgroundColor === 'rgba(0, 0, 0, 0)' ? [] : [index],
      ),
    );
  await expect.poll(lit).toEqual([0]);
  await rows.nth(2).hover();
  await expect.poll(lit).toEqual([2]);
  await box.press('ArrowDown');
  await expect.poll(lit).toEqual([3]);
  // A page of the shop, where no service is called like that.
  await box.fill('refund');
  await expect(rows).toHaveText(['Refund policy']);
  await expect.poll(lit).toEqual([0]);
});

/** At 320 px, 'Order now' and the button for the agent have no room beside each other in one line. */
for (const [width, linesOfOrder] of [
  [320, 2],
  [390, 1],
] as const) {
  test(`at ${width} px the chat's button is whole, and the buttons of a service break between words only`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/services/graphics/book-design');
    const launcher = page.locator('[data-chat-launcher]');
    await expect(launcher).toBeInViewport({ ratio: 1 });
    const bar = page.getByRole('group', { name: 'Order Book Design' });
    const order = bar.getByRole('link', { name: 'Order now' });
    const contact = bar.getByRole('button', { name: 'CONTACT AGENT' });
    const [round, button] = [await launcher.boundingBox(), await contact.boundingBox()];
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan(round?.x ?? 0);
    const countLines = (element: SVGElement | HTMLElement) => {
      const words = document.createRange();
      words.selectNodeContents(element.lastChild ?? element);
      return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    expect(await order.evaluate(countLines)).toBe(linesOfOrder);
    expect(await contact.evaluate(countLines)).toBe(2);
  });
}

for (const width of [1440, 1920]) {
  test(`at ${width} px the header, the sky and the page below are one column`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const startOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => Math.round(element.getBoundingClientRect().left));
    const column = (width - 1200) / 2;
    await page.goto('/');
    expect(await startOf('header a')).toBe(column);
    expect(await startOf('#home-title')).toBe(column);
    expect(await startOf('main h2')).toBe(column);
    await page.mouse.wheel(0, 700);
    await expect.poll(() => startOf('header a')).toBe(column);
    for (const path of ['/services?q=translation', '/services/graphics']) {
      await page.goto(path);
      expect(await startOf('header a')).toBe(column);
      expect(await startOf('main article')).toBe(column);
    }
    await page.goto('/services');
    const last = page.locator('main article').nth(2);
    const box = await last.boundingBox();
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(column + 1200);
  });
}

test('on a telephone nothing lies on what a search has found', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const launcher = page.locator('[data-chat-launcher]');
  await page.getByRole('textbox', { name: 'What do you need?' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(launcher).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(launcher).toBeVisible();
});

test('on paper a service is what is read, without its forms', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/services/graphics/book-design');
  await expect(page.getByRole('heading', { name: 'Customer Reviews' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Share Your Experience' })).toBeHidden();
  await expect(page.locator('form:visible, button:visible')).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(250, 249, 245)');
});

test('on paper lying across a policy fills its page, and no row is cut off', async ({ page }) => {
  // A4 less its margins.
  await page.setViewportSize({ width: 1048, height: 720 });
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await page.goto('/terms');
  const text = await page.locator('main section p').first().boundingBox();
  expect(text?.width).toBeGreaterThan(600);
  await page.goto('/');
  const cards = await page
    .locator('.carousel li')
    .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().right));
  expect(cards).toHaveLength(9);
  expect(Math.max(...cards)).toBeLessThanOrEqual(1048);
  await expect(page.locator('button:visible')).toHaveCount(0);
});
