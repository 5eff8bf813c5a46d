import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expectAccessible } from '../support/axe.ts';
import { CAST } from '../support/cast.ts';
import { expect, test } from '../support/e2e.ts';
import { mailedLink } from '../support/mailed-links.ts';

const HALF_MINUTE = 30_000;

async function enter(page: Page, name: keyof typeof CAST): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(CAST[name].email);
  await page.getByLabel('Password', { exact: true }).fill(CAST[name].password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** What the app shows at this moment, or so many half minutes later. */
const codeOf = (secret: string, later = 0) =>
  generateSync({ secret, epoch: Math.floor((Date.now() + later * HALF_MINUTE) / 1000) });

/** Sets up an app on the page of one's account; its secret and the recovery codes. */
async function setUpApp(page: Page) {
  await page.goto('/team/account');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Use this app' }).click();
  await expect(page.getByRole('status')).toContainText('The authenticator app is set up.');
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .locator('li')
    .allInnerTexts();
  return { secret, codes };
}

test('with an app the password alone opens nothing, and a code or a recovery code does', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya', '/team/account');
  await maya.getByRole('button', { name: 'Set up an app' }).click();
  await expect(maya.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectAccessible(maya);
  await maya.getByLabel('Code from the app').fill('000000');
  await maya.getByRole('button', { name: 'Use this app' }).click();
  await expect(maya.getByText('That is not the code your app should show now.')).toBeVisible();
  const secret = (await maya.locator('code').innerText()).replaceAll(' ', '');
  await maya.getByLabel('Code from the app').fill(codeOf(secret));
  await maya.getByRole('button', { name: 'Use this app' }).click();
  const shown = maya.getByRole('list', { name: 'Recovery codes' }).locator('li');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await expectAccessible(maya);

  const elsewhere = await visit('/login');
  await enter(elsewhere, 'maya');
  await expect(elsewhere.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectAccessible(elsewhere);
  // The password alone opens nothing.
  await elsewhere.goto('/agentchat');
  await elsewhere.waitForURL('**/login?next=%2Fagentchat');
  await elsewhere.goto('/login/factor?next=/notifications');
  await elsewhere.getByLabel('Code').fill('123');
  await elsewhere.getByRole('button', { name: 'Sign In' }).click();
  await expect(elsewhere.getByText('That code is not right, or was used before.')).toBeVisible();
  await elsewhere.getByLabel('Code').fill(codeOf(secret, 1));
  await elsewhere.getByRole('button', { name: 'Sign In' }).click();
  await elsewhere.waitForURL('**/notifications');

  const phone = await visit('/login');
  await phone.setViewportSize({ width: 390, height: 844 });
  await enter(phone, 'maya');
  await phone.getByLabel('Code').fill(codes[0] ?? '');
  await phone.getByRole('button', { name: 'Sign In' }).click();
  await phone.waitForURL('**/agentchat');
  await phone.goto('/team/account');
  await expect(phone.getByText('9 recovery codes are left.')).toBeVisible();
});

test('a passkey signs in without a password, and confirms what cannot be undone', async ({
  signIn,
  visit,
  server,
}) => {
  const sam = await signIn('sam');
  const devtools = await sam.context().newCDPSession(sam);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await sam.goto('/team/account');
  await sam.getByLabel('Its name').fill('Laptop');
  await sam.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(sam.getByRole('status')).toContainText('The passkey is set up.');
  await expect(sam.getByRole('paragraph').filter({ hasText: 'Laptop' })).toBeVisible();
  await expectAccessible(sam);

  await sam.context().clearCookies();
  await sam.goto('/login?next=/team/account');
  await sam.getByRole('button', { name: 'Use a passkey' }).click();
  await sam.waitForURL('**/team/account');

  // Behind the password it is the second factor, too.
  await sam.context().clearCookies();
  await enter(sam, 'sam');
  await sam.getByRole('button', { name: 'Use a passkey' }).click();
  await sam.waitForURL('**/agentchat');

  await server.shiftClock(6 * 60_000);
  try {
    await sam.goto('/team/account');
    await sam.getByRole('button', { name: 'Remove Laptop' }).click();
    await expect(sam.getByRole('alert')).toContainText('Please confirm that it is you');
    const opened = sam.waitForEvent('popup');
    await sam.getByRole('link', { name: 'Confirm it in a new tab' }).click();
    const tab = await opened;
    await expectAccessible(tab);
    await tab.close();
    await sam.goto('/team/confirm?next=/team/account');
    await sam.getByRole('button', { name: 'Use a passkey' }).click();
    await sam.waitForURL('**/team/account');
    await sam.getByRole('button', { name: 'Remove Laptop' }).click();
    await expect(sam.getByRole('status')).toContainText('That passkey opens nothing any more.');
  } finally {
    await server.shiftClock(0);
  }
  const again = await visit('/login');
  await enter(again, 'sam');
  await again.waitForURL('**/agentchat');
});

test('an admin requires factors, and resets those of somebody who has lost theirs', async ({
  signIn,
  visit,
  server,
}) => {
  const leo = await signIn('leo');
  const henrik = await signIn('henrik', '/team/settings');
  await henrik.getByLabel('Second factor needed by', { exact: true }).selectOption('everybody');
  await henrik.getByRole('button', { name: 'Save changes' }).click();
  // The admin needs one as well now, and is led there first.
  await henrik.waitForURL('**/team/account?needed');
  await expect(henrik.getByText('Your account needs a second factor')).toBeVisible();
  await setUpApp(henrik);
  await leo.goto('/agentchat');
  await leo.waitForURL('**/team/account?needed');
  await setUpApp(leo);
  await leo.goto('/agentchat');
  await leo.waitForURL('**/agentchat');

  await henrik.goto('/team');
  await henrik
    .getByRole('button', { name: `Reset the second factors of ${CAST.leo.email}` })
    .first()
    .click();
  const dialog = henrik.getByRole('dialog');
  await dialog
    .getByRole('button', { name: `Reset the second factors of ${CAST.leo.email}` })
    .click();
  await expect(henrik.getByRole('status')).toContainText('The second factors are gone.');
  await leo.waitForURL('**/login**');
  expect(await mailedLink(server, CAST.leo.email, /were reset/)).toBe('/login');
  const back = await visit('/login');
  await enter(back, 'leo');
  await back.waitForURL('**/team/account?needed');

  await henrik.goto('/team/settings');
  await henrik.getByLabel('Second factor needed by', { exact: true }).selectOption('automatic');
  await henrik.getByRole('button', { name: 'Save changes' }).click();
  await expect(henrik.getByRole('status').getByText('Saved:')).toBeVisible();
  await back.goto('/agentchat');
  await back.waitForURL('**/agentchat');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an app is set up and asked for', async ({ page }) => {
    await enter(page, 'ines');
    const { secret } = await setUpApp(page);
    await page.context().clearCookies();
    await enter(page, 'ines');
    await page.getByLabel('Code').fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/agentchat');
  });
});
