import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import Provider from 'oidc-provider';
import { expectAccessible } from '../support/axe.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { startChat } from '../support/chat.ts';
import { expect, test as base } from '../support/e2e.ts';
import { CLIENT } from '../support/openid-peer.ts';
import { TestServer } from '../support/server.ts';
import { waitForHydration } from '../support/hydrated.ts';

/** The product with a certified provider beside it, at which people are called by their address. */
const test = base.extend<{ readonly page: Page }, { readonly shop: TestServer }>({
  shop: [
    async ({}, use) => {
      const http = createServer().listen(0, '127.0.0.1');
      await once(http, 'listening');
      const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
      const shop = await TestServer.start(process.env.EMBARKA_E2E_TEMPLATE, {
        env: {
          OPENID_ISSUER: issuer,
          OPENID_CLIENT_ID: CLIENT.id,
          OPENID_CLIENT_SECRET: CLIENT.secret,
          OPENID_NAME: 'Harbour',
        },
      });
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [`${shop.origin}/login/openid/callback`],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        cookies: { keys: ['a key of the tests'] },
        findAccount: (_, id) => ({
          accountId: id,
          claims: () => ({ sub: id, email: id, email_verified: true, name: 'At Harbour' }),
        }),
      });
      http.on('request', provider.callback());
      await use(shop);
      http.close();
      http.closeAllConnections();
      await shop.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  page: async ({ browser, shop }, use) => {
    const context = await browser.newContext({ baseURL: shop.origin });
    waitForHydration(context);
    await use(await context.newPage());
    await context.close();
  },
});

/** On the pages of the provider: who one is, and that the shop may know. */
async function signInThere(page: Page, email: string): Promise<void> {
  await page.locator('input[name=login]').fill(email);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function enter(page: Page, name: keyof typeof CAST): Promise<void> {
  await page.getByLabel('Email').fill(CAST[name].email);
  await page.getByLabel('Password', { exact: true }).fill(CAST[name].password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('an account elsewhere opens one’s own once it is connected, and not before', async ({
  page,
  shop,
}) => {
  await page.goto('/login?next=/team/account');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Continue with Harbour' }).click();
  await signInThere(page, CAST.maya.email);
  await expect(page.getByRole('alert')).toContainText(
    'There is already an account with your address',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await enter(page, 'maya');
  await page.waitForURL('**/team/account');
  await page.getByRole('button', { name: 'Connect Harbour' }).click();
  await page.waitForURL('**/team/account?connected');
  await expect(page.getByRole('status')).toContainText('Account connected.');
  await expectAccessible(page);

  await page.context().clearCookies({ name: 'embarka.session_token' });
  await page.goto('/login?next=/notifications');
  await page.getByRole('link', { name: 'Continue with Harbour' }).click();
  await page.waitForURL('**/notifications');

  // Who pressed it twice, or comes by a link that somebody sent, is told and nothing happens.
  await page.context().clearCookies({ name: 'embarka.session_token' });
  await page.goto(`${shop.origin}/login/openid/callback?code=a&state=b`);
  await expect(page.getByRole('alert')).toContainText('Start again.');
});

test('who signed in elsewhere is asked there anew before a key and an erasure, and what they typed stays', async ({
  browser,
  page,
  shop,
}) => {
  await page.goto('/login?next=/team/account');
  await enter(page, 'henrik');
  await page.waitForURL('**/team/account');
  await page.getByRole('button', { name: 'Connect Harbour' }).click();
  await signInThere(page, CAST.henrik.email);
  await page.waitForURL('**/team/account?connected');
  const context = await browser.newContext({ baseURL: shop.origin });
  waitForHydration(context);
  const visitor = await context.newPage();
  await visitor.goto('/');
  await startChat(visitor, VISITORS.elena);
  await context.close();

  /** As they did six minutes ago. */
  const signInLongAgo = async () => {
    await page.context().clearCookies({ name: 'embarka.session_token' });
    await shop.shiftClock(-6 * 60_000);
    await page.goto('/login?next=/team/account');
    await page.getByRole('link', { name: 'Continue with Harbour' }).click();
    await page.waitForURL('**/team/account');
    await shop.shiftClock(0);
  };
  /** In the tab that the refusal opens. */
  const confirmThere = async () => {
    await expect(page.getByRole('alert')).toContainText("Confirm it's you");
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Confirm in a new tab' }).click();
    const tab = await opened;
    await expectAccessible(tab);
    await tab.getByRole('button', { name: 'Continue with Harbour' }).click();
    // The provider asks, though it knows who it is.
    await tab.locator('input[name=login]').fill(CAST.henrik.email);
    await tab.locator('input[name=password]').fill('anything');
    await tab.locator('button[type=submit]').click();
    await expect(tab.getByText('Confirmed. Close this tab')).toBeVisible();
    await tab.close();
  };

  await signInLongAgo();
  await page.goto('/team/api');
  await page.getByLabel('Name').fill('Price list');
  await page.getByRole('button', { name: 'Create key' }).click();
  await confirmThere();
  await expect(page.getByLabel('Name')).toHaveValue('Price list');
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByLabel('New API key')).toHaveValue(/^emb_[\w-]{43}$/);

  await signInLongAgo();
  await page.goto('/team/visitors');
  await page.getByLabel('Search', { exact: true }).fill(VISITORS.elena);
  await page.getByLabel('Search', { exact: true }).press('Enter');
  const card = page.getByRole('region', { name: VISITORS.elena });
  await card.getByLabel('Type the address to confirm').fill(VISITORS.elena);
  await card.getByRole('button', { name: 'Erase permanently' }).click();
  await confirmThere();
  await expect(card.getByLabel('Type the address to confirm')).toHaveValue(VISITORS.elena);
  await card.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(card).toContainText('No data stored about this address');
});

test('an admin closes the sign-up, and strangers are told whom to ask', async ({
  page,
  browser,
  shop,
}) => {
  await page.goto('/login?next=/team/settings');
  await enter(page, 'henrik');
  await page.waitForURL('**/team/settings');
  await page.getByLabel('Who can sign up').selectOption('invited');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/team/settings?saved=SIGN_UP');

  const stranger = await browser.newPage({ baseURL: shop.origin });
  await stranger.goto('/login');
  await expect(stranger.getByRole('link', { name: 'Create one here' })).toHaveCount(0);
  await stranger.goto('/create-account');
  await expect(stranger.getByText('New accounts are by invitation only.')).toBeVisible();
  await expect(stranger.getByLabel('First name')).toHaveCount(0);
  await expectAccessible(stranger);
  await stranger.context().close();
});
