import type { BrowserContextOptions, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';
import { readMails } from '../support/mails.ts';
import type { TestServer } from '../support/server.ts';

test.slow();

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

const TRANSLATION = '/services/writing/translation';

/** Emails arrive after the answer to a form, so a code that was entered before is not the newest. */
const entered = new Set<string>();

/** The newest code for signing in, in an email to this address. */
async function signInCode(server: TestServer, email: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const mails = await readMails(server);
    const mail = mails.find((text) => text.includes(`To: ${email}`) && text.includes('sign in'));
    code = /asked for it: (\d{6})/.exec(mail ?? '')?.[1] ?? '';
    expect(code).toMatch(/^\d{6}$/);
    expect(entered.has(code)).toBe(false);
  }).toPass();
  entered.add(code);
  return code;
}

async function signIn(page: Page, server: TestServer, email: string): Promise<void> {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/account\/sign-in$/);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await page.getByLabel('Six-digit code').fill(await signInCode(server, email));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
}

/** Places an order as a stranger, in a browser of its own. */
async function order(
  visit: (path?: string) => Promise<Page>,
  server: TestServer,
  email: string,
): Promise<Page> {
  const page = await visit(`${TRANSLATION}/order`);
  await untilHydrated(page);
  await page.getByLabel('Words').fill('1000');
  await page.getByLabel('Signed certificate').first().check();
  await page.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByLabel('Code from the email').fill(await mailedCode(server, email));
  await expect(page.getByRole('heading', { name: /^Order E-\d+$/ })).toBeVisible();
  return page;
}

test(
  'a client signs in on a phone, finds what waits, and orders again',
  { tag: '@journey' },
  async ({ server, visit }) => {
    const email = 'phone.client@harbourmail.example';
    await order(visit, server, email);
    const phone = await visit('/account', PHONE);
    await expectAccessible(phone);
    await signIn(phone, server, email);
    const waiting = phone.getByRole('region', { name: 'Waiting for you' });
    await expect(waiting.getByRole('link', { name: 'Pay $175.00' })).toBeVisible();
    await expectAccessible(phone);
    await waiting.getByRole('link', { name: 'Pay $175.00' }).click();
    await expect(phone).toHaveURL(/\/account\/orders\/E-\d+$/);
    await expect(phone.getByRole('heading', { name: 'Pay $175.00' })).toBeVisible();
    await expectAccessible(phone);

    await phone.getByRole('link', { name: 'Order again' }).click();
    await expect(phone.getByLabel('Words')).toHaveValue('1000');
    await expect(phone.getByLabel('Signed certificate').first()).toBeChecked();
    await expect(phone.getByLabel('Email address')).toHaveValue(email);
    // The address is proved, so no code is needed.
    await untilHydrated(phone);
    await phone.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
    await phone.getByRole('button', { name: 'Place order' }).click();
    await expect(phone.getByRole('heading', { name: /^Order E-\d+$/ })).toBeVisible();
  },
);

test('a passkey that was added signs in, and another device is signed out', async ({
  server,
  visit,
}) => {
  const email = 'passkey.client@harbourmail.example';
  const page = await visit('/account');
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, server, email);
  await expect(page.getByText('Your orders and conversations')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await untilHydrated(page);
  await page.getByLabel('Name of the passkey').fill('My laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey is added.')).toBeVisible();
  await expect(page.getByText('My laptop')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();

  const other = await visit('/account');
  await signIn(other, server, email);
  await page.goto('/account/settings');
  await untilHydrated(page);
  await page.getByRole('button', { name: /^Sign out .+ on / }).click();
  await expect(page.getByText('The device is signed out.')).toBeVisible();
  await other.goto('/account/files');
  await expect(other).toHaveURL(/\/account\/sign-in\?next=%2Faccount%2Ffiles$/);
});

test('a client finds a subscription with its invoice, cancels it and keeps billing details', async ({
  server,
  signIn: signInMember,
  visit,
}) => {
  const email = 'monthly.client@harbourmail.example';
  const page = await visit('/services/programming/website-maintenance/order');
  await untilHydrated(page);
  await page.getByLabel('How you order').selectOption('subscribe');
  await page.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByLabel('Code from the email').fill(await mailedCode(server, email));
  const number = await page.getByRole('heading', { name: /^Order E-\d+$/ }).innerText();
  const ines = await signInMember('ines', `/team/orders/${number.slice('Order '.length)}`);
  await untilHydrated(ines);
  await ines.getByLabel(/reference/i).fill('PP-1');
  await ines.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(ines.getByText('The order is paid.')).toBeVisible();

  // The footer of the shop leads to the account, whose routes the shop's pages do not know.
  await page.goto('/contact');
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page).toHaveURL(/\/account\/sign-in$/);
  await signIn(page, server, email);
  await page.locator('a[href^="/account/subscriptions/"]').first().click();
  await expect(page).toHaveURL(/\/account\/subscriptions\/S-\d+$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel subscription' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('Ending', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Invoices' }).click();
  const invoice = page.getByRole('link', { name: /^Download INV-/ });
  await expect(invoice).toBeVisible();
  await expectAccessible(page);
  const href = (await invoice.getAttribute('href')) ?? '';
  const document = await page.request.get(href);
  expect(document.headers()['content-type']).toBe('application/pdf');
  const stranger = await visit('/account');
  expect((await stranger.request.get(href)).status()).toBe(401);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Name or company').fill('Harbour Books Ltd');
  await page.getByLabel('Billing address').fill('Kai 4\n20457 Hamburg');
  await page.getByRole('button', { name: 'Save billing details' }).click();
  await expect(page.getByText('The billing details are saved.')).toBeVisible();
  await page.goto(`${TRANSLATION}/order`);
  await expect(page.getByLabel('Name or company')).toHaveValue('Harbour Books Ltd');
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
});

test('a company is made, and an invited person sees its page, without JavaScript', async ({
  browser,
  server,
}) => {
  const open = async (path: string) => {
    const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
    const opened = await context.newPage();
    await opened.goto(path);
    return opened;
  };
  const page = await open('/account');
  await signIn(page, server, 'owner@harbourmail.example');
  await page.getByRole('link', { name: 'Companies' }).click();
  await page.getByLabel('Name of the company').fill('Harbour Books');
  await page.getByRole('button', { name: 'Create company' }).click();
  await expect(page.getByRole('heading', { name: 'Harbour Books' })).toBeVisible();
  await page.getByLabel('Email address').fill('colleague@harbourmail.example');
  await page.getByLabel('Permission', { exact: true }).selectOption('Order');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('We sent an invitation')).toBeVisible();

  let link = '';
  await expect(async () => {
    const mails = await readMails(server);
    link = /\/account\/invitation\?token=[\w-]{43}/.exec(mails.join('\n'))?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  const colleague = await open(link);
  await expect(colleague.getByRole('heading', { name: 'Join Harbour Books' })).toBeVisible();
  await colleague.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(colleague.getByRole('heading', { name: 'Harbour Books' })).toBeVisible();
  await expect(colleague.getByLabel('Email address')).toHaveCount(0);
  await colleague.goto(`${TRANSLATION}/order`);
  await expect(colleague.getByLabel('Order for')).toContainText('Harbour Books');

  await page.reload();
  await page.getByRole('button', { name: 'Remove colleague@harbourmail.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('The person is removed')).toBeVisible();
  await colleague.goto('/account/companies');
  await expect(colleague.getByText('Harbour Books')).toHaveCount(0);
  await page.context().close();
  await colleague.context().close();
});
