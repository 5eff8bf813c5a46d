import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e.ts';
import { isLong } from '../support/long-form.ts';

const SCRIPTS = '**/assets/*.js';
const panelOf = (page: Page) => page.locator('dialog.chat-panel[open]');

/** Notes presses on the button before any script of the page can keep them to itself. */
async function watchPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener(
      'click',
      ({ target, isTrusted }) => {
        if (isTrusted && target instanceof Element && target.closest('[data-chat-launcher]'))
          Object.assign(window, { isPressed: true });
      },
      true,
    );
  });
}

/** Presses where the button lies, as a hand does; false where there is none yet. */
async function pressLauncher(page: Page): Promise<boolean> {
  const { width, height } = page.viewportSize()!;
  await page.mouse.click(width - 55, height - 55);
  return page.evaluate(() => 'isPressed' in window);
}

test.describe('a press on the chat button opens the chat', () => {
  test('at whichever moment between the first byte and a page that React has', async ({
    browser,
    server,
  }) => {
    test.setTimeout(600_000);
    let pressed = 0;
    const step = isLong ? 25 : 125;
    for (let time = 0; time <= 2000; time += step) {
      await test.step(`${time} ms`, async () => {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        const page = await context.newPage();
        await watchPresses(page);
        const slow = await context.newCDPSession(page);
        if (isLong) await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        // Files come one after the other, and the page is taken over while some of them are on their way.
        let files = 0;
        await page.route(SCRIPTS, async (route) => {
          files += 1;
          await new Promise((resolve) => setTimeout(resolve, 60 * (files % 5)));
          await route.continue();
        });
        await page.goto(`${server.origin}/contact`, { waitUntil: 'commit' });
        await page.waitForTimeout(time);
        if (await pressLauncher(page)) {
          pressed += 1;
          await expect(panelOf(page)).toBeVisible({ timeout: 40_000 });
          await page.waitForTimeout(200);
          await expect(panelOf(page)).toBeVisible();
        }
        await context.close();
      });
    }
    expect(pressed).toBeGreaterThan(10);
  });

  test('when each file fails the first time it is asked for', async ({ page }) => {
    await watchPresses(page);
    const failed = new Set<string>();
    await page.route(SCRIPTS, async (route) => {
      const url = route.request().url();
      if (failed.has(url)) return route.continue();
      failed.add(url);
      return route.abort('connectionreset');
    });
    await page.goto('/contact');
    expect(await pressLauncher(page)).toBe(true);
    await expect(panelOf(page)).toBeVisible({ timeout: 20_000 });
    expect(failed.size).toBeGreaterThan(3);
  });

  test('when the files take longer than the page waits before it says so', async ({ page }) => {
    await watchPresses(page);
    const held: (() => void)[] = [];
    let isHolding = true;
    await page.route(SCRIPTS, async (route) => {
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.goto('/contact');
    expect(await pressLauncher(page)).toBe(true);
    await expect(page.getByText("Couldn't load this part of the page")).toBeVisible({
      timeout: 25_000,
    });
    isHolding = false;
    for (const letThrough of held) letThrough();
    await expect(panelOf(page)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText("Couldn't load this part of the page")).toBeHidden();
  });

  // React makes the whole page anew then, and the pressed button is no part of it any more.
  test('when an extension has changed the page before React comes, and typed text is kept', async ({
    page,
  }) => {
    await watchPresses(page);
    await page.goto('/contact');
    await page.evaluate(() => {
      document.querySelector('main h1, main h2')!.textContent = 'Translated';
    });
    const search = page.locator('header input[type=search], header [role=search] input').first();
    const held: (() => void)[] = [];
    await page.route(SCRIPTS, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await search.fill('logo');
    const before = await page.locator('[data-chat-launcher]').elementHandle();
    expect(await pressLauncher(page)).toBe(true);
    const letThrough = setInterval(() => held.splice(0).forEach((go) => go()), 50);
    await expect(panelOf(page)).toBeVisible({ timeout: 20_000 });
    clearInterval(letThrough);
    // The test would prove nothing if React had kept the button.
    expect(await before.evaluate((button) => button.isConnected)).toBe(false);
    await expect(search).toHaveValue('logo');
  });
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a link of the header scrolls smoothly on the home page as the first thing somebody does', async ({
    page,
  }) => {
    await page.goto('/', { waitUntil: 'networkidle' });
    const { places, styles } = await watchScroll(page, 'Contact Us');
    expect(places.at(-1)).toBeGreaterThan(500);
    // A busy computer draws too few frames to see the way.
    expect(styles.join()).toContain('scroll-behavior: smooth');
    await expect(page).toHaveURL(/#contact-section$/);
    expect(await page.evaluate(() => document.documentElement.style.scrollBehavior)).toBe('');
  });
});

test('whoever asked for less motion is taken there at once', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const { places, styles } = await watchScroll(page, 'Contact Us');
  const last = places.at(-1)!;
  expect(last).toBeGreaterThan(500);
  expect(places.filter((place) => place > 0 && place < last)).toEqual([]);
  expect(styles.join()).not.toContain('smooth');
});

interface Watched {
  readonly places: readonly number[];
  readonly styles: readonly string[];
}

/** Where the page stands in each frame after a press on this link of the header, and how it is told to move. */
async function watchScroll(page: Page, name: string): Promise<Watched> {
  // React has not come, and does not.
  await page.route(SCRIPTS, () => undefined);
  await page.evaluate(() => {
    const places: number[] = [];
    const styles: string[] = [];
    Object.assign(window, { watched: { places, styles } });
    const root = document.documentElement;
    const note = () => void styles.push(root.getAttribute('style') ?? '');
    new MutationObserver(note).observe(root, { attributeFilter: ['style'] });
    const look = () => {
      places.push(Math.round(window.scrollY));
      requestAnimationFrame(look);
    };
    look();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await page.waitForTimeout(2200);
  return page.evaluate(() => (window as unknown as { watched: Watched }).watched);
}
