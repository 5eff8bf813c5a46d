import type { Page, Route } from '@playwright/test';
import { VISITORS } from '../support/cast.ts';
import { messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { saveData } from '../support/save-data.ts';

const SERVICE = '/services/graphics/book-design';
const SCRIPTS = '**/assets/*.js';

const isHydrated = (page: Page) =>
  page.evaluate(() => Object.keys(document.body).some((key) => key.startsWith('__reactFiber')));

/** The page's files of script that are asked for from now on. */
function watchScripts(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) asked.push(pathname);
  });
  return asked;
}

/** Keeps every file of script back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHolding = true;
  await page.route(SCRIPTS, async (route) => {
    if (isHolding) held.push(route);
    else await route.continue();
  });
  return async () => {
    isHolding = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

interface StyleEvent {
  readonly name: string;
  readonly args?: { readonly elementCount?: number };
}

// A rule such as `.a:has(:popover-open) > :first-child` is one of anything in whatever has something: as React takes the
// overview over, each of its 2,400 elements would be styled four times.
test('an element that comes does not make the browser style the whole page', async ({
  page,
  browser,
}) => {
  await page.goto('/services', { waitUntil: 'networkidle' });
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const count = await page.evaluate(() => document.querySelectorAll('body *').length);
  expect(count).toBeGreaterThan(1000);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.evaluate(() => {
    const note = document.createElement('p');
    note.append('One more');
    document.querySelector('main')?.append(note);
    return note.getBoundingClientRect().height;
  });
  const trace = JSON.parse(String(await browser.stopTracing())) as {
    readonly traceEvents: readonly StyleEvent[];
  };
  const styled = trace.traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args?.elementCount ?? 0);
  expect(Math.max(0, ...styled)).toBeGreaterThan(0);
  expect(Math.max(...styled)).toBeLessThan(count / 4);
});

// Whose pressed part is gone when it is let go is not clicked, for a browser.
test('a press on the chat button counts, whatever the button comes to show while it is held', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit('/');
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Do you print on sails?');
  await openThread(maya, VISITORS.elena);
  await reply(maya, 'We do.');
  await expect(messagesOf(visitor).last()).toContainText('We do.');
  let letThrough = () => undefined as void;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await visitor.route('**/assets/chat-panel-*.css', async (route) => {
    await held;
    await route.continue();
  });
  await visitor.reload();
  await untilHydrated(visitor);
  const launcher = visitor.getByRole('button', { name: /^Open chat/ });
  const { x, y, width, height } = (await launcher.boundingBox())!;
  await visitor.mouse.move(x + width / 2, y + height / 2);
  await visitor.mouse.down();
  letThrough();
  await expect(launcher.locator('.launcher-face')).toBeVisible();
  await visitor.mouse.up();
  await expect(visitor.getByRole('dialog')).toBeVisible();
});

test.describe('before the visitor acts', () => {
  for (const path of ['/', '/services', '/services/graphics', SERVICE]) {
    test(`${path} asks for no file of script, and scrolls without one`, async ({ page }) => {
      const asked = watchScripts(page);
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(asked).toEqual([]);
      // The overview's menu follows whoever scrolls.
      if (path === '/services') return;
      await page.evaluate(() => window.scrollTo(0, 600));
      await expect(page.locator('html')).toHaveAttribute('data-scrolled');
      await page.waitForLoadState('networkidle');
      expect(asked).toEqual([]);
    });
  }

  test('the launcher says that somebody is there', async ({ page, signIn }) => {
    await signIn('maya');
    const asked = watchScripts(page);
    await page.goto('/contact');
    await expect(page.getByRole('button', { name: 'Open chat, online' })).toBeVisible();
    await expect(page.getByText('Online • Ready to help')).toBeVisible();
    expect(asked).toEqual([]);
  });

  test('the theme changes and the menu opens, and both stay when React comes', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'light' });
    const release = await holdScripts(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Menu' }).click();
    const search = page.locator('#site-menu').getByRole('combobox');
    await search.pressSequentially('logo');
    expect(await isHydrated(page)).toBe(false);
    await release();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(search).toHaveValue('logo');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  });

  test('a search that was left before React comes opens no list', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const release = await holdScripts(page);
    await page.goto('/');
    const box = page.locator('main input[name="q"]');
    await box.fill('logo');
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    const search = page.locator('#site-menu').getByRole('combobox');
    await search.fill('book');
    await menu.click();
    expect(await isHydrated(page)).toBe(false);
    await release();
    await untilHydrated(page);
    await expect(box).toHaveValue('logo');
    await menu.click();
    await expect(search).toHaveValue('');
    // Longer than a search waits for more letters.
    await page.waitForTimeout(400);
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(box).toHaveValue('logo');
  });

  test('a link of the menu to a place on the same page closes it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await holdScripts(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('#site-menu').getByRole('link', { name: 'About Us' }).click();
    await expect(page.locator('#site-menu')).toBeHidden();
    await expect(page).toHaveURL('/#about-us-section');
  });

  test('the list of routes that a visitor is sent names none of the portal', async ({ page }) => {
    const lists = new Map<string, Promise<string>>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (/^\/assets\/(visitors|manifest)-/.test(pathname)) lists.set(pathname, response.text());
    });
    await page.goto(SERVICE);
    await page.getByRole('textbox', { name: 'Your review' }).click();
    await untilHydrated(page);
    const [list = ''] = await Promise.all(lists.values());
    expect(lists.size).toBe(1);
    expect(list).toContain('shop/pages/service');
    expect(list).not.toMatch(
      /(?:portal|accounts|catalogue)\/pages|\/http\/|"path":"(team|agentchat|desk|reset)/,
    );
    // Whose list the portal sends is another matter.
    page.removeAllListeners('response');
    await page.getByRole('link', { name: 'Agent Portal' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agent Portal');
  });
});

test.describe('what a visitor does before React comes', () => {
  test('letters in the search are kept with their caret, and searched for', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/services');
    const search = page.locator('main').getByRole('combobox');
    await search.fill('loo');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('g');
    expect(await isHydrated(page)).toBe(false);
    await release();
    await expect(page.locator('main').getByRole('status').first()).toContainText(
      /found|No services/,
    );
    await expect(search).toHaveValue('logo');
    await expect(search).toBeFocused();
    expect(await search.evaluate((box: HTMLInputElement) => box.selectionStart)).toBe(3);
    await search.fill('logo animation');
    await expect(page.getByRole('option', { name: /Logo Animation/ })).toBeVisible();
  });

  test('Enter in the search leads to the first match, once', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/');
    const box = page.getByRole('banner').getByRole('combobox');
    await page.keyboard.press('/');
    await expect(box).toBeFocused();
    await page.keyboard.type('book design');
    await page.keyboard.press('Enter');
    await release();
    await expect(page).toHaveURL(SERVICE);
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test('a click on the launcher opens the chat once, however often it is pressed', async ({
    page,
  }) => {
    const release = await holdScripts(page);
    await page.goto('/');
    const launcher = page.getByRole('button', { name: /^Open chat/ });
    await launcher.click();
    await launcher.click();
    await expect(launcher).toHaveAttribute('data-kept');
    await release();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByText('Product/Service Support')).toBeVisible();
    await expect(page.locator('[data-kept]')).toHaveCount(0);
  });

  test('CONTACT AGENT brings its service along', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(SERVICE);
    await page.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
    await release();
    await expect(page.getByText('Product/Service Support')).toBeVisible();
    await expect(page.getByRole('dialog').getByText('Book Design')).toBeVisible();
  });

  test('stars, text, name, address and the captcha are React’s afterwards', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(SERVICE);
    await page.getByRole('radio', { name: '3 stars' }).check({ force: true });
    await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await page.getByRole('textbox', { name: 'Your review' }).fill('Bound in an evening.');
    await page.getByRole('textbox', { name: 'Name' }).fill('Rosa');
    await page.getByRole('textbox', { name: 'Email' }).fill('rosa@');
    await page.getByLabel('I am human').check();
    expect(await isHydrated(page)).toBe(false);
    await release();
    await expect(page.getByText('4 of 5', { exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });
    // The address was left before React came.
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Your review' })).toHaveValue(
      'Bound in an evening.',
    );
    await expect(page.getByText('4 of 5', { exact: true })).toBeVisible();
  });

  test('a form that is sent meanwhile is sent once, by React', async ({ page }) => {
    await page.goto('/services/video/video-editing');
    const report = await page.locator('a[href^="/reviews/"]').first().getAttribute('href');
    const release = await holdScripts(page);
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
    });
    await page.goto(report ?? '');
    await page.getByRole('radio').first().check();
    const submit = page.locator('main').getByRole('button');
    await submit.click();
    await submit.click();
    await release();
    await expect(page.getByText('Thank you. Someone on our team')).toBeVisible();
    expect(posts).toEqual([`${report}.data`]);
  });

  test('filters of a category are followed', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/services/graphics');
    await page.getByLabel('Sort by').selectOption({ index: 1 });
    await page.getByLabel('Price to').fill('600');
    await release();
    await expect(page).toHaveURL(/sort=/);
    await expect(page).toHaveURL(/max=600/);
    await expect(page.getByLabel('Price to')).toHaveValue('600');
  });

  test('pictures, samples and arrows do what they were asked', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    let release = await holdScripts(page);
    await page.goto(SERVICE);
    await page.getByRole('button', { name: 'View More Photos' }).click();
    await release();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.unroute(SCRIPTS);

    release = await holdScripts(page);
    await page.goto('/services/video/logo-animation');
    await page.getByRole('button', { name: 'Play Sample 1' }).click();
    await release();
    await expect(page.getByRole('button', { name: 'Pause Sample 1' })).toBeVisible();
    await page.unroute(SCRIPTS);

    release = await holdScripts(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Next' }).click();
    await release();
    const rail = page.getByRole('group', { name: 'Popular Services' });
    await expect.poll(() => rail.evaluate((element) => element.scrollLeft)).toBe(300);
  });

  test('the keyboard alone is enough', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(SERVICE);
    await page.getByRole('button', { name: /^Open chat/ }).focus();
    await page.keyboard.press('Enter');
    await release();
    await expect(page.getByText('Product/Service Support')).toBeVisible();
  });

  test('a link leads on at once', async ({ page }) => {
    await holdScripts(page);
    await page.goto('/services/graphics');
    await page.getByRole('button', { name: /^Open chat/ }).click();
    await page.getByRole('link', { name: 'Book Design' }).first().click();
    await expect(page).toHaveURL(SERVICE);
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a tap on the launcher before React comes opens the chat', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto(SERVICE);
    await page.getByRole('button', { name: /^Open chat/ }).tap();
    await release();
    await expect(page.getByText('Product/Service Support')).toBeVisible();
  });
});

test.describe('when the scripts cannot be had', () => {
  test('the page says so, works on, and tries again with the next click', async ({ page }) => {
    await page.goto(SERVICE);
    await page.route(SCRIPTS, (route) => route.abort());
    // As a browser that is offline says of itself.
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }),
    );
    const review = page.getByRole('textbox', { name: 'Your review' });
    await review.fill('Bound in an evening.');
    const launcher = page.getByRole('button', { name: /^Open chat/ });
    await launcher.click();
    const notice = page.getByText("Couldn't load this part of the page");
    await expect(notice).toBeVisible();
    await expect(page.locator('[data-kept]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    await page.unroute(SCRIPTS);
    await launcher.click();
    await expect(page.getByText('Product/Service Support')).toBeVisible();
    await expect(notice).toBeHidden();
    await expect(review).toHaveValue('Bound in an evening.');
  });

  test('a search goes the way it goes without scripts', async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto('/services');
    const search = page.locator('main').getByRole('combobox');
    await search.fill('book');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/services?q=book');
    await expect(page.getByRole('heading', { name: 'Results for “book”' })).toBeVisible();
  });
});

test('who saves data loads nothing before reaching for something', async ({ page }) => {
  await saveData(page);
  const asked = watchScripts(page);
  await page.goto(SERVICE);
  await page.mouse.move(3, 300);
  await page.keyboard.press('Shift');
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'View More Photos' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = asked.length;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
  expect(asked.length).toBeGreaterThan(before);
});

/** Twice: the first only says where it stands. */
const moveAPointer = async (page: Page) => {
  await page.mouse.move(3, 300);
  await page.mouse.move(9, 300);
};

test('the chat is there once React is, whatever the line does then', async ({ page, context }) => {
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto('/terms');
  await moveAPointer(page);
  await untilHydrated(page);
  await page.waitForLoadState('networkidle');
  expect(sockets).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
});

test('a chat that could not be fetched ahead is fetched by whoever opens it', async ({ page }) => {
  await page.goto('/terms', { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    window.addEventListener('embarka:takes-over', () => {
      document.documentElement.dataset.takenOver = '';
    });
  });
  let failed = 0;
  // Set before the pointer moves: the chat may be asked for before a test hears that React is there.
  await page.route('**/assets/*', async (route) => {
    if (!(await page.evaluate(() => 'takenOver' in document.documentElement.dataset))) {
      await route.continue();
      return;
    }
    failed += 1;
    await route.abort();
  });
  await moveAPointer(page);
  await expect.poll(() => failed).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  await page.unroute('**/assets/*');
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
});

test('a pointer that moves brings React, before anything is pressed', async ({ page }) => {
  const asked = watchScripts(page);
  await page.goto('/terms');
  await moveAPointer(page);
  await expect.poll(() => asked.length).toBeGreaterThan(3);
  await expect.poll(() => isHydrated(page)).toBe(true);
});

test('a chat to go on with is loaded without anybody asking for it', async ({ visit }) => {
  const page = await visit(SERVICE);
  await startChat(page, VISITORS.elena);
  await page.goto('/terms');
  await untilHydrated(page);
});

test('a review begun before React came survives a reload', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(SERVICE);
  await page.getByRole('radio', { name: '4 stars' }).check();
  await page.getByRole('textbox', { name: 'Your review' }).fill('Half a thought');
  await page.reload();
  await release();
  await untilHydrated(page);
  await expect(page.getByRole('textbox', { name: 'Your review' })).toHaveValue('Half a thought');
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
});

test('who reviewed before is known without reaching for the form', async ({ page }) => {
  await page.goto('/terms');
  await page.evaluate(() => {
    localStorage.setItem('visitorName', 'Rosa');
    localStorage.setItem('visitorEmail', 'rosa@arden-books.example');
  });
  await page.goto(SERVICE);
  await expect(page.getByText('Posting as Rosa')).toBeVisible();
});
