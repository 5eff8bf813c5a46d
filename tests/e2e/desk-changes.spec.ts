import { expectAccessible } from '../support/axe.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, sendText, startChat } from '../support/chat.ts';
import { expect, openSession, test } from '../support/e2e.ts';

// What changes around somebody who has the desk open, and what they do there without a mouse.

const PHONE = { width: 390, height: 844 };

test('on a phone Back closes what lies over the thread before it leaves the thread', async ({
  signIn,
  visit,
}) => {
  const leo = await signIn('leo');
  await leo.setViewportSize(PHONE);
  const visitor = await visit();
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'On the phone');
  const inboxRow = entryOf(leo, VISITORS.priya);
  const sheet = leo.getByRole('dialog', { name: 'About this visitor' });
  const openSheet = () => leo.getByRole('button', { name: 'About this visitor' }).click();
  await openThread(leo, VISITORS.priya);
  const thread = leo.url();
  await openSheet();
  await expect(sheet).toBeVisible();
  await leo.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(messagesOf(leo)).toHaveCount(1);
  expect(leo.url()).toBe(thread);

  // Closed by its button, no step is left over.
  await openSheet();
  await sheet.getByRole('button', { name: 'Close the panel' }).click();
  await expect(sheet).toHaveCount(0);
  await leo.goBack();
  await expect(inboxRow).toBeVisible();
  await expect(leo).toHaveURL(/\/agentchat$/);

  // A reload keeps both.
  await openThread(leo, VISITORS.priya);
  await openSheet();
  await expect(sheet).toBeVisible();
  await leo.reload();
  await expect(sheet).toBeVisible();
  await leo.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(messagesOf(leo)).toHaveCount(1);
  await leo.goBack();
  await expect(inboxRow).toBeVisible();
});

test('on a phone Back closes whichever menu or dialog lies over the page, and nothing else', async ({
  signIn,
  visit,
}) => {
  const leo = await signIn('leo');
  await leo.setViewportSize(PHONE);
  const visitor = await visit();
  await startChat(visitor, VISITORS.kofi);
  await sendText(visitor, 'On the phone, too');
  await expect(entryOf(leo, VISITORS.kofi)).toBeVisible();
  const more = leo.getByRole('button', { name: 'More', exact: true });
  const logout = leo.getByRole('button', { name: 'Logout' });
  const bar = leo.getByRole('navigation', { name: 'Team' });
  /** The page follows a layer after it is painted, which no finger outruns. */
  const expectStep = (isThere: boolean) =>
    expect.poll(() => leo.evaluate(() => history.state?.step === 'layer')).toBe(isThere);

  // From the list, by a menu's link: one step back leads to the list again, and one more away from it.
  await more.click();
  await expect(logout).toBeVisible();
  await expectStep(true);
  await leo.goBack();
  await expect(logout).toBeHidden();
  await expect(leo).toHaveURL(/\/agentchat$/);
  await more.click();
  await expectStep(true);
  await leo.getByRole('link', { name: 'Your account' }).click();
  await expect(leo).toHaveURL(/\/team\/account$/);
  await expect(logout).toBeHidden();
  await leo.goBack();
  await expect(leo).toHaveURL(/\/agentchat$/);
  await expect(logout).toBeHidden();
  await bar.getByRole('link', { name: 'Orders' }).click();
  await expect(leo).toHaveURL(/\/team\/orders/);
  await leo.goBack();
  await expect(leo).toHaveURL(/\/agentchat$/);

  await openThread(leo, VISITORS.kofi);
  const thread = leo.url();
  const menu = leo.locator('#thread-menu');
  const palette = leo.getByRole('dialog', { name: 'Commands' });
  const sheet = leo.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const openMenu = () =>
    leo.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await openMenu();
  await expect(menu).toBeVisible();
  await expectStep(true);
  await leo.goBack();
  await expect(menu).toBeHidden();
  await expect(messagesOf(leo)).toHaveCount(1);
  expect(leo.url()).toBe(thread);

  // What one layer opens in its place takes its step over.
  await leo.keyboard.press('Control+k');
  await palette.getByRole('option', { name: 'Keyboard shortcuts' }).click();
  await expect(sheet).toBeVisible();
  await expect(palette).toHaveCount(0);
  await expectStep(true);
  await leo.goBack();
  await expect(sheet).toBeHidden();
  expect(leo.url()).toBe(thread);

  // Closed by hand, or by a reload, it leaves no step behind.
  await openMenu();
  await expectStep(true);
  await leo.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expectStep(false);
  await openMenu();
  await expect(menu).toBeVisible();
  await expectStep(true);
  await leo.reload();
  await expect(messagesOf(leo)).toHaveCount(1);
  await expectStep(false);
  await leo.goBack();
  await expect(entryOf(leo, VISITORS.kofi)).toBeVisible();
  await expect(leo).toHaveURL(/\/agentchat$/);
});

test('by keys alone one labels, and does with what is selected what one does with one', async ({
  signIn,
  visit,
}) => {
  const ines = await signIn('ines', '/team/labels');
  for (const name of ['Press', 'press']) {
    await ines.getByLabel('Name', { exact: true }).first().fill(name);
    await ines.keyboard.press('Enter');
    if (name === 'Press') await expect(ines.getByTestId('label')).toHaveCount(1);
  }
  // What is refused is read out where it stands.
  await expect(ines.getByRole('alert')).toContainText(/label/i);
  await expect(ines.getByTestId('label')).toHaveCount(1);
  await expectAccessible(ines);

  const leo = await signIn('leo');
  const emails = ['first.by.key@northfold.example', 'second.by.key@northfold.example'];
  for (const email of emails) {
    const visitor = await visit();
    await startChat(visitor, email);
    await sendText(visitor, 'Hello');
    await expect(entryOf(leo, email)).toContainText('Needs response');
  }
  const palette = leo.getByRole('dialog', { name: 'Commands' });
  const [first = '', second = ''] = emails;
  await openThread(leo, second);
  await leo.keyboard.press('l');
  await expect(palette.getByRole('option', { name: 'Press' })).toBeVisible();
  await leo.keyboard.press('Enter');
  await expect(entryOf(leo, second)).toContainText('Press');
  await expect(entryOf(leo, first)).not.toContainText('Press');
  // Again takes it off.
  await leo.keyboard.press('l');
  await expect(palette.getByText('Applied, select to remove')).toBeVisible();
  await leo.keyboard.press('Enter');
  await expect(entryOf(leo, second)).not.toContainText('Press');

  await leo.keyboard.press('x');
  await leo.getByRole('checkbox', { name: first }).press('Space');
  const bar = leo.getByRole('group', { name: 'Selected conversations' });
  await expect(bar).toContainText('2 selected');
  await leo.keyboard.press('l');
  await expect(palette.getByRole('option', { name: 'Press', exact: true })).toBeVisible();
  await leo.keyboard.press('Enter');
  for (const email of emails) await expect(entryOf(leo, email)).toContainText('Press');

  for (const email of emails) {
    if ((await bar.count()) === 0) await leo.keyboard.press('x');
    const box = leo.getByRole('checkbox', { name: email });
    if ((await box.getAttribute('aria-checked')) === 'false') await box.press('Space');
  }
  await leo.keyboard.press('s');
  await expect(palette.getByRole('combobox', { name: 'Snooze until' })).toBeFocused();
  await expect(palette.getByRole('option', { name: 'In an hour' })).toBeVisible();
  await leo.keyboard.press('Enter');
  await expect(bar).toHaveCount(0);
  await leo.getByRole('button', { name: 'Undo' }).press('Enter');
  for (const email of emails) await expect(entryOf(leo, email)).toContainText('Needs response');

  await leo.keyboard.press('x');
  for (const email of emails) {
    const box = leo.getByRole('checkbox', { name: email });
    if ((await box.getAttribute('aria-checked')) === 'false') await box.press('Space');
  }
  await leo.keyboard.press('e');
  await expect(bar).toHaveCount(0);
  for (const email of emails) await expect(entryOf(leo, email)).toHaveCount(0);
});

test('snoozing over a change of the clocks names the time that the wall will show', async ({
  server,
  visit,
}) => {
  const visitor = await visit();
  await startChat(visitor, VISITORS.noor);
  await sendText(visitor, 'See you on Sunday');
  const page = await visit('/login', { timezoneId: 'Europe/Berlin' });
  await openSession(page.request, server, 'leo');
  await page.goto('/agentchat');
  // The server writes its own clock; what one reads is the reader's.
  const time = entryOf(page, VISITORS.noor).locator('time').first();
  const said = await time.evaluate((element) => ({
    text: element.textContent,
    here: new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit' }).format(
      new Date(element.getAttribute('datetime') ?? ''),
    ),
  }));
  expect(said.text).toBe(said.here);
  await openThread(page, VISITORS.noor);
  // The Saturday before: 02:00 is 03:00 that night.
  const year = new Date().getFullYear() + 1;
  const sunday = new Date(Date.UTC(year, 2, 31));
  sunday.setUTCDate(31 - sunday.getUTCDay());
  const saturday = new Date(sunday.getTime() - 5 * 60 * 60_000);
  await page.clock.setFixedTime(saturday);
  await page.keyboard.press('s');
  const tomorrow = page.getByRole('button', { name: 'Tomorrow, 9:00' });
  await expect(tomorrow).toContainText(`Mar ${sunday.getUTCDate()}`);
  const field = page.locator('#snooze-menu').getByLabel('Custom time');
  const day = `${year}-03-${sunday.getUTCDate()}`;
  // A time that the wall skips.
  await field.fill(`${day}T02:30`);
  await expect(page.locator('#snooze-menu [aria-live]')).toHaveText(/ 3:30$/);
  await tomorrow.click();
  await expect(page.getByText(`Snoozed until Sun, Mar ${sunday.getUTCDate()}, 9:00`)).toBeVisible();
  const entry = await page.request.get('/agentchat/inbox?scope=mine&view=snoozed&order=newest');
  // Nine o'clock of a summer's day there is seven o'clock UTC.
  expect(await entry.text()).toContain(`"snoozedUntil":"${day}T07:00:00.000Z"`);
});

// The last one: its agent is suspended in the end.
test('a role that is changed while the desk is open changes the desk, and keeps what was begun', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Is anybody there?');
  await openThread(maya, VISITORS.elena);
  await maya.getByPlaceholder('Write a reply').fill('A reply that was begun');
  const henrik = await signIn('henrik', '/team');
  const row = henrik.getByTestId('member').filter({ hasText: CAST.maya.email });
  const change = async (role: string) => {
    await row.getByRole('combobox').selectOption(role);
    await row.getByRole('button', { name: /^Change/ }).click();
  };

  await change('support');
  await expect(maya.getByText('Your role has changed: Support.')).toBeVisible();
  await expect(maya.getByRole('button', { name: /^Queue/ })).toBeVisible();
  // Whoever is no agent any more has no visitors by themselves; what was typed is still in its box.
  await expect(maya.getByPlaceholder('Write a reply')).toHaveValue('A reply that was begun');
  await expect(maya.getByText('This visitor went back to the queue.').first()).toBeVisible();
  await expect(maya.getByRole('button', { name: 'Send reply' })).toBeDisabled();
  await expectAccessible(maya);
  await maya.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(maya.getByRole('button', { name: 'Send reply' })).toBeEnabled();

  await change('manager');
  await expect(maya.getByText('Your role has changed: Manager.')).toBeVisible();
  await expect(maya.getByRole('button', { name: 'All', exact: true })).toBeVisible();
  await expect(
    maya.getByRole('navigation', { name: 'Team' }).getByRole('link', { name: 'Reports' }),
  ).toBeVisible();

  await maya.goto('/agentchat?scope=all');
  await change('agent');
  await expect(maya.getByText('Your role has changed: Agent.')).toBeVisible();
  await expect(maya.getByRole('button', { name: 'All', exact: true })).toHaveCount(0);
  await row.getByRole('button', { name: /^Suspend/ }).click();
  await henrik
    .getByRole('dialog')
    .getByRole('button', { name: /Suspend/ })
    .click();
  await expect(maya).toHaveURL(/\/login/);
});
