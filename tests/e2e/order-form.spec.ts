import type { BrowserContextOptions, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openThread } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { listMails } from '../support/mails.ts';
import { mailedCode } from '../support/mailed-links.ts';
import type { TestServer } from '../support/server.ts';

// Code emails are limited for each network, so a browser whose address is confirmed places several orders.
test.slow();

const TRANSLATION = '/services/writing/translation';
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

const total = (page: Page) => page.getByRole('region', { name: 'Total' });
const place = (page: Page) => page.getByRole('button', { name: 'Place order' });
const codeField = (page: Page) => page.getByLabel('Code from the email');

async function fillBuyer(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await page.getByLabel('Email address').fill(email);
}

/** The newest code, which is not one that was read before. */
async function newCode(server: TestServer, email: string): Promise<string> {
  const code = await mailedCode(server, email);
  expect(code).toMatch(/^\d{6}$/);
  return code;
}

async function openForm(
  visit: (path?: string) => Promise<Page>,
  path = TRANSLATION,
): Promise<Page> {
  const page = await visit(`${path}/order`);
  await untilHydrated(page);
  return page;
}

/** The number in the heading of the order's page. */
async function orderNumber(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { name: /^Order E-\d+$/ });
  await expect(heading).toBeVisible();
  return (await heading.innerText()).slice('Order '.length);
}

async function look(page: Page, name: string): Promise<void> {
  for (const [device, width, height] of [
    ['phone', 390, 844],
    ['desk', 1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: `test-results/${name}-${device}-${colorScheme}.png` });
    }
  }
}

test(
  'a stranger orders on a phone from the service’s page, and the agent reads the order in the inbox',
  { tag: '@journey' },
  async ({ server, signIn, visit }) => {
    const email = 'phone.buyer@harbourmail.example';
    const maya = await signIn('maya');
    const page = await visit(TRANSLATION, PHONE);
    await page.getByRole('link', { name: 'Order now' }).last().click();
    await expect(page).toHaveURL(/\/translation\/order$/);
    await untilHydrated(page);

    // The smallest order costs something before anything was chosen, and its total stays in sight.
    await expect(total(page)).toContainText('$37.50');
    await expect(total(page)).toBeInViewport({ ratio: 1 });
    await expect(place(page)).toBeInViewport({ ratio: 1 });
    await page.getByLabel('Words').fill('1000');
    await expect(total(page)).toContainText('$150.00');
    await page.getByRole('checkbox', { name: /certif/i }).check();
    await expect(total(page)).toContainText('$175.00');
    expect(await page.getByLabel('Words').getAttribute('inputmode')).toBe('numeric');
    await page.getByLabel('Email address').scrollIntoViewIfNeeded();
    await expect(total(page)).toBeInViewport({ ratio: 1 });

    // Errors are next to their fields, and the first of them has the focus.
    await page.getByLabel('Words').fill('10');
    await expect(page.getByText('Order at least 250.')).toBeVisible();
    await place(page).click();
    await expect(page.getByLabel('Words')).toBeFocused();
    await expect(page.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Words').fill('1000');
    await expect(total(page)).toContainText('$175.00');
    await fillBuyer(page, email);
    await place(page).click();

    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
    await expect(total(page)).toBeInViewport({ ratio: 1 });
    await page.screenshot({ path: 'test-results/order-form-code.png' });
    await expectAccessible(page, 'main');
    await codeField(page).fill('000000');
    await expect(page.getByText("This isn't the code from the newest email.")).toBeVisible();
    await codeField(page).fill(await newCode(server, email));
    // The complete code places the order without another press.
    await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
    const number = await orderNumber(page);
    await expect(page.getByText('Awaiting payment')).toBeInViewport();
    await expect(page.getByRole('link', { name: /Pay with PayPal/ })).toBeVisible();
    await expectAccessible(page, 'main');
    await page.screenshot({ path: 'test-results/order-placed.png' });

    await openThread(maya, email);
    await expect(maya.getByRole('link', { name: `Open order ${number}` }).first()).toBeVisible();
    await expect(maya.getByText('1,000 × Translation').first()).toBeVisible();

    // Back leads to a new form that knows the buyer, so a second order on purpose works.
    await page.goto(`${TRANSLATION}/order`);
    await untilHydrated(page);
    await expect(page.getByLabel('Email address')).toHaveValue(email);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Elena Ruiz');
    await expect(page.getByLabel('Words')).toHaveValue('250');
    await place(page).click();
    await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
    expect(await orderNumber(page)).not.toBe(number);
  },
);

test('the form is accessible in every scheme and width', async ({ visit }) => {
  const page = await openForm(visit);
  await expectAccessible(page);
  await page.setViewportSize(PHONE.viewport);
  await expectAccessible(page);
  // Everything that is pressed is at least 44 px high.
  const small = await page.locator('main form').evaluate((form) =>
    [...form.querySelectorAll<HTMLElement>('label:has(input), button, a, input.field, textarea')]
      .filter((each) => each.offsetParent !== null && !each.matches('.sr-only'))
      .filter((each) => each.getBoundingClientRect().height < 44)
      .map((each) => each.outerHTML),
  );
  expect(small).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
  // The highest total does not reach the button on the narrowest phone.
  await page.setViewportSize({ width: 320, height: 844 });
  await page.getByLabel('Words').fill('100000');
  await expect(total(page)).toContainText('$15,000.00');
  const [sum, button] = [
    await total(page).evaluate((region) => {
      const range = document.createRange();
      range.selectNodeContents(region);
      return range.getBoundingClientRect().right;
    }),
    await place(page).boundingBox(),
  ];
  expect(sum + 8).toBeLessThanOrEqual(button?.x ?? 0);
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(320 - 72);
  await page.getByLabel('Words').fill('250');
  await look(page, 'order-form-top');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Email address').scrollIntoViewIfNeeded();
  await look(page, 'order-form-end');
});

test('without JavaScript the total is updated at a button, and the code places the order', async ({
  browser,
  server,
}) => {
  const email = 'plain.buyer@harbourmail.example';
  const context = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: false,
    viewport: PHONE.viewport,
  });
  const page = await context.newPage();
  await page.goto(TRANSLATION);
  await page.getByRole('link', { name: 'Order now' }).last().click();
  await page.getByLabel('Words').fill('1000');
  await page.getByRole('checkbox', { name: /certif/i }).check();
  await page.getByRole('button', { name: 'Update total' }).click();
  await expect(total(page)).toContainText('$175.00');
  await expect(page.getByLabel('Words')).toHaveValue('1000');
  // An order whose total was not shown is not placed.
  await page.getByLabel('Words').fill('2000');
  await fillBuyer(page, email);
  await place(page).click();
  await expect(page.getByText('The total is $325.00 instead of $175.00.')).toBeVisible();
  await place(page).click();
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await codeField(page).fill(await newCode(server, email));
  await codeField(page).press('Enter');
  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
  await orderNumber(page);
  await expect(page.getByRole('link', { name: /Pay with PayPal/ })).toBeVisible();
  await context.close();
});

test('the input survives a reload, Back, and is in a second tab', async ({ visit }) => {
  const page = await openForm(visit);
  await page.getByLabel('Words').fill('1500');
  await page.getByRole('checkbox', { name: /certif/i }).check();
  await page.getByLabel('Language of the original').fill('English');
  await page.getByLabel('Email address').fill('typed@harbourmail.example');
  await expect(total(page)).toContainText('$250.00');
  const expectFilled = async (tab: Page) => {
    await expect(tab.getByLabel('Words')).toHaveValue('1500');
    await expect(tab.getByRole('checkbox', { name: /certif/i })).toBeChecked();
    await expect(tab.getByLabel('Language of the original')).toHaveValue('English');
    await expect(tab.getByLabel('Email address')).toHaveValue('typed@harbourmail.example');
    await expect(total(tab)).toContainText('$250.00');
  };
  await page.reload();
  await expectFilled(page);
  await page.getByRole('link', { name: 'Back to the service' }).click();
  await expect(page).toHaveURL(TRANSLATION);
  await page.goBack();
  await expectFilled(page);
  const second = await page.context().newPage();
  await second.goto(`${TRANSLATION}/order`);
  await expectFilled(second);
});

test('a returning buyer keeps what they type before the page is ready', async ({ visit }) => {
  const page = await openForm(visit);
  await page.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await page.getByLabel('Email address').fill('early.buyer@harbourmail.example');
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await Promise.all([page.waitForEvent('framenavigated'), page.evaluate(() => location.reload())]);
  await page.getByLabel('Name', { exact: true }).fill('Elena Costa');
  scripts.resolve();
  await expect(page.getByLabel('Email address')).toHaveValue('early.buyer@harbourmail.example');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Elena Costa');
});

test('lost connections, a double press and two tabs make one order', async ({ server, visit }) => {
  const email = 'lost.buyer@harbourmail.example';
  const page = await openForm(visit);
  await page.getByLabel('Words').fill('800');
  await fillBuyer(page, email);
  await expect(total(page)).toContainText('$120.00');
  let requests = 0;
  await page.route('**/translation/order.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    requests += 1;
    if (requests === 1) return route.abort('connectionreset');
    return route.continue();
  });
  await place(page).click();
  await expect(page.getByText(/^No response from the server/)).toBeVisible();
  await expect(page.getByLabel('Words')).toHaveValue('800');
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await place(page).click();
  await expect(codeField(page)).toBeFocused();
  await page.unroute('**/translation/order.data*');

  // The order is placed, but its answer is lost.
  let lost = 0;
  await page.route('**/translation/order.data*', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch({ maxRedirects: 0 });
    return route.abort('connectionreset');
  });
  await codeField(page).fill(await newCode(server, email));
  await expect(page.getByText(/^No response from the server/)).toBeVisible();
  const second = await page.context().newPage();
  await page.unroute('**/translation/order.data*');
  await place(page).click();
  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
  const first = await orderNumber(page);
  const path = new URL(page.url()).pathname;

  // Two tabs show the same new form, and each is pressed twice.
  await Promise.all([page, second].map((tab) => tab.goto(`${TRANSLATION}/order`)));
  await Promise.all([page, second].map((tab) => untilHydrated(tab)));
  await Promise.all([page, second].map((tab) => place(tab).dblclick()));
  for (const tab of [page, second]) await expect(tab).toHaveURL(/\/order\/[\w-]{43}$/);
  expect(new URL(page.url()).pathname).toBe(new URL(second.url()).pathname);
  expect(new URL(page.url()).pathname).not.toBe(path);
  const next = Number((await orderNumber(page)).slice(2));
  expect(next).toBe(Number(first.slice(2)) + 1);
});

test('the keyboard is enough, and a changed price is shown before anything is placed', async ({
  server,
  signIn,
  visit,
}) => {
  const email = 'keys.buyer@harbourmail.example';
  const page = await openForm(visit, '/services/graphics/book-design');
  await page.getByRole('link', { name: 'Back to the service' }).focus();
  const reach = async (isThere: () => Promise<boolean>) => {
    for (let stop = 0; stop < 40 && !(await isThere()); stop += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };
  const isFocused = (target: ReturnType<Page['locator']>) => () =>
    target.evaluate((element) => element === document.activeElement);
  await reach(isFocused(page.getByRole('checkbox').first()));
  const before = await total(page).innerText();
  await page.keyboard.press('Space');
  await expect.poll(() => total(page).innerText()).not.toBe(before);
  await page.keyboard.press('Space');
  await expect(total(page)).toContainText('$1,750.00');
  await reach(isFocused(page.getByLabel('Name', { exact: true })));
  await page.keyboard.type('Kira Blum');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await reach(isFocused(place(page)));
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();

  const ines = await signIn('ines', '/team/catalogue?q=book+design');
  await ines.getByLabel('Price of Book Design in USD').fill('1800');
  await ines.getByLabel('Price of Book Design in USD').press('Enter');
  await expect(ines.getByRole('link', { name: 'Publish (1)' })).toBeVisible();
  await ines.goto('/team/catalogue/publish');
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByRole('status').getByText(/Publication \d+ is live/)).toBeVisible();

  await page.keyboard.type(await newCode(server, email));
  await expect(
    page.getByText('The total is $1,800.00 instead of $1,750.00.', { exact: false }),
  ).toBeVisible();
  await expect(total(page)).toContainText('$1,800.00');
  await expect(codeField(page)).not.toHaveValue('');
  await expectAccessible(page, 'main');
  await page.screenshot({ path: 'test-results/order-form-changed.png' });
  await place(page).press('Enter');
  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
  await orderNumber(page);
  await expect(page.getByText('$1,800.00').first()).toBeVisible();
  const sent = (await listMails(server)).length;
  expect(sent).toBeGreaterThan(0);
});

test('answers follow on the order’s page, and later changes are seen by both sides', async ({
  server,
  signIn,
  visit,
}) => {
  const email = 'later.buyer@harbourmail.example';
  const maya = await signIn('maya');
  const page = await openForm(visit);
  await fillBuyer(page, email);
  await place(page).click();
  await codeField(page).fill(await newCode(server, email));
  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
  const number = await orderNumber(page);

  await page.getByLabel('Language of the original').fill('English');
  await expect(page.getByText('Your answers are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Language of the original')).toHaveValue('English');
  await expectAccessible(page, 'main');
  await page.screenshot({ path: 'test-results/order-answers.png', fullPage: true });

  await maya.goto(`/team/orders/${number}`);
  await maya.getByLabel('Payment reference').fill('PAY-1');
  await maya.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(maya.getByText('The order is paid.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Send and start' }).click();
  await expect(page.getByText('Answer this so that we can start work.')).toBeVisible();
  await page.getByLabel('Language of the translation').fill('German');
  await page.getByLabel('What is the text about?').fill('A manual');
  await page.getByRole('button', { name: 'Send and start' }).click();
  await expect(page.getByText("Thank you. We're starting work.")).toBeVisible();

  await page.getByText('Change the answers').click();
  await page.getByLabel('Language of the translation').fill('Spanish');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your answers are saved.')).toBeVisible();
  await page.getByText('1 change', { exact: true }).click();
  await expect(page.locator('del')).toHaveText('German');
  await expectAccessible(page, 'main');
  await page.screenshot({ path: 'test-results/order-edits.png', fullPage: true });
  await maya.reload();
  await maya.getByText('1 change', { exact: true }).click();
  await expect(maya.locator('del')).toHaveText('German');
  await expect(maya.locator('ins')).toHaveText('Spanish');
  await expectAccessible(maya, 'main');
});

test('the report shows the way from the page to the order, and lists show what can be ordered now', async ({
  signIn,
  visit,
}) => {
  const page = await visit('/services/graphics');
  await page.getByText('Can be ordered now').click();
  await expect(page).toHaveURL(/order=now/);
  await page.goto('/services?q=logo');
  await page.getByRole('button', { name: 'Can be ordered now' }).click();
  await expect(page).toHaveURL(/q=logo&order=now/);
  await expect(page.getByRole('button', { name: 'Can be ordered now' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('heading', { name: 'Results for “logo”' })).toBeVisible();
  const ines = await signIn('ines', '/team/reports');
  const funnel = ines.getByRole('region', { name: 'From service page to order' });
  await expect(async () => {
    await ines.reload();
    await expect(funnel.getByRole('rowheader', { name: 'Translation' })).toBeVisible();
  }).toPass({ timeout: 40_000 });
  const download = ines.waitForEvent('download');
  await funnel.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  await expectAccessible(ines, 'main');
  await funnel.screenshot({ path: 'test-results/funnel.png' });
});

const PROOFREADING = '/services/writing/proofreading-&-editing';

function file(name: string, words: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(words) };
}

test('files are added to the form, survive a reload, and go with the order', async ({
  server,
  signIn,
  visit,
}) => {
  const email = 'novel.buyer@harbourmail.example';
  const page = await openForm((path) => visit(path, PHONE), PROOFREADING);
  const picker = page.getByLabel('The files that we work on', { exact: true });
  await page.getByLabel('What is the text about?').fill('A novel');
  await picker.setInputFiles([file('novel.txt', 'Once'), file('notes.txt', 'Why')]);
  const novel = page.getByRole('checkbox', { name: /novel\.txt/ });
  await expect(novel).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /notes\.txt/ })).toBeChecked();
  await page.reload();
  await untilHydrated(page);
  await expect(novel).toBeChecked();
  await expect(page.getByLabel('What is the text about?')).toHaveValue('A novel');
  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expect(page.getByRole('checkbox', { name: /notes\.txt/ })).toHaveCount(0);
  await expectAccessible(page, 'main');
  await picker.scrollIntoViewIfNeeded();
  await look(page, 'order-form-files');
  await page.setViewportSize(PHONE.viewport);
  // A press while a file is on its way takes effect afterwards.
  let letUpload = () => {};
  const held = new Promise<void>((resolve) => (letUpload = resolve));
  await page.route('**/order-forms/*/files', async (route) => {
    await held;
    await route.continue();
  });
  await picker.setInputFiles([file('late.txt', 'Late')]);
  await fillBuyer(page, email);
  await place(page).click();
  await expect(page.getByText('Files are uploading.')).toBeVisible();
  letUpload();
  await codeField(page).fill(await newCode(server, email));
  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
  const number = await orderNumber(page);
  await expect(page.getByRole('link', { name: /Download novel\.txt/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Download late\.txt/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Download notes\.txt/ })).toHaveCount(0);
  await look(page, 'order-with-files');

  const maya = await signIn('maya');
  await maya.goto(`/team/orders/${number}`);
  const download = maya.waitForEvent('download');
  await maya.getByRole('link', { name: /Download novel\.txt/ }).click();
  expect((await download).suggestedFilename()).toBe('novel.txt');
});

test('without JavaScript the form brings its files', async ({ browser, server }) => {
  const email = 'plain.novel@harbourmail.example';
  const context = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: false,
    viewport: PHONE.viewport,
  });
  const page = await context.newPage();
  await page.goto(`${PROOFREADING}/order`);
  await page.getByLabel('What is the text about?').fill('A novel');
  await page
    .getByLabel('The files that we work on', { exact: true })
    .setInputFiles([file('novel.txt', 'Once')]);
  await fillBuyer(page, email);
  await place(page).click();
  await expect(page.getByRole('checkbox', { name: /novel\.txt/ })).toBeChecked();
  await expect(page.getByLabel('What is the text about?')).toHaveValue('A novel');
  await codeField(page).fill(await newCode(server, email));
  await codeField(page).press('Enter');
  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
  await expect(page.getByRole('link', { name: /Download novel\.txt/ })).toBeVisible();
  await context.close();
});
