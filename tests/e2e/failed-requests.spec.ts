import type { Locator, Page, Route } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { isLong } from '../support/long-form.ts';
import { mailedLink } from '../support/mailed-links.ts';
import type { TestServer } from '../support/server.ts';

const html = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: 'text/html', body: '<h1>Not from the marketplace</h1>' });

/** What may come back instead of an answer, by what stands between a browser and the server. */
const FAULTS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'a refused connection': (route) => route.abort('connectionrefused'),
  'a cut connection': (route) => route.abort('connectionreset'),
  'a silence': (route) => route.abort('timedout'),
  'a network that went away': (route) => route.abort('internetdisconnected'),
  'a 400 of a proxy': html(400),
  'a 403 of a firewall': html(403),
  'a 404 of a proxy': html(404),
  'a 413 of a proxy': html(413),
  'a 429 of a proxy': html(429),
  'a 500': html(500),
  'a 502 of a proxy': html(502),
  'a 503 of a proxy': html(503),
  'a 504 of a proxy': html(504),
  'a captive portal': html(200),
  'an empty answer': (route) => route.fulfill({ status: 200, body: '' }),
  'an answer without a body': (route) => route.fulfill({ status: 204 }),
  'an answer cut in the middle': (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/x-script',
      headers: { 'X-Remix-Response': 'yes' },
      body: '[{"_1":2},"data",{"_3":4},"mess',
    }),
  'the JSON of another program': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"ok":true}' }),
};

const ALL = Object.keys(FAULTS);
const A_FEW = ['a cut connection', 'a 502 of a proxy', 'a captive portal', 'a 429 of a proxy'];

interface Stage {
  readonly server: TestServer;
  readonly visit: (path?: string) => Promise<Page>;
  readonly signIn: (name: keyof typeof CAST, path?: string) => Promise<Page>;
}

interface Case {
  readonly form: string;
  readonly open: (stage: Stage) => Promise<Page>;
  readonly fill: (page: Page) => Promise<void>;
  readonly button: string | RegExp;
  /** The sentence that docs/rules.md quotes, or the default sentence. */
  readonly sentence: RegExp;
  readonly faults?: readonly string[];
  /** What is seen once it works. */
  readonly done: (page: Page) => Promise<void>;
}

const SENTENCE =
  /^(No response from the server|The server's response couldn't be read|Something went wrong on our side|This was sent too often)/;

const says = (text: string | RegExp) => async (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();

const at = (path: string) => (stage: Stage) => stage.visit(path);
const asAdmin = (path: string) => (stage: Stage) => stage.signIn('henrik', path);

async function fillNewPassword(page: Page, label = 'Password'): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill('harbour-kestrel-7');
  await page
    .getByLabel(`Confirm ${label.toLowerCase()}`, { exact: true })
    .fill('harbour-kestrel-7');
}

async function fillReview(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '4 stars' }).check();
  await page.getByLabel('Your review').fill('Typed on a train,\nover two lines.');
  await page.getByLabel('Name', { exact: true }).fill('Jonas Weber');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('jonas.weber@example.org');
  await page.getByLabel('I am human').check();
  await expect(page.getByText('Verified')).toBeVisible({ timeout: 30_000 });
}

const CASES: readonly Case[] = [
  {
    form: 'the review of a service',
    open: at('/services/graphics/flyer-design'),
    fill: fillReview,
    button: 'Submit review',
    sentence: /^Couldn't send your review\. Check your connection and try again\.$/,
    faults: ALL.filter((name) => name !== 'a 413 of a proxy'),
    done: (page) => expect(page.getByText('Thank you. Your review is live.')).toBeVisible(),
  },
  {
    form: 'the review of a video service',
    open: at('/services/video/video-editing'),
    fill: fillReview,
    button: 'Submit review',
    sentence: /^Couldn't send your review\./,
    done: (page) => expect(page.getByText('Thank you. Your review is live.')).toBeVisible(),
  },
  {
    form: 'the account that is asked for',
    open: at('/create-account'),
    async fill(page) {
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Last name').fill('Nowak');
      await page.getByLabel('Email').fill('ada.nowak@embarka.example');
      await page.getByLabel('Role').selectOption('Manager');
      await fillNewPassword(page);
    },
    button: 'Create account',
    sentence: /^Account creation failed\. Please try again\.$/,
    faults: isLong ? ALL.filter((name) => name !== 'a 413 of a proxy') : A_FEW,
    done: says('Account created successfully!'),
  },
  {
    form: 'signing in',
    open: at('/login'),
    async fill(page) {
      await page.getByLabel('Email').fill(CAST.leo.email);
      await page.getByLabel('Password', { exact: true }).fill(CAST.leo.password);
    },
    button: 'Sign In',
    sentence: /^Login failed|^This|^The server/,
    faults: isLong ? ALL : A_FEW,
    done: (page) => page.waitForURL('**/agentchat'),
  },
  {
    form: 'a forgotten password',
    open: at('/forgot-password'),
    fill: (page) => page.getByLabel('Email').fill(CAST.sam.email),
    button: 'Send link',
    sentence: SENTENCE,
    done: says(/link/),
  },
  {
    form: 'a new password',
    async open({ server, visit }) {
      const page = await visit('/forgot-password');
      await page.getByLabel('Email').fill(CAST.maya.email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.goto(await mailedLink(server, CAST.maya.email, /password/i));
      return page;
    },
    fill: (page) => fillNewPassword(page, 'New password'),
    button: 'Set password',
    sentence: SENTENCE,
    done: says('Your new password is set.'),
  },
  {
    form: 'the report of a review',
    async open({ visit }) {
      const page = await visit('/services/graphics/book-design');
      await page
        .getByRole('link', { name: /^Report/ })
        .first()
        .click();
      return page;
    },
    async fill(page) {
      await page.getByLabel(/^Personal data/).check();
      await page.getByLabel('Anything we should know (optional)').fill('It names a house.');
    },
    button: 'Report review',
    sentence: SENTENCE,
    done: says('Thank you.'),
  },
  {
    form: 'an invitation that is sent',
    open: asAdmin('/team'),
    async fill(page) {
      await page.getByLabel('Email').fill('invited@embarka.example');
      await page.getByLabel('Role', { exact: true }).selectOption('Support');
    },
    button: 'Invite',
    sentence: SENTENCE,
    done: says('invited@embarka.example'),
  },
  {
    form: 'an invitation that is taken',
    async open({ server, visit }) {
      return visit(await mailedLink(server, 'invited@embarka.example', /./));
    },
    async fill(page) {
      await page.getByLabel('First name').fill('Ida');
      await page.getByLabel('Last name').fill('Berg');
      await fillNewPassword(page);
    },
    button: 'Create account',
    sentence: SENTENCE,
    done: says('Your account is ready.'),
  },
  {
    form: 'a key of the API',
    open: asAdmin('/team/api'),
    fill: (page) => page.getByLabel('Name').fill('Price list'),
    button: 'Create key',
    sentence: SENTENCE,
    done: (page) => expect(page.getByLabel('New API key')).toBeVisible(),
  },
  {
    form: 'the settings',
    open: asAdmin('/team/settings'),
    async fill(page) {
      await page.getByLabel('Brand name').fill('Embarka & Co');
      await page.getByRole('textbox', { name: 'Postal address' }).fill('1 Pier Road');
    },
    button: 'Save changes',
    sentence: SENTENCE,
    done: says(/^Saved/),
  },
  {
    form: 'a canned reply',
    open: asAdmin('/canned-replies'),
    async fill(page) {
      const form = page.locator('form', {
        has: page.getByRole('button', { name: 'Save canned reply' }),
      });
      await form.getByLabel('Shortcut').fill('typed-on-a-train');
      await form.getByLabel('Reply').fill('Dear {visitor},\nwe are on it.');
    },
    button: 'Save canned reply',
    sentence: SENTENCE,
    done: says('/typed-on-a-train is saved.'),
  },
  {
    form: 'the search for a person',
    open: asAdmin('/team/visitors'),
    fill: (page) => page.getByLabel('Search', { exact: true }).fill(VISITORS.elena),
    button: 'Find',
    sentence: SENTENCE,
    done: (page) => expect(page.getByRole('heading', { name: VISITORS.elena })).toBeVisible(),
  },
  {
    form: 'the number of chats of an agent',
    open: asAdmin('/desk'),
    fill: (page) =>
      page.getByLabel(`Chat limit of ${CAST.leo.fullName}`, { exact: true }).fill('7'),
    button: `Save the chat limit of ${CAST.leo.fullName}`,
    sentence: SENTENCE,
    done: says('up to 7 chats'),
  },
  {
    form: 'what one is told of',
    open: asAdmin('/notifications'),
    async fill(page) {
      await page.getByLabel('By email').selectOption('off');
    },
    button: 'Save',
    sentence: SENTENCE,
    done: says(/./),
  },
  {
    form: 'the change of a password',
    open: asAdmin('/team/account'),
    async fill(page) {
      await page.getByLabel('Current password', { exact: true }).fill(CAST.henrik.password);
      await page.getByLabel('New password', { exact: true }).fill(CAST.henrik.password);
      await page.getByLabel('Confirm new password', { exact: true }).fill(CAST.henrik.password);
    },
    button: 'Change password',
    sentence: SENTENCE,
    done: says('Password changed.'),
  },
];

const typed = (form: Locator) =>
  form.evaluate((element) => [...new FormData(element as HTMLFormElement)].map(String));

for (const { form, open, fill, button, sentence, done, faults = A_FEW } of CASES) {
  test(`${form} keeps what was typed, whatever answers, and works the second time`, async ({
    server,
    visit,
    signIn,
  }) => {
    test.slow();
    const page = await open({ server, visit, signIn });
    await fill(page);
    const press = page.getByRole('button', { name: button, exact: true });
    const element = page.locator('form', { has: press }).first();
    const before = await typed(element);
    const address = page.url();
    for (const name of faults) {
      await test.step(name, async () => {
        await page.route(
          () => true,
          (route) =>
            route.request().method() === 'POST' ? FAULTS[name]?.(route) : route.fallback(),
        );
        await press.click();
        const alert = element.getByRole('alert').filter({ hasText: sentence });
        await expect(alert).toBeVisible();
        await expect(alert.locator('..')).toBeFocused();
        await expect(press).toBeVisible();
        await expect(press).toHaveAttribute('aria-busy', 'false');
        expect(await typed(element)).toEqual(before);
        expect(page.url()).toBe(address);
        await page.unrouteAll();
      });
    }
    await press.click();
    await done(page);
  });
}

test('a review whose answer was lost is posted once, however often it is sent', async ({
  visit,
}) => {
  const page = await visit('/services/graphics/poster-design');
  await fillReview(page);
  const press = page.getByRole('button', { name: 'Submit review' });
  await page.route(
    () => true,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      // The server takes it; what it says never arrives.
      await route.fetch();
      return route.abort('connectionreset');
    },
  );
  await press.dblclick();
  await expect(page.getByText(/Couldn't send your review/)).toBeVisible();
  await page.unrouteAll();
  await press.click();
  await expect(page.getByText('Thank you. Your review is live.')).toBeVisible();
  const list = page.getByRole('region', { name: 'Customer Reviews' });
  await expect(list.getByText('Typed on a train,')).toHaveCount(1);
});

test('a form that is pressed again while it is on its way is sent once, and says so', async ({
  visit,
}) => {
  const page = await visit('/forgot-password');
  const sent: string[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    () => true,
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      sent.push(route.request().url());
      await held;
      return route.fallback();
    },
  );
  await page.getByLabel('Email').fill(CAST.ines.email);
  const press = page.getByRole('button', { name: 'Send link' });
  await press.click();
  await expect(press).toHaveAttribute('aria-busy', 'true');
  await press.click({ force: true });
  await page.getByLabel('Email').press('Enter');
  letGo();
  await expect(page.getByRole('status').filter({ hasText: 'link' })).toBeVisible();
  await expect(press).toHaveAttribute('aria-busy', 'false');
  expect(sent).toHaveLength(1);
});

test('a form of somebody who was signed out meanwhile waits until they are back', async ({
  signIn,
}) => {
  const page = await signIn('henrik', '/canned-replies');
  const form = page.locator('form', {
    has: page.getByRole('button', { name: 'Save canned reply' }),
  });
  await form.getByLabel('Shortcut').fill('after-lunch');
  await form.getByLabel('Reply').fill('We are back.');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save canned reply' }).click();
  await expect(form.getByRole('alert')).toContainText("You're signed out.");
  await expect(form.getByLabel('Reply')).toHaveValue('We are back.');

  const opened = page.waitForEvent('popup');
  await form.getByRole('link', { name: 'Sign in' }).click();
  const other = await opened;
  await other.getByLabel('Email').fill(CAST.henrik.email);
  await other.getByLabel('Password', { exact: true }).fill(CAST.henrik.password);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await other.waitForURL('**/team/setup');
  await page.getByRole('button', { name: 'Save canned reply' }).click();
  await says('/after-lunch is saved.')(page);
});

test('what was saved is said, and other fields stay, when the page cannot be read anew', async ({
  signIn,
}) => {
  const page = await signIn('henrik', '/desk');
  const maya = page.getByLabel(`Chat limit of ${CAST.maya.fullName}`, { exact: true });
  await maya.fill('4');
  await page.getByLabel(`Chat limit of ${CAST.leo.fullName}`, { exact: true }).fill('6');
  await page.route(/\.data/, (route) =>
    route.request().method() === 'GET' ? html(502)(route) : route.fallback(),
  );
  await page.getByRole('button', { name: `Save the chat limit of ${CAST.leo.fullName}` }).click();
  await says('up to 6 chats')(page);
  await expect(maya).toHaveValue('4');
});

test('a download that fails leaves the page as it is, and works the second time', async ({
  signIn,
}) => {
  const page = await signIn('henrik', '/team/reports');
  await page.getByLabel('From', { exact: true }).fill('2026-01-05');
  const press = page.getByRole('button', { name: /^Download .* as CSV$/ }).first();
  await page.route('**/team/reports/export', html(502));
  await press.click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong on our side.');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-01-05');
  await page.unrouteAll();
  const file = page.waitForEvent('download');
  await press.click();
  expect((await file).suggestedFilename()).toMatch(/^report-.*\.csv$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('what is typed into the review form survives a reload and a look at another page', async ({
  visit,
}) => {
  const page = await visit('/services/graphics/menu-design');
  await page.getByRole('radio', { name: '2 stars' }).check();
  await page.getByLabel('Your review').fill('Half a thought,\nand');
  await page.getByLabel('Name', { exact: true }).fill('Jonas');
  await page.reload();
  await expect(page.getByLabel('Your review')).toHaveValue('Half a thought,\nand');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Jonas');
  await expect(page.getByRole('radio', { name: '2 stars' })).toBeChecked();
  await page.goto('/services/graphics/web-banners');
  await expect(page.getByLabel('Your review')).toHaveValue('');
  await page.goBack();
  await expect(page.getByLabel('Your review')).toHaveValue('Half a thought,\nand');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a telephone, ${colorScheme}, the reason can be read and the button stays in sight`, async ({
    visit,
  }) => {
    const page = await visit('/create-account');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await page.route(/\.data/, (route) => route.abort());
    const press = page.getByRole('button', { name: 'Create account' });
    await press.click();
    await expect(page.getByText('Account creation failed. Please try again.')).toBeInViewport();
    await expect(press).toBeInViewport();
    await expectAccessible(page);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Back after a failed request finds what was typed', async ({ page }) => {
    await page.goto('/create-account');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Email').fill('ada@embarka.example');
    await page.route(
      () => true,
      (route) => (route.request().method() === 'POST' ? html(502)(route) : route.fallback()),
    );
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Not from the marketplace')).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByLabel('Email')).toHaveValue('ada@embarka.example');
  });

  test('a refused form comes back as it was typed, but for its passwords', async ({ page }) => {
    await page.goto('/create-account');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Nowak');
    await page.getByLabel('Email').fill('ada@embarka.example');
    await page.getByLabel('Role').selectOption('Manager');
    await page.getByLabel('Password', { exact: true }).fill('harbour-kestrel-7');
    await page.getByLabel('Confirm password', { exact: true }).fill('another');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByLabel('Last name')).toHaveValue('Nowak');
    await expect(page.getByLabel('Email')).toHaveValue('ada@embarka.example');
    await expect(page.getByLabel('Role')).toHaveValue('manager');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  });
});

test('a page that a fault of ours keeps from being drawn says so in its theme and leads on', async ({
  visit,
}) => {
  const page = await visit();
  await page.getByRole('combobox', { name: 'Search all services' }).focus();
  await untilHydrated(page);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
    const get = () => {
      throw new Error('A fault of ours');
    };
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', { get });
  });
  const services = page.getByRole('link', { name: 'VIEW OUR SERVICES' });
  await services.first().click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(services).toBeVisible();
});
