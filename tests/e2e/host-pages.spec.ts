import { readdirSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { expect, test as base } from '../support/e2e.ts';
import { frameOf, HOST_PAGES, HostSite, launcherOf, listSites } from '../support/host-site.ts';
import { PARTITIONED_STORAGE } from '../support/whole-browser.ts';

const PAGES = readdirSync(HOST_PAGES).toSorted();

interface Hosts {
  readonly site: HostSite;
  readonly stranger: (device?: BrowserContextOptions) => Promise<Page>;
}

const test = base.extend<Hosts>({
  site: async ({ server, signIn }, use) => {
    const site = await HostSite.open();
    site.shop = server.origin;
    const henrik = await signIn('henrik', '/team/settings');
    await listSites(henrik, site.origin);
    await use(site);
    await site.close();
  },
  stranger: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (device) => newPage(browser, contexts, device));
    await Promise.all(contexts.map((context) => context.close()));
  },
});

test.use({ launchOptions: PARTITIONED_STORAGE });

async function newPage(browser: Browser, contexts: BrowserContext[], device = {}): Promise<Page> {
  const context = await browser.newContext(device);
  contexts.push(context);
  return context.newPage();
}

/** What a finger or pointer meets at the middle of the button. */
const elementAt = (page: Page, x: number, y: number) =>
  page.evaluate(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.localName, [x, y]);

async function expectInCorner(page: Page, isRightToLeft = false): Promise<void> {
  await expect(launcherOf(page)).toHaveCount(1);
  await expect(launcherOf(page)).toBeVisible();
  const { width, height } = page.viewportSize()!;
  await expect
    .poll(async () => {
      const box = await launcherOf(page).boundingBox();
      return box && [box.x, box.y, box.width, box.height].map(Math.round);
    })
    .toEqual([isRightToLeft ? 16 : width - 76, height - 76, 60, 60]);
  expect(await elementAt(page, isRightToLeft ? 46 : width - 46, height - 46)).toBe('embarka-chat');
}

async function expectChat(page: Page): Promise<void> {
  // In XHTML Playwright takes an iframe for none: the frame is found by its address.
  const find = () => page.frames().find((each) => each.url().includes('/widget?'));
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  await expect(find()!.getByRole('dialog')).toBeVisible({ timeout: 20_000 });
  await expect(find()!.getByRole('button').first()).toBeVisible();
}

/** Begins a conversation in the frame. */
async function begin(page: Page, text: string): Promise<void> {
  const chat = frameOf(page);
  await chat.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await chat.getByLabel('Your email').fill(`v.${crypto.randomUUID()}.x@northfold.example`);
  await chat.getByRole('button', { name: 'Continue' }).click();
  await chat.getByPlaceholder('Write a message').fill(text);
  await chat.getByPlaceholder('Write a message').press('Enter');
  await expect(chat.getByTestId('message').first()).toContainText('Sent');
}

test('there are hostile pages to try', () => {
  expect(PAGES.length).toBeGreaterThan(20);
});

test('every hostile page shows the button in its corner, in front of everything, and the chat behind it', async ({
  site,
  stranger,
}) => {
  test.setTimeout(600_000);
  const page = await stranger();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  for (const path of PAGES) {
    await test.step(path, async () => {
      faults.length = 0;
      await page.goto(`${site.origin}/${path}`);
      const isRightToLeft = path.startsWith('right-to-left');
      await expectInCorner(page, isRightToLeft);
      await launcherOf(page).click();
      await expectChat(page);
      const box = await page.locator('embarka-chat iframe').boundingBox();
      const { width, height } = page.viewportSize()!;
      expect(box && [Math.round(box.width), Math.round(box.y + box.height)]).toEqual([
        382,
        height - 17,
      ]);
      expect(Math.round(box!.x)).toBe(isRightToLeft ? 17 : width - 399);
      await page.waitForTimeout(100);
      expect(await elementAt(page, box!.x + 150, height - 150)).toBe('embarka-chat');
      expect(faults).toEqual([]);
    });
  }
});

test('a body that is swapped takes neither the button nor the open conversation with it', async ({
  site,
  stranger,
}) => {
  site.put(
    'shop.html',
    '<!doctype html><html lang="en"><head>{widget}</head><body>One</body></html>',
  );
  const page = await stranger();
  await page.goto(`${site.origin}/shop.html`);
  await launcherOf(page).click();
  await begin(page, 'Do you sail today?');
  const chat = frameOf(page);
  await chat.getByPlaceholder('Write a message').fill('And tom');
  const frame = page.frames().find((each) => each.url().includes('/widget?'))!;
  await frame.evaluate(() => Object.assign(window, { isSame: true }));

  const swaps: Readonly<Record<string, () => void>> = {
    // Turbo replaces the body, and runs the scripts of the new one.
    turbo: () => {
      const body = document.createElement('body');
      const old = document.querySelector<HTMLScriptElement>('script[src*="/widget/"]')!;
      const script = Object.assign(document.createElement('script'), { src: old.src });
      body.append('Two', script);
      document.documentElement.replaceChild(body, document.body);
    },
    htmx: () => {
      document.body.outerHTML = '<body>Three</body>';
    },
    pjax: () => {
      document.body.innerHTML = '<main>Four</main>';
    },
    morph: () => {
      while (document.body.lastChild) document.body.lastChild.remove();
      document.body.append('Five');
    },
  };
  for (const [name, swap] of Object.entries(swaps)) {
    await test.step(name, async () => {
      await page.evaluate(swap);
      await expect(page.locator('embarka-chat')).toHaveCount(1);
      await expect(chat.getByText('Do you sail today?')).toBeVisible();
      await expect(chat.getByPlaceholder('Write a message')).toHaveValue('And tom');
      expect(await frame.evaluate(() => 'isSame' in window)).toBe(true);
    });
  }
  await chat.getByRole('button', { name: 'Close chat' }).click();
  await expectInCorner(page);

  // Where even the root is written anew the frame has to load again, and goes on with its conversation.
  await page.evaluate(() => {
    document.documentElement.innerHTML = '<head></head><body>Six</body>';
  });
  await expectInCorner(page);
  await launcherOf(page).click();
  await expect(chat.getByText('Do you sail today?')).toBeVisible();
});

test('a page that says somebody else is in front of it is heard after a swap', async ({
  site,
  stranger,
}) => {
  site.put('shop.html', '<!doctype html><html lang="en"><head></head><body>{widget}</body></html>');
  const page = await stranger();
  await page.goto(`${site.origin}/shop.html`);
  await launcherOf(page).click();
  await expectChat(page);
  const heard = page
    .frames()
    .find((each) => each.url().includes('/widget?'))!
    .evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener('message', ({ data }) => {
            if (data.identity) resolve(data.identity);
          });
        }),
    );
  await page.evaluate(() => {
    const old = document.querySelector<HTMLScriptElement>('script[src*="/widget/"]')!;
    const script = Object.assign(document.createElement('script'), { src: old.src });
    script.dataset.identity = 'a.b.c';
    document.body.replaceChildren(script);
  });
  expect(await heard).toBe('a.b.c');
  await expect(page.locator('embarka-chat')).toHaveCount(1);
});

test('two shops on one page have a button each, one above the other', async ({
  site,
  stranger,
  server,
}) => {
  const other = `http://127.0.0.1:${server.port}`;
  site.put(
    'two.html',
    `<!doctype html><html lang="en"><head>{widget}<script src="${other}{file}" async></script></head><body>Two</body></html>`,
  );
  const page = await stranger();
  await page.goto(`${site.origin}/two.html`);
  await expect(launcherOf(page)).toHaveCount(2);
  const boxes = await Promise.all(
    (await launcherOf(page).all()).map((launcher) => launcher.boundingBox()),
  );
  const { height } = page.viewportSize()!;
  expect(boxes.map((box) => Math.round(box!.y)).toSorted((one, two) => two - one)).toEqual([
    height - 76,
    height - 152,
  ]);
});

test('version 1 goes on beside it: where both are asked for, there is one button', async ({
  site,
  stranger,
}) => {
  for (const [first, second] of [
    ['/widget/1.js', '{file}'],
    ['{file}', '/widget/1.js'],
  ] as const) {
    site.put(
      'both.html',
      `<!doctype html><html lang="en"><body>Both<script src="{shop}${first}"></script><script src="{shop}${second}"></script></body></html>`,
    );
    const page = await stranger();
    await page.goto(`${site.origin}/both.html`);
    await expect(launcherOf(page)).toHaveCount(1);
    await launcherOf(page).click();
    await expectChat(page);
  }
});

test('a policy that forbids the frame is told at once, and nothing is loaded again and again', async ({
  site,
  stranger,
}) => {
  site.put(
    'policy.html',
    `<!-- header Content-Security-Policy: frame-src 'none' -->\n<!doctype html><html lang="en"><head>{widget}</head><body>Page</body></html>`,
  );
  const page = await stranger();
  await page.goto(`${site.origin}/policy.html`);
  await launcherOf(page).click();
  await expect(page.getByText("The chat can't be shown here.")).toBeVisible({ timeout: 3000 });
  await expect(page.getByRole('link', { name: 'Open in a window' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(launcherOf(page)).toBeFocused();
});

test('a page in a sandbox without an origin is shown the way to the chat, and throws nothing', async ({
  site,
  stranger,
}) => {
  site.put(
    'outer.html',
    '<!doctype html><iframe sandbox="allow-scripts allow-popups" src="/inner.html" width="800" height="700"></iframe>',
  );
  site.put(
    'inner.html',
    '<!doctype html><html lang="en"><head>{widget}</head><body>In</body></html>',
  );
  const page = await stranger();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(`${site.origin}/outer.html`);
  const inner = page.frameLocator('iframe').first();
  await inner.getByRole('button', { name: 'Open chat' }).click();
  await expect(inner.getByText("The chat can't be shown here.")).toBeVisible({ timeout: 20_000 });
  await expect(inner.getByRole('link', { name: 'Open in a window' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('it fits small and zoomed screens, is not printed, and follows what people ask of colours and motion', async ({
  site,
  stranger,
}) => {
  site.put(
    'plain.html',
    '<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">{widget}</head><body style="height:3000px">Page</body></html>',
  );
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 320, height: 256 },
  ]) {
    const page = await stranger({ viewport, hasTouch: true });
    await page.goto(`${site.origin}/plain.html`);
    await expectInCorner(page);
    await launcherOf(page).click();
    await expectChat(page);
    expect(await page.locator('embarka-chat iframe').boundingBox()).toEqual({
      x: 0,
      y: 0,
      ...viewport,
    });
    // Nothing behind it takes the focus.
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('embarka-chat');
  }
  const page = await stranger();
  await page.goto(`${site.origin}/plain.html`);
  await expect(launcherOf(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(launcherOf(page)).toBeHidden();
  await page.emulateMedia({ media: 'screen', forcedColors: 'active', reducedMotion: 'reduce' });
  await expect(launcherOf(page)).toBeVisible();
  const style = await launcherOf(page).evaluate((launcher) => {
    const dot = launcher.querySelector('circle')!;
    const { transitionDuration, color } = getComputedStyle(launcher);
    return { transitionDuration, isSeen: getComputedStyle(dot).fill !== color };
  });
  expect(style).toEqual({ transitionDuration: '0s', isSeen: true });
});

test('a page that comes back from the browser’s memory has its chat still', async ({
  site,
  stranger,
}) => {
  site.put(
    'one.html',
    '<!doctype html><html lang="en"><head>{widget}</head><body>One</body></html>',
  );
  site.put('two.html', '<!doctype html><html lang="en"><body>Two</body></html>');
  const page = await stranger();
  await page.goto(`${site.origin}/one.html`);
  await launcherOf(page).click();
  await expectChat(page);
  await page.goto(`${site.origin}/two.html`);
  await page.goBack();
  await expect(page.locator('embarka-chat')).toHaveCount(1);
  if (await launcherOf(page).isVisible()) await launcherOf(page).click();
  await expectChat(page);
});

/** A page with one large button below where the panel opens. */
const BELOW =
  '<!doctype html><html lang="en"><head>{widget}</head><body><button style="position:fixed;inset:0" onclick="this.dataset.pressed=1">Below</button></body></html>';

async function expectPressable(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await page.evaluate(() => delete document.querySelector('button')!.dataset.pressed);
  await page.mouse.click(width - 200, height - 300);
  await expect(page.locator('button[data-pressed]')).toHaveCount(1);
}

test('a closed chat, and one that could not be loaded, are in nobody’s way', async ({
  site,
  stranger,
}) => {
  site.put('below.html', BELOW);
  const page = await stranger();
  await page.goto(`${site.origin}/below.html`);
  await expectPressable(page);
  await launcherOf(page).click();
  await expectChat(page);
  await frameOf(page).getByRole('button', { name: 'Close chat' }).click();
  await expectPressable(page);
  await page.locator('embarka-chat').evaluate((chat: HTMLElement) => (chat.hidden = true));
  await expect(launcherOf(page)).toBeHidden();
  await expectPressable(page);

  // The line to the shop breaks once its script is there.
  const other = await stranger();
  await other.route('**/widget?*', (route) => route.abort());
  await other.goto(`${site.origin}/below.html`);
  await launcherOf(other).click();
  await expect(other.getByText("The chat can't be shown here.")).toBeVisible({ timeout: 20_000 });
  await expectPressable(other);
  // Pressed again when the line is back, it is there.
  await other.getByRole('button', { name: 'Close' }).click();
  await other.unroute('**/widget?*');
  await launcherOf(other).click();
  await expectChat(other);
});

test('a dialog that the page opens lies in front of the button, which works again after it', async ({
  site,
  stranger,
}) => {
  site.put(
    'dialog.html',
    '<!doctype html><html lang="en"><head>{widget}</head><body>Page<dialog style="inset:0;width:100vw;height:100vh;max-width:none;max-height:none">Asks<button>Yes</button></dialog></body></html>',
  );
  const page = await stranger();
  await page.goto(`${site.origin}/dialog.html`);
  await expectInCorner(page);
  await page.evaluate(() => document.querySelector('dialog')!.showModal());
  const { width, height } = page.viewportSize()!;
  expect(await elementAt(page, width - 46, height - 46)).toBe('dialog');
  await page.evaluate(() => document.querySelector('dialog')!.close());
  await expectInCorner(page);
  await launcherOf(page).click();
  await expectChat(page);
});

/** As a browser that keeps nothing for frames of others; with `tab` it keeps what lasts as long as the tab. */
async function keepNothing(page: Page, tab = false): Promise<void> {
  await page.addInitScript((hasTab) => {
    if (window.top === window) return;
    const denied = new DOMException('Access is denied for this document.', 'SecurityError');
    const deny = () => {
      throw denied;
    };
    Object.defineProperty(document, 'cookie', { get: () => '', set() {} });
    const kinds = ['localStorage', 'indexedDB', 'caches', ...(hasTab ? [] : ['sessionStorage'])];
    for (const kind of kinds) Object.defineProperty(window, kind, { get: deny });
    Object.defineProperty(navigator.locks, 'request', { value: () => Promise.reject(denied) });
    Object.defineProperty(window, 'BroadcastChannel', {
      value: function BroadcastChannel() {
        deny();
      },
    });
  }, tab);
}

test('without any storage the conversation lasts as long as the page, and nothing throws', async ({
  site,
  stranger,
}) => {
  site.put(
    'shop.html',
    '<!doctype html><html lang="en"><head>{widget}</head><body>One</body></html>',
  );
  const page = await stranger();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await keepNothing(page);
  await page.goto(`${site.origin}/shop.html`);
  await launcherOf(page).click();
  const chat = frameOf(page);
  await expect(chat.getByText(/ends when you leave this page/)).toBeVisible();
  await begin(page, 'Is this kept?');
  await chat.getByRole('button', { name: 'Close chat' }).click();
  await page.evaluate(() => {
    document.documentElement.replaceChild(document.createElement('body'), document.body);
  });
  await launcherOf(page).click();
  await expect(chat.getByText('Is this kept?')).toBeVisible();
  expect(faults).toEqual([]);
  // The page around the frame has learned no secret.
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('without cookies the conversation lasts as long as the tab, across the pages of the site', async ({
  site,
  stranger,
}) => {
  site.put(
    'shop.html',
    '<!doctype html><html lang="en"><head>{widget}</head><body>One</body></html>',
  );
  const page = await stranger();
  const said: unknown[] = [];
  await page.exposeFunction('hear', (words: unknown) => said.push(words));
  await keepNothing(page, true);
  await page.addInitScript(() => {
    if (window.top === window)
      window.addEventListener('message', ({ data }) =>
        (window as unknown as { hear(words: unknown): void }).hear(data),
      );
  });
  await page.goto(`${site.origin}/shop.html`);
  await launcherOf(page).click();
  const chat = frameOf(page);
  await expect(chat.getByText(/ends when you close this tab/)).toBeVisible();
  await begin(page, 'Is this kept?');
  await page.reload();
  await launcherOf(page).click();
  await expect(chat.getByText('Is this kept?')).toBeVisible();
  await chat.getByPlaceholder('Write a message').fill('It is.');
  await chat.getByPlaceholder('Write a message').press('Enter');
  await expect(chat.getByTestId('message').last()).toContainText(/It is\..*Sent/s);
  expect(await page.context().cookies()).toEqual([]);
  // What the frame told the page: no secret is among it.
  expect(said.length).toBeGreaterThan(2);
  expect(JSON.stringify(said)).not.toMatch(/[\w-]{43}/);
  // Another tab is somebody else, for all that is known.
  const other = await page.context().newPage();
  await keepNothing(other, true);
  await other.goto(`${site.origin}/shop.html`);
  await launcherOf(other).click();
  await expect(
    frameOf(other).getByRole('button', { name: 'Sales Inquiry', exact: true }),
  ).toBeVisible();
  await expect(frameOf(other).getByText('Is this kept?')).toHaveCount(0);
});
