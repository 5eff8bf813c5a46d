import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { openThread, reply, sendText, startChat } from '../support/chat.ts';
import { untilHydrated, waitForHydration } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';
import { readMails } from '../support/mails.ts';
import { TestServer } from '../support/server.ts';

const OWN = 'ada@own.test';
const BUYER = 'buyer.of.ada@harbourmail.example';

/** The product as a new operator starts it: an empty folder and demo data. */
const test = base.extend<{ readonly server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const folder = join(await mkdtemp(join(tmpdir(), 'embarka-alone-')), 'data');
      const server = await TestServer.start(undefined, { folder, env: { DEMO: 'on' } });
      await use(server);
      await server.remove();
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

async function createOwnAccount(page: Page): Promise<void> {
  await page.getByText('Create your account').click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Own');
  await page.getByLabel('Email').fill(OWN);
  await page.getByLabel('Password', { exact: true }).fill('harbour lantern 41');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('harbour lantern 41');
  await page.getByRole('button', { name: 'Create account and sign out' }).click();
  await expect(page.getByText('Your account is ready')).toBeVisible();
  await signIn(page, OWN, 'harbour lantern 41');
}

/** The emails to the operator about orders. */
async function newsOf(server: TestServer): Promise<string[]> {
  const mails = await readMails(server);
  return mails.filter((mail) => mail.includes(`To: ${OWN}`) && /^Subject: Order E-/m.test(mail));
}

test('an admin without colleagues answers a visitor and hears of an order', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(480_000);
  const { origin } = server;
  const demo = /henrik\.dahl@embarka\.example +(\S+)/.exec(server.output)?.[1] ?? 'not printed';
  await page.goto(`${origin}/login`);
  await signIn(page, 'henrik.dahl@embarka.example', demo);
  await createOwnAccount(page);
  await expect(page.getByText('Without the demo accounts nobody answers visitors.')).toBeVisible();
  await page.getByLabel(/^Also hide/).uncheck();
  await page.getByRole('button', { name: 'Remove demo data' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('The demo data is being removed.')).toBeVisible();
  await expect(page.getByText(/demo accounts$|^Removing:/)).toHaveCount(0, { timeout: 180_000 });

  // The inbox says who answers: nobody.
  await page.goto(`${origin}/agentchat`);
  await expect(page.getByText('Nobody answers visitors. They wait in the queue.')).toBeVisible();
  await page.getByRole('link', { name: 'Answer them yourself' }).click();
  await page.getByRole('button', { name: 'Answer visitors' }).click();
  await expect(page.getByText('You answer visitors now.')).toBeVisible();
  await page.goto(`${origin}/team/setup`);
  await expect(page.locator('[data-step="colleague"]').getByText('Done')).toHaveCount(1);
  await page.goto(`${origin}/agentchat`);
  await expect(page.getByText('1 of 1 online')).toBeVisible();

  const context = await browser.newContext();
  waitForHydration(context);
  const buyer = await context.newPage();
  await buyer.goto(`${origin}/services/writing/translation`);
  await startChat(buyer, BUYER);
  await sendText(buyer, 'Do you translate novels?');
  await openThread(page, BUYER);
  await reply(page, 'Yes, I do.');
  await expect(buyer.getByText('Yes, I do.')).toBeVisible();

  await page.goto(`${origin}/team/account`);
  await buyer.goto(`${origin}/services/writing/translation/order`);
  await untilHydrated(buyer);
  await buyer.getByLabel('Words').fill('1000');
  await buyer.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await buyer.getByLabel('Email address').fill(BUYER);
  await buyer.getByRole('button', { name: 'Place order' }).click();
  await buyer.getByLabel('Code from the email').fill(await mailedCode(server, BUYER));
  await expect(buyer).toHaveURL(/\/order\/[\w-]{43}$/);

  await page.reload();
  await expect(page.getByRole('link', { name: /Inbox.*1 unread message/ })).toBeVisible();
  await expect.poll(() => newsOf(server), { timeout: 60_000 }).toHaveLength(1);
  await context.close();
});
