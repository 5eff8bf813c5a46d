import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { waitForHydration } from '../support/hydrated.ts';
import { isLong } from '../support/long-form.ts';
import { expect, test } from '../support/e2e.ts';
import { mailedLink } from '../support/mailed-links.ts';
import { TestServer } from '../support/server.ts';

const NEW_PASSWORD = 'harbour-kestrel-7';

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function openTeam(page: Page): Promise<void> {
  await page.goto('/team');
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
}

const memberRow = (page: Page, email: string) =>
  page.getByTestId('member').filter({ hasText: email });

test(
  'somebody signs up, waits, is approved with another role than asked for, and signs in',
  { tag: '@journey' },
  async ({ signIn, visit }) => {
    const page = await visit('/login');
    await page.getByRole('link', { name: 'Create one here' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('All fields are required')).toBeVisible();
    await expect(page.getByLabel('First name')).toBeFocused();

    await page.getByLabel('First name').fill('Noor');
    await page.getByLabel('Last name').fill('Haddad');
    await page.getByLabel('Email').fill('noor.haddad@embarka.example');
    await expect(page.getByLabel('Role')).toHaveValue('agent');
    await page.getByLabel('Role').selectOption('Admin');
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm password', { exact: true }).fill('something else');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('status')).toHaveText(
      'Account created successfully! Please check your email to verify your account.',
    );
    await page.waitForURL('**/login');

    await enter(page, 'noor.haddad@embarka.example', NEW_PASSWORD);
    await expect(page.getByRole('alert')).toHaveText(
      'Your account is waiting for approval by an admin.',
    );

    const admin = await signIn('henrik');
    await openTeam(admin);
    const row = memberRow(admin, 'noor.haddad@embarka.example');
    await expect(row).toContainText('Requested: Admin');
    await expect(row).toContainText('Email not verified');
    await row.getByLabel('Role of').selectOption('Support');
    await row.getByRole('button', { name: 'Approve' }).click();
    await expect(admin.getByRole('status')).toContainText('can now sign in as Support.');
    await expect(row).toContainText('Offline');

    await enter(page, 'noor.haddad@embarka.example', NEW_PASSWORD);
    await page.waitForURL('**/agentchat');
    await page.goto('/team');
    await expect(page.getByRole('heading', { name: 'For managers and admins only' })).toBeVisible();
  },
);

test('of two admins who answer one request the second reads what became of it', async ({
  signIn,
  visit,
}) => {
  const page = await visit('/create-account');
  await page.getByLabel('First name').fill('Priya');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByLabel('Email').fill('priya.nair@embarka.example');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/login');

  const [first, second] = [await signIn('henrik'), await signIn('henrik')];
  const rows = [];
  for (const admin of [first, second]) {
    await openTeam(admin);
    const row = memberRow(admin, 'priya.nair@embarka.example');
    await expect(row.getByRole('button', { name: 'Approve' })).toBeVisible();
    rows.push(row);
  }
  await rows[0]!.getByRole('button', { name: 'Approve' }).click();
  await expect(first.getByRole('status')).toContainText('can now sign in');
  await rows[1]!.getByRole('button', { name: 'Approve' }).click();
  await expect(
    second.getByText('Someone else changed that account. The list is now up to date.'),
  ).toBeVisible();
  await expect(rows[1]!).toContainText('Offline');
  await expect(rows[1]!.getByRole('button', { name: 'Approve' })).toHaveCount(0);
});

test('the mailed link verifies an address once', async ({ server, visit }) => {
  const email = 'samira.aziz@embarka.example';
  const page = await visit('/create-account');
  await page.getByLabel('First name').fill('Samira');
  await page.getByLabel('Last name').fill('Aziz');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/login');
  const link = await mailedLink(server, email, /^Verify/);
  await page.goto(link);
  const request = page.getByText('Confirm that this address is yours.');
  await expect(request).toBeVisible();
  await page.getByRole('button', { name: 'Verify email' }).click();
  await expect(page.getByRole('status')).toHaveText('Thank you, your email is verified.');
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(
    'This link has expired or has already been used.',
  );
  await expect(request).toBeHidden();
});

test('a wrong password and an unknown address get one answer', async ({ visit }) => {
  const page = await visit('/login');
  for (const email of [CAST.leo.email, 'nobody@embarka.example']) {
    await enter(page, email, 'wrong-password');
    await expect(page.getByRole('alert')).toHaveText(
      'Login failed. Please check your credentials.',
    );
    await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute(
      'aria-busy',
      'false',
    );
    await page.reload();
  }
  await page.getByLabel('Password', { exact: true }).fill('visible words');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
});

test('a forgotten password is set anew by mail, which ends the sessions there are', async ({
  server,
  signIn,
  visit,
}) => {
  const before = await signIn('ines');
  const page = await visit('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The page before has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible();
  const answer = page.getByRole('status');
  const sent = "If an account exists for this address, we've emailed a link";
  await page.getByLabel('Email').fill('nobody@embarka.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(answer).toContainText(sent);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(CAST.ines.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(answer).toContainText(sent);

  const link = await mailedLink(server, CAST.ines.email, /^Set a new password/);
  await page.goto(link);
  const warning = page.getByText("You'll be signed out everywhere.");
  await expect(warning).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('password');
  await page.getByLabel('Confirm new password', { exact: true }).fill('password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This password is too common.')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('status')).toContainText('Your new password is set.');
  await before.waitForURL('**/login**');

  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText(
    'This link has expired or has already been used.',
  );
  await expect(warning).toBeHidden();
  await page.goto('/login');
  await enter(page, CAST.ines.email, NEW_PASSWORD);
  await page.waitForURL('**/agentchat');
});

test('a link to set a new password can be disowned, and then warns of nothing', async ({
  server,
  request,
  visit,
}) => {
  await request.post('/forgot-password', {
    form: { email: CAST.sam.email },
    headers: { Origin: server.origin },
  });
  const page = await visit(await mailedLink(server, CAST.sam.email, /^Set a new password/));
  const warning = page.getByText("You'll be signed out everywhere.");
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: "I didn't ask for this" }).click();
  await expect(page.getByRole('status')).toContainText('no longer work');
  await expect(warning).toBeHidden();
});

test('mails link to this installation, whatever a request calls it', async ({
  server,
  request,
}) => {
  const answer = await request.post('/forgot-password', {
    form: { email: CAST.sam.email },
    headers: {
      Origin: server.origin,
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.example',
    },
  });
  expect(answer.status()).toBe(200);
  expect(await mailedLink(server, CAST.sam.email, /^Set a new password/)).toMatch(
    /^\/reset-password\?token=/,
  );
  const { port } = new URL(server.origin);
  const evil = await request.post('/forgot-password', {
    form: { email: CAST.sam.email },
    headers: { Origin: `http://evil.example:${port}`, Host: `evil.example:${port}` },
  });
  expect(evil.status()).toBe(403);
});

test('after signing in nobody is sent to another site', async ({ server, visit }) => {
  for (const next of ['//evil.example', '/\\evil.example', '/%09/evil.example']) {
    const page = await visit(`/login?next=${next}`);
    await enter(page, CAST.sam.email, CAST.sam.password);
    await page.waitForURL((url) => url.pathname !== '/login');
    expect(new URL(page.url()).origin).toBe(server.origin);
    await page.context().close();
  }
});

test('an invited person joins with the invited address and role, without waiting', async ({
  server,
  signIn,
  visit,
}) => {
  const admin = await signIn('henrik');
  await openTeam(admin);
  await admin.getByLabel('Email', { exact: true }).fill('tomas.reyes@embarka.example');
  await admin.getByLabel('Role', { exact: true }).selectOption('Manager');
  await admin.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(admin.getByRole('status')).toContainText('tomas.reyes@embarka.example');

  const page = await visit(await mailedLink(server, 'tomas.reyes@embarka.example', /^Join/));
  await expect(page.getByText("You've been invited as Manager.")).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('tomas.reyes@embarka.example');
  await page.getByLabel('First name').fill('Tomás');
  await page.getByLabel('Last name').fill('Reyes');
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('status')).toContainText('Your account is ready.');
  await enter(page, 'tomas.reyes@embarka.example', NEW_PASSWORD);
  await page.waitForURL('**/agentchat');
});

test('a suspended agent is out at once, and their conversation goes on with another', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit('/');
  await visitor.getByRole('button', { name: 'Open chat' }).click();
  await visitor.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await visitor.getByLabel('Your email').fill(VISITORS.elena);
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByRole('dialog', { name: 'Chat with Maya Okafor' })).toBeVisible();
  const leo = await signIn('leo');

  const admin = await signIn('henrik');
  await openTeam(admin);
  await admin.getByRole('button', { name: `Suspend ${CAST.maya.email}` }).click();
  const question = admin.getByRole('dialog', { name: 'Suspend Maya Okafor?' });
  await question.getByRole('button', { name: 'Suspend' }).click();
  await expect(admin.getByRole('status')).toHaveText('The account is suspended and signed out.');

  await maya.waitForURL('**/login**');
  await expect(visitor.getByRole('dialog', { name: 'Chat with Leo Marchetti' })).toBeVisible();
  await expect(leo.getByRole('button', { name: VISITORS.elena })).toBeVisible();
  await enter(maya, CAST.maya.email, CAST.maya.password);
  await expect(maya.getByRole('alert')).toHaveText('Your account is suspended.');

  await memberRow(admin, CAST.maya.email).getByRole('button', { name: 'Restore' }).click();
  await expect(admin.getByRole('status')).toHaveText('The account can sign in again.');
  await admin.getByRole('link', { name: 'Audit log' }).click();
  const rows = admin.getByRole('main').getByRole('row');
  // The first row has the headings.
  await expect(rows.nth(1)).toContainText('Restored');
  await expect(rows.nth(1)).toContainText(CAST.maya.email);
  await expect(rows.nth(2)).toContainText('Sign-in rejected');
});

test('signing out everywhere ends the other browser as well', async ({ signIn }) => {
  const desk = await signIn('sam');
  const phone = await signIn('sam');
  await desk.goto('/team/account');
  await expect(desk.getByTestId('session').filter({ hasText: 'This browser' })).toHaveCount(1);
  await desk.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(desk.getByRole('status')).toHaveText("You're signed out everywhere.");
  await phone.waitForURL('**/login**');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('signing in, its messages and the team page work', async ({ page }) => {
    await page.goto('/login?next=/team');
    await enter(page, CAST.henrik.email, 'wrong-password');
    await expect(page.getByRole('alert')).toHaveText(
      'Login failed. Please check your credentials.',
    );
    await enter(page, CAST.henrik.email, CAST.henrik.password);
    await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
    const row = memberRow(page, CAST.sam.email);
    await row.getByLabel('Role of').selectOption('Manager');
    await row.getByRole('button', { name: 'Change' }).click();
    await expect(page.getByRole('status')).toHaveText('The role is now Manager.');
  });

  test('a new account leads to the sign-in page after its message', async ({ page }) => {
    await page.goto('/create-account');
    await page.getByLabel('First name').fill('Priya');
    await page.getByLabel('Last name').fill('Nair');
    await page.getByLabel('Email').fill('priya.nair@embarka.example');
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
    // A slow machine may see the message too late.
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Create account' }).click();
    expect((await answered).headers().refresh).toBe('4; url=/login');
    await page.waitForURL('**/login');
  });
});

test('on a telephone the places that the bar has no room for stand behind More', async ({
  signIn,
}) => {
  const admin = await signIn('henrik', '/team');
  await admin.setViewportSize({ width: 390, height: 844 });
  const audit = admin.getByRole('link', { name: 'Audit log' });
  await expect(audit).toBeHidden();
  await admin.getByRole('button', { name: 'More' }).press('Enter');
  await expectAccessible(admin);
  await audit.click();
  await expect(admin.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  await expect(audit).toBeHidden();
});

for (const [size, width] of [
  ['a desktop', 1440],
  ['a phone', 390],
] as const) {
  test(`on ${size} every page of accounts is accessible by day and by night`, async ({
    signIn,
    visit,
  }) => {
    test.slow();
    // A phone by night is its day in the colours of the desktop's night.
    const schemes = width === 390 && !isLong ? (['light'] as const) : (['light', 'dark'] as const);
    const page = await visit('/login');
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      '/login?notice=password-set',
      '/create-account',
      '/forgot-password',
      '/reset-password',
      '/verify-email',
      '/invitation',
      '/setup',
    ]) {
      await page.goto(path);
      await expectAccessible(page, 'html', schemes);
    }
    await page.goto('/create-account');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('All fields are required')).toBeVisible();
    await expectAccessible(page, 'html', schemes);

    const admin = await signIn('henrik');
    await admin.setViewportSize({ width, height: 900 });
    for (const path of ['/team', '/team/audit', '/team/outbox', '/team/account', '/reset']) {
      await admin.goto(path);
      await expectAccessible(admin, 'html', schemes);
      const overflow = await admin.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBe(0);
    }
    await admin.goto('/team');
    await admin.getByRole('button', { name: `Suspend ${CAST.leo.email}` }).click();
    await expect(admin.getByRole('dialog')).toBeVisible();
    await expectAccessible(admin, 'html', schemes);
  });
}

test('a reset needs the password and the phrase, and leaves the admin’s account alone', async ({
  browser,
  server,
  signIn,
  visit,
}) => {
  const leo = await signIn('leo', '/reset');
  await expect(leo.getByRole('heading', { name: 'For admins only' })).toBeVisible();
  await leo.goto('/agentchat');

  const admin = await signIn('henrik', '/reset');
  const reset = admin.getByRole('button', { name: 'Reset All Data' });
  await reset.click();
  await expect(admin.getByText('Type ‘reset all data’.')).toBeVisible();
  await admin.getByLabel('Type “reset all data”').fill('reset all data');
  await admin.getByLabel('Password', { exact: true }).fill('wrong-password');
  await reset.click();
  await expect(admin.getByText("That's not your password.")).toBeVisible();
  await admin.getByLabel('Password', { exact: true }).fill(CAST.henrik.password);
  await reset.click();
  await expect(
    admin.getByText('Reset complete! All data cleared and authentication reset.'),
  ).toBeVisible();
  await admin.waitForURL('**/login**');
  await leo.waitForURL('**/login**');

  const page = await visit('/login');
  await enter(page, CAST.leo.email, CAST.leo.password);
  await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
  await enter(page, CAST.henrik.email, CAST.henrik.password);
  await page.waitForURL('**/team/setup');
  await openTeam(page);
  await expect(page.getByTestId('member')).toHaveCount(1);

  // Without JavaScript, the sign-in page says that it is complete.
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto('/login?next=/reset');
  await enter(plain, CAST.henrik.email, CAST.henrik.password);
  await plain.getByLabel('Type “reset all data”').fill('reset all data');
  await plain.getByLabel('Password', { exact: true }).fill(CAST.henrik.password);
  await plain.getByRole('button', { name: 'Reset All Data' }).click();
  await expect(plain.getByRole('status')).toHaveText(
    'Reset complete! All data cleared and authentication reset.',
  );
  await plain.goto('/team');
  await plain.waitForURL('**/login**');
  await context.close();
});

test('a new installation belongs to whoever has its log', async ({ browser }) => {
  const empty = await mkdtemp(join(tmpdir(), 'embarka-empty-'));
  const server = await TestServer.start(empty);
  await rm(empty, { recursive: true });
  try {
    const link = /http:\S+\/setup\?token=\S+/.exec(server.output)?.[0] ?? '';
    expect(link).not.toBe('');
    const context = await browser.newContext({ baseURL: server.origin });
    waitForHydration(context);
    const page = await context.newPage();
    await page.goto(`/setup?token=${'A'.repeat(43)}`);
    await expect(page.getByRole('alert')).toHaveText(
      'This link has expired or has already been used.',
    );
    await page.goto(link);
    await page.getByLabel('First name').fill('Henrik');
    await page.getByLabel('Last name').fill('Dahl');
    await page.getByLabel('Email').fill(CAST.henrik.email);
    await page.getByLabel('Password', { exact: true }).fill(CAST.henrik.password);
    await page.getByLabel('Confirm password', { exact: true }).fill(CAST.henrik.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('status')).toContainText('Your account is ready.');
    await enter(page, CAST.henrik.email, CAST.henrik.password);
    await page.waitForURL('**/team/setup');
    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText(
      'This link has expired or has already been used.',
    );
    await context.close();
  } finally {
    await server.remove();
  }
});
