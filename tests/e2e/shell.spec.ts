import { expect, test } from '../support/e2e.ts';
import { expectAccessible } from '../support/axe.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, sendText, startChat } from '../support/chat.ts';

test(
  'every place of the team is led to by one rail, which marks where one is',
  { tag: '@journey' },
  async ({ signIn }) => {
    const henrik = await signIn('henrik');
    await henrik.setViewportSize({ width: 1440, height: 900 });
    const rail = henrik.getByRole('navigation', { name: 'Team' });
    await expect(rail.getByRole('link', { name: 'Inbox' })).toHaveAttribute('aria-current', 'page');
    await rail.getByRole('link', { name: 'Audit log' }).click();
    await expect(henrik.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
    await expect(rail.getByRole('link', { name: 'Audit log' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(rail.locator('[aria-current]')).toHaveCount(1);
    await henrik.keyboard.press('Control+Home');
    await henrik.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(henrik.getByText(CAST.henrik.email).last()).toBeVisible();
    await henrik.getByRole('link', { name: 'Your account' }).click();
    await expect(henrik.getByRole('heading', { name: 'Your account', level: 1 })).toBeVisible();

    // Narrower, the names come with the pointer and the focus.
    await henrik.setViewportSize({ width: 1000, height: 800 });
    const name = rail.getByRole('link', { name: 'Reports' }).getByText('Reports');
    await expect(name).toHaveCSS('opacity', '0');
    await rail.getByRole('link', { name: 'Reports' }).hover();
    await expect(name).toHaveCSS('opacity', '1');
    await expectAccessible(henrik);
  },
);

test('what is unread stands at the inbox on every page', async ({ signIn, visit }) => {
  const maya = await signIn('maya');
  await maya.goto('/canned-replies');
  const inbox = maya.getByRole('navigation', { name: 'Team' }).getByRole('link', { name: 'Inbox' });
  await expect(inbox).toHaveText('Inbox');
  const visitor = await visit();
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'Are you there?');
  await expect(messagesOf(visitor).last()).toContainText('Are you there?');
  // The visitor sees their message before it is kept.
  await expect(async () => {
    await maya.goto('/notifications');
    await expect(inbox).toContainText('1 unread message', { timeout: 2_000 });
  }).toPass();
  await inbox.click();
  await openThread(maya, VISITORS.priya);
  await expect(inbox).toHaveText('Inbox');
});

test('on a phone four places and the rest are at the bottom, but not while one answers', async ({
  signIn,
  visit,
}) => {
  test.slow();
  const ines = await signIn('ines');
  await ines.setViewportSize({ width: 390, height: 844 });
  const bar = ines.getByRole('navigation', { name: 'Team' });
  await expect(bar.getByRole('link')).toHaveText(['Inbox', 'Orders', 'Reviews', 'Visitors']);
  await expectAccessible(ines);
  await bar.getByRole('link', { name: 'Orders' }).click();
  await expect(ines.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await bar.getByRole('button', { name: 'More' }).click();
  await expectAccessible(ines);
  await ines.getByRole('link', { name: 'Labels' }).click();
  await expect(ines.getByRole('heading', { name: 'Labels', level: 1 })).toBeVisible();
  await expect(ines.getByRole('button', { name: 'Logout' })).toBeHidden();

  const visitor = await visit();
  await startChat(visitor, VISITORS.daniel);
  await sendText(visitor, 'Hello');
  await bar.getByRole('link', { name: 'Inbox' }).click();
  await ines.getByRole('button', { name: 'All', exact: true }).click();
  await openThread(ines, VISITORS.daniel);
  await expect(bar).toBeHidden();
  await expectAccessible(ines);
  await ines.getByRole('button', { name: 'About this visitor' }).click();
  await expect(ines.getByRole('dialog', { name: 'About this visitor' })).toBeVisible();
  await expect(ines.getByText('First chat')).toBeVisible();
  await expectAccessible(ines);
  await ines.keyboard.press('Escape');
  await ines.getByRole('button', { name: 'Back to the list' }).click();
  await expect(bar).toBeVisible();
});

test('Ctrl K goes anywhere and does anything', async ({ signIn, visit }) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.astrid);
  await sendText(visitor, 'A question');
  await maya.goto('/canned-replies');
  const palette = maya.getByRole('dialog', { name: 'Commands' });
  const field = palette.getByRole('combobox');

  // A visitor by a part of the address.
  await maya.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await field.fill('astrid');
  await expect(palette.getByRole('option', { name: VISITORS.astrid })).toBeVisible();
  await expectAccessible(maya);
  await maya.keyboard.press('Enter');
  await expect(
    maya.getByRole('main', { name: `Conversation with ${VISITORS.astrid}` }),
  ).toBeVisible();

  // What can be done with the open thread, by its name and by its key, once it has come.
  await expect(maya.getByRole('button', { name: 'Resolve' })).toBeVisible();
  await maya.keyboard.press('Control+k');
  await field.fill('insert');
  await maya.keyboard.press('Enter');
  await expect(maya.getByPlaceholder('Write a reply')).toBeFocused();
  await expect(maya.getByPlaceholder('Write a reply')).toHaveValue('/');
  await maya.keyboard.press('Escape');
  await expect(maya.getByPlaceholder('Write a reply')).toHaveValue('');
  await expect(maya.getByRole('listbox')).toHaveCount(0);
  await maya.getByPlaceholder('Write a reply').blur();
  await maya.keyboard.press('h');
  await expect(palette.getByRole('combobox', { name: 'Hand over to' })).toBeFocused();
  await expect(palette.getByRole('option').first()).toBeVisible();
  await expect(palette.getByRole('option', { name: 'Maya Okafor' })).toHaveCount(0);
  await maya.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  // A place, and words that nothing is called by.
  await maya.keyboard.press('Control+k');
  await field.fill('xyzzy');
  await expect(palette.getByRole('status')).toHaveText('No results.');
  await field.fill('notif');
  await maya.keyboard.press('Enter');
  await expect(maya.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
});

test.describe('on a slow connection', () => {
  // The dashboard's worker has the palette's script at hand from the visit before.
  test.use({ serviceWorkers: 'block' });

  test('what is typed before the palette is there is looked for, and is no shortcut', async ({
    signIn,
    visit,
  }) => {
    const maya = await signIn('maya');
    const visitor = await visit();
    await startChat(visitor, VISITORS.elena);
    await sendText(visitor, 'A question');
    await openThread(maya, VISITORS.elena);
    const SCRIPTS = '**/assets/*.js';
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await maya.route(SCRIPTS, async (route) => {
      await held;
      await route.continue();
    });
    const asked = maya.waitForRequest(SCRIPTS);
    await maya.keyboard.press('Control+k');
    await asked;
    // 'E' by itself would resolve the conversation.
    await maya.keyboard.type('eno');
    // Whoever sees nothing yet asks again.
    await maya.keyboard.press('Control+k');
    await maya.keyboard.type('tix');
    await maya.keyboard.press('Backspace');
    letThrough();
    const palette = maya.getByRole('dialog', { name: 'Commands' });
    await expect(palette.getByRole('combobox')).toHaveValue('enoti');
    await maya.keyboard.press('Home');
    await maya.keyboard.press('Delete');
    await maya.keyboard.press('Enter');
    await expect(maya.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
    await maya.goBack();
    await expect(entryOf(maya, VISITORS.elena)).toContainText('Needs response');
  });
});

test('J and K move through the list, and the sheet says every key', async ({ signIn, visit }) => {
  const maya = await signIn('maya');
  for (const email of [VISITORS.noor, VISITORS.kofi]) {
    const visitor = await visit();
    await startChat(visitor, email);
    await sendText(visitor, `Hello from ${email}`);
    await expect(entryOf(maya, email)).toContainText('Hello from');
  }
  await maya.keyboard.press('j');
  await expect(maya.getByRole('main', { name: VISITORS.kofi })).toBeVisible();
  await maya.keyboard.press('j');
  await expect(maya.getByRole('main', { name: VISITORS.noor })).toBeVisible();
  await maya.keyboard.press('k');
  await expect(maya.getByRole('main', { name: VISITORS.kofi })).toBeVisible();
  await maya.keyboard.press('?');
  const sheet = maya.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const said of ['Next visitor', 'Hand over to someone', 'Open the command menu']) {
    await expect(sheet.getByText(said)).toBeVisible();
  }
  await maya.keyboard.press('Escape');
  // A thread is shown once its row is; keys meant for it lose nothing by that.
  await entryOf(maya, VISITORS.noor).click();
  await maya.keyboard.press('r');
  await maya.keyboard.type('Hi');
  await expect(maya.getByRole('main', { name: VISITORS.noor })).toBeVisible();
  await expect(maya.getByPlaceholder('Write a reply')).toHaveValue('Hi');
});
