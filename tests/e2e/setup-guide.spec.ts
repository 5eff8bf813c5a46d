import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { waitForHydration } from '../support/hydrated.ts';
import { TestServer } from '../support/server.ts';
import { openSmtpPeer, type SmtpPeer } from '../support/smtp.ts';

interface FreshShop {
  readonly server: TestServer;
  readonly smtp: SmtpPeer;
  readonly demoPassword: string;
}

/** The product as a new operator starts it: an empty folder, demo data, and a mail server. */
const test = base.extend<{ readonly shop: FreshShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const smtp = await openSmtpPeer();
      const folder = join(await mkdtemp(join(tmpdir(), 'embarka-fresh-')), 'data');
      const env = { DEMO: 'on', SMTP_URL: smtp.url, MAIL_FROM: 'shop@own.test' };
      const server = await TestServer.start(undefined, { folder, env });
      const demoPassword =
        /henrik\.dahl@embarka\.example +(\S+)/.exec(server.output)?.[1] ?? 'not printed';
      await use({ server, smtp, demoPassword });
      await server.remove();
      smtp.close();
    },
    { timeout: 180_000 },
  ],
  context: async ({ context }, use) => {
    waitForHydration(context);
    await use(context);
  },
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const step = (page: Page, id: string) => page.locator(`[data-step="${id}"]`);
const isDone = (page: Page, id: string) => expect(step(page, id).getByText('Done')).toHaveCount(1);

test(
  'a new operator gets from the first start to an own shop by the guide alone',
  { tag: '@journey' },
  async ({ page, shop }) => {
    test.setTimeout(180_000);
    const { origin } = shop.server;
    const guide = `${origin}/team/setup`;
    await page.goto(`${origin}/login`);
    await signIn(page, 'henrik.dahl@embarka.example', shop.demoPassword);
    await expect(page.getByRole('heading', { name: 'Setup guide' })).toBeVisible();
    await expect(page.getByText('0 of 9 done')).toBeVisible();
    // The demo admin cannot remove itself.
    await expect(page.getByRole('button', { name: 'Remove demo data' })).toHaveCount(0);

    await page.getByText('Create your account').click();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Own');
    await page.getByLabel('Email').fill('ada@own.test');
    await page.getByLabel('Password', { exact: true }).fill('harbour lantern 41');
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('harbour lantern 41');
    await page.getByRole('button', { name: 'Create account and sign out' }).click();
    await expect(page.getByText('Your account is ready')).toBeVisible();
    await signIn(page, 'ada@own.test', 'harbour lantern 41');
    await expect(page).toHaveURL(guide);
    await isDone(page, 'account');
    await expect(page.getByText('1 of 9 done')).toBeVisible();
    await expectAccessible(page);

    // Each link leads to its field, and the guide knows what was done there.
    await page.getByRole('link', { name: 'Set the name' }).click();
    await expect(page.getByLabel('Brand name')).toBeFocused();
    await page.getByLabel('Brand name').fill('Ada Studio');
    await page.getByLabel('Postal address').fill('1 Own Street, Hamburg');
    await page.getByLabel('Payment link').fill('https://pay.own.test/');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/^Saved:/)).toBeVisible();
    await page.getByRole('link', { name: 'setup guide' }).click();
    await isDone(page, 'payment');
    await expect(page.getByRole('link', { name: 'Set the name' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Upload the logo' })).toBeVisible();
    await page.getByRole('link', { name: 'Enter the seller' }).click();
    await expect(page.getByLabel("Seller's name")).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Setup guide' })).toBeVisible();

    await page.getByRole('button', { name: 'Send test email' }).click();
    await expect(
      page.getByText(/The mail server accepted the email to ada@own\.test/),
    ).toBeVisible();
    await isDone(page, 'email');
    expect(shop.smtp.connections).toBeGreaterThan(0);

    await page.getByRole('link', { name: 'Invite a colleague' }).click();
    await expect(page.locator('input[name="email"]')).toBeFocused();
    await page.goto(guide);

    // A test order is placed, shown to both sides, and removed.
    await page.getByRole('button', { name: 'Place a test order' }).click();
    await expect(page.getByText(/^The test order E-\d+ is placed\.$/)).toBeVisible();
    await isDone(page, 'order');
    const [buyer] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open it as the buyer' }).click(),
    ]);
    await expect(buyer.getByText('Test order', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /^Open E-\d+ as the team$/ }).click();
    await expect(page.getByText('Test order', { exact: true })).toBeVisible();
    await page.goto(guide);
    await page.getByRole('button', { name: 'Remove the test order' }).click();
    await page.getByRole('button', { name: 'Remove it' }).first().click();
    await expect(page.getByText('The test order is gone.')).toBeVisible();
    await isDone(page, 'order');
    await buyer.reload();
    await expect(buyer.getByText('Test order', { exact: true })).toHaveCount(0);
    await buyer.close();

    // One button removes the demo data and nothing else.
    await expect(page.getByText('6 demo accounts')).toBeVisible();
    await page.getByRole('button', { name: 'Remove demo data' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect(page.getByText('There is no demo data in this shop.')).toBeVisible({
      timeout: 60_000,
    });
    await isDone(page, 'email');
    for (const path of ['/', '/services', '/services/graphics', '/moderation-log']) {
      // oxlint-disable-next-line no-await-in-loop -- one page after another
      const answer = await page.goto(origin + path);
      expect({ path, status: answer?.status() }).toEqual({ path, status: 200 });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }

    await page.goto(guide);
    await page.getByRole('button', { name: 'Dismiss the guide' }).click();
    await expect(page.getByText('The guide no longer opens after sign-in.')).toBeVisible();
    await page.goto(`${origin}/login`);
    await expect(page).toHaveURL(`${origin}/agentchat`);
  },
);
